/* Account limits that the account pages state and the server enforces. */

export const MIN_PASSWORD_LENGTH = 10;
export const MAX_PASSWORD_LENGTH = 200;
/** How long a typed password counts as recent. */
export const RECENT_PASSWORD_MINUTES = 5;
export const RESET_LINK_MINUTES = 60;
/** How long sign-in codes are rejected after too many wrong codes. */
export const CODES_LOCK_MINUTES = 15;
/** Maximum number of emails to one mailbox that a stranger can trigger. */
export const MAX_EMAILS_PER_HOUR = 4;
/** Maximum number of origins per key. The header that lists them must fit into `proxy_buffer_size` of nginx.conf. */
export const MAX_ORIGINS = 50;
export const MAX_ENDPOINT_URL_LENGTH = 500;
/** How long an endpoint can fail before it is switched off. */
export const ENDPOINT_FAILING_DAYS = 3;
/** How late a payment is still credited automatically. */
export const MAX_LATE_DAYS = 30;
