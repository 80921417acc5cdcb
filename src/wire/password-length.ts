/** How long a password must be, in characters, wherever one is chosen. */
export const MIN_PASSWORD = 10;
export const MAX_PASSWORD = 200;
