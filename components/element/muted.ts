/** What the attribute or property `muted` says: any value but `false` or `0` turns sound off. */
export const isMuted = (muted: boolean | string | null): boolean =>
  !/^(false|0)$/.test(String(muted));
