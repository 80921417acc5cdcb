/** Browsers start or resume sound only after one of these events on the page. */
export const GESTURES = ["pointerup", "keydown"] as const;
