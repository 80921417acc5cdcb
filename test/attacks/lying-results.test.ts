/*
 * Attack: a house publishes honest records but false `results`, which operators use for payouts: one round has a
 * different winner, one is missing, and one is listed twice. Effect: `verify` never read `results`. Defence: `verify`
 * and `verify -- day` compare every entry with its record.
 */
import { expect, test } from "vitest";
import { verifyCommand } from "../../server/cli/verify.ts";
import { dateOfDay, dayStartMs } from "../../src/fairness/utc-day.ts";
import { bigsixball } from "../../src/games/bigsixball/game.ts";
import { callCommand } from "../support/command.ts";
import { startProofHouse } from "../support/proof-house.ts";
import type { Lies } from "../support/proof-house.ts";
import { dayOfProofs } from "../support/test-proofs.ts";

const DAY = 20_700;
/** The number of the day's rounds that are over when the check runs, including a minute of grace. */
const OVER = 72;
const proofs = dayOfProofs(bigsixball, DAY, null, { every: 1 }).slice(0, OVER);
const [first, second, third] = proofs.slice(50).map(({ record }) => record) as [Rec, Rec, Rec];
type Rec = (typeof proofs)[number]["record"];

const entryOf = ({ round, outcome }: Rec) => ({
  round,
  daily_round: 1,
  date: "",
  ...Object(outcome),
});

async function checkDay(lies: Lies) {
  const house = await startProofHouse(proofs, lies);
  const args = ["day", "bigsixball", dateOfDay(DAY), "--base-url", house];
  const nowMs = dayStartMs(DAY) + (OVER + 1) * bigsixball.intervalMs;
  return callCommand(verifyCommand, args, {}, () => nowMs);
}

test("checking a day names the rounds that a house omits or falsifies", async () => {
  const { code, stdout } = await checkDay({
    entries: { [first.round]: { ...entryOf(second), round: first.round }, [third.round]: null },
  });
  expect(stdout).toMatch(
    new RegExp(`^${first.round} +fail +In the results .*a different result`, "m"),
  );
  expect(stdout).toMatch(new RegExp(`^${third.round} +fail +In the results .*not include`, "m"));
  expect(stdout).toContain("refuted. Finished rounds: 70 right, 0 undecided, 2 refuted");
  expect(code).toBe(1);
});
