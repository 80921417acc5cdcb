/*
 * The attacker is a house that publishes honest records and pays by another list: in `results`, which
 * operators pay by, one round has another winner, one is missing, one is there twice. Neither `verify`
 * nor `audit` ever looked at that list, and an audit ended at the first request that failed. What stops
 * it: every entry is held against its record; what cannot be had is asked for again, and then left open.
 */
import { describe, expect, test } from "vitest";
import { auditDay } from "../../server/cli/audit-day.ts";
import { ENDS } from "../../server/cli/exit-codes.ts";
import { houseAt } from "../../server/cli/house.ts";
import { verifyCommand } from "../../server/cli/verify.ts";
import { verdictOf } from "../../src/fairness/check-names.ts";
import { dateOfDay, dayStartMs } from "../../src/fairness/utc-day.ts";
import { bigsixball } from "../../src/games/bigsixball/game.ts";
import { callCommand } from "../support/command.ts";
import { startProofHouse } from "../support/proof-house.ts";
import type { Lies } from "../support/proof-house.ts";
import { dayOfProofs } from "../support/test-proofs.ts";

const DAY = 20_700;
/** Of the day's rounds these are over when it is audited, a minute of grace included. */
const OVER = 72;
const proofs = dayOfProofs(bigsixball, DAY, null, { every: 1 }).slice(0, OVER);
const [one, other, third] = proofs.slice(50).map(({ record }) => record) as [Rec, Rec, Rec];
type Rec = (typeof proofs)[number]["record"];

const entryOf = ({ round, outcome }: Rec) => ({
  round,
  daily_round: 1,
  date: "",
  ...Object(outcome),
});

/** What an audit of a house finds, and the exit code that it comes to. */
async function audit(lies: Lies): Promise<{ code: number; found: string }> {
  const { findings } = await auditDay({
    house: houseAt(await startProofHouse(proofs, lies)),
    game: bigsixball,
    date: dateOfDay(DAY),
    pinned: [],
    chains: [],
    nowMs: dayStartMs(DAY) + (OVER + 1) * bigsixball.intervalMs,
  });
  return {
    code: ENDS[verdictOf(findings)],
    found: findings.map(({ status, title, words }) => `${status} ${title} ${words}`).join("\n"),
  };
}

async function verify(round: number, lies: Lies) {
  const house = await startProofHouse(proofs, lies);
  return callCommand(verifyCommand, [`${house}/embed/bigsixball/api/rounds/${round}`]);
}

describe("an audit", () => {
  test("names the rounds that are listed otherwise than they were dealt, or not at all", async () => {
    const { code, found } = await audit({
      entries: { [one.round]: { ...entryOf(other), round: one.round }, [third.round]: null },
    });
    const rounds = `${one.round}, ${third.round}`;
    expect(found).toMatch(
      new RegExp(`^fail +In the results +2 of 72 rounds .*: ${rounds}\\.`, "m"),
    );
    expect(code).toBe(1);
  });

  test("catches a field that is there besides", async () => {
    const entry = { ...entryOf(one), paid: true };
    const { code } = await audit({ entries: { [one.round]: entry } });
    expect(code).toBe(1);
  });

  test("catches a list that has a round twice", async () => {
    const { code, found } = await audit({ entries: { [one.round]: entryOf(other) } });
    expect(found).toMatch(/^fail +In the results +The house’s list of results is none/m);
    expect(code).toBe(1);
  });

  test("asks again where a house is busy, and finds all in order", async () => {
    const busy = new Set<string>();
    const { code, found } = await audit({
      before({ url = "" }, response) {
        // Every tenth address refuses at first.
        const isRefused = /(0|results.*)$/.test(url) && !busy.has(url);
        busy.add(url);
        if (isRefused) {
          response.writeHead(503).end();
        }
        return isRefused;
      },
    });
    expect(found).toMatch(/^pass +In the results +All 72 rounds/m);
    expect(code).toBe(4);
    expect(busy.size).toBeGreaterThan(72);
  });

  test("reports what it found even if the house never gives some answers", async () => {
    const { code, found } = await audit({
      before({ url = "" }, response) {
        const isRefused = url.endsWith(`/rounds/${one.round}`);
        if (isRefused) {
          response.writeHead(500).end("broken");
        }
        return isRefused;
      },
    });
    expect(found).toMatch(/^open +Every round is told +1 of 72 records could not be had/m);
    expect(found).toMatch(/^pass +Result +All 71 rounds\./m);
    expect(found).toMatch(/^open +In the results +1 of 72 rounds could not be compared/m);
    expect(code).toBe(2);
  });

  test("does not take the header of another day for that of the day", async () => {
    const [{ header }] = dayOfProofs(bigsixball, DAY - 1, null, { every: 720 }) as [
      (typeof proofs)[0],
    ];
    const { code, found } = await audit({
      before({ url = "" }, response) {
        const isHeader = url.endsWith(`${dateOfDay(DAY)}.json`);
        if (isHeader) {
          response.end(JSON.stringify(header));
        }
        return isHeader;
      },
    });
    expect(found).toMatch(/^fail +The header of the day +What is told is the header of/m);
    expect(code).toBe(1);
  });
});

describe("a check of one round", () => {
  test("holds with the list of the house", async () => {
    const { code, stdout } = await verify(one.round, {});
    expect(stdout).toMatch(/^pass +In the results/m);
    expect(code).toBe(4);
  });

  test("is refuted by an entry with another result", async () => {
    const entries = { [one.round]: { ...entryOf(other), round: one.round } };
    const { code, stdout } = await verify(one.round, { entries });
    expect(stdout).toMatch(/^fail +In the results +.*says otherwise/m);
    expect(code).toBe(1);
  });

  test("is refuted by an entry that is missing", async () => {
    const { code, stdout } = await verify(one.round, { entries: { [one.round]: null } });
    expect(stdout).toMatch(/^fail +In the results +.*does not have this round/m);
    expect(code).toBe(1);
  });
});
