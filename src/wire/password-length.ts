/** Minimum length of a new password, in characters. */
export const MIN_PASSWORD_LENGTH = 10;
/** Maximum length of a new password, in characters. */
export const MAX_PASSWORD_LENGTH = 200;
