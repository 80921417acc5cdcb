/** Minimum length of a new password, in characters. */
export const MIN_PASSWORD = 10;
/** Maximum length of a new password, in characters. */
export const MAX_PASSWORD = 200;
