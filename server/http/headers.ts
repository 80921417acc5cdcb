/** Anybody may read, from any page: nothing that the state API says is private. */
export const OPEN_TO_ALL = {
  "access-control-allow-origin": "*",
  "cross-origin-resource-policy": "cross-origin",
} as const;
