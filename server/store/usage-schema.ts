/** The tables of what keys are used for, and of the mails to their owners. */
export interface UsageSchema {
  usage_day: UsageDayTable;
  reminder: ReminderTable;
}

/** How often something happened with a key on a UTC day, counted from 1970-01-01. */
interface UsageDayTable {
  key_id: string;
  day: number;
  /** `load`, `refused:` and why, or `site:` and which. */
  what: string;
  count: number;
}

/** A mail about the end of a subscription, which goes out once. */
interface ReminderTable {
  subscription_id: string;
  /** The end it was about: a renewed subscription gets another mail. */
  ends_at: number;
  /** 7, 3, 1, or 0 for the end itself. */
  days_before: number;
  sent_at: number;
}
