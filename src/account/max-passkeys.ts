/** How many passkeys an account may have. The words that say so name the number. */
export const MAX_PASSKEYS = 10;
