/** What can go wrong in a sandbox, in the order in which it is listed. */
export type TroubleName =
  | "maintenance"
  | "unavailable"
  | "slow"
  | "no-streams"
  | "late-beacons"
  | "duplicate-webhooks"
  | "late-webhooks";
