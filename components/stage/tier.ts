/** The tiers of detail: all of it, less where it is hardly seen, and as little as the table needs. */
export const TIERS = [0, 1, 2] as const;
export type Tier = (typeof TIERS)[number];
