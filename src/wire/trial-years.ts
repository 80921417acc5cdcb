/** How long a trial key works. It works on localhost only, so it need not end. */
export const TRIAL_YEARS = 10;
