/* The `tableside/verify` entry point: checks that rounds follow from their commitments, in Node and in browsers. */
export { QUICKNET } from "../fairness/chain.ts";
export { readChain } from "../fairness/read-untrusted.ts";
export { verify } from "../fairness/check-round.ts";
export { ApiError } from "../wire/api-error.ts";
export type { BeaconChain } from "../fairness/chain.ts";
export type { Check, CheckName, Reason, Status, Verdict } from "../fairness/check-names.ts";
export type { SignedHeader } from "../fairness/header.ts";
export type { OpenRecord, RoundRecord } from "../fairness/record.ts";
export type { RoundSources, Verification } from "../fairness/check-round.ts";
export { verifyDay } from "./verify/day.ts";
export type { DayVerification } from "./verify/day.ts";
export type { VerifyOptions } from "./verify/house.ts";
export { verifyRound } from "./verify/round.ts";
export type { RoundVerification, VerifyRoundOptions } from "./verify/round.ts";
