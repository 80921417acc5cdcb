/*
 * Attack: a forger makes a house of his own, and gives somebody the proof of a made-up round as a file, with his own
 * key among its "keys". Effect: those keys counted as shown by the house, so every check passed. Defence: keys inside a
 * file are ignored; without a pinned or a served key the verdict is undecided.
 */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { verifyCommand } from "../../server/cli/verify.ts";
import { publicKeyOf } from "../../src/fairness/header.ts";
import {
  commitDay,
  dealRound,
  makeHeader,
  openRecord,
  rootHex,
  roundRecord,
} from "../../src/fairness/publish.ts";
import { dayOfRound, dayStartMs } from "../../src/fairness/utc-day.ts";
import { baccarat } from "../../src/games/baccarat/game.ts";
import type { Game } from "../../src/games/contract.ts";
import { deriveDaySecret, seedsOfDay } from "../../src/round/derive.ts";
import { callCommand } from "../support/command.ts";
import { startProofHouse } from "../support/proof-house.ts";
import { tempFolder } from "../support/temp-store.ts";
import { proofOf } from "../support/test-proofs.ts";

const ROUND = 521_999;
const day = dayOfRound(ROUND, baccarat.intervalMs);
const FORGERS_KEY = new Uint8Array(32).fill(0xee);

/** A round that ends in a tie, fully proven by the forger's own secret and key. */
function forgedTie() {
  for (let attempt = 0; ; attempt++) {
    const secret = new Uint8Array(32).fill(attempt);
    const seedOf = seedsOfDay(deriveDaySecret(secret, baccarat.code, day), baccarat.code);
    const dealt = (baccarat as Game).historyFields(dealRound(baccarat, ROUND, seedOf(ROUND), null));
    if ((baccarat as Game).winner(dealt) === "tie") {
      const committed = commitDay(baccarat, day, seedOf);
      const order = { game: baccarat, day, root: rootHex(committed), chain: null };
      const header = makeHeader({ ...order, publishedAt: dayStartMs(day - 2) }, FORGERS_KEY);
      const open = openRecord(ROUND, header, committed, null);
      const revealed = { seed: seedOf(ROUND), beacon: null, outcome: dealt };
      return {
        record: roundRecord(open, committed, revealed),
        header,
        keys: [publicKeyOf(FORGERS_KEY)],
      };
    }
  }
}

async function verifyFile(...args: string[]) {
  const file = join(await tempFolder(), "proof.json");
  await writeFile(file, JSON.stringify(forgedTie()));
  return callCommand(verifyCommand, [file, ...args]);
}

describe("a forged proof with its own keys that claims a tie", () => {
  test("a forged proof is undecided while its signer is unknown", async () => {
    const { code, stdout } = await verifyFile();
    expect(stdout).toMatch(
      /^open +Who signed it +The signer is unknown\. Anyone can make up such a proof/m,
    );
    expect(stdout).toContain("Undecided");
    expect(stdout).toContain("The signer is unknown.");
    expect(stdout).not.toContain("Proven");
    expect(code).toBe(2);
  });

  test("a forged proof is refuted by the keys of the house that it names", async () => {
    const house = await startProofHouse([proofOf(baccarat, ROUND, null)]);
    const { code, stdout } = await verifyFile("--base-url", house);
    expect(stdout).toMatch(/^fail +Who signed it/m);
    expect(stdout).toMatch(/^fail +In the results/m);
    expect(code).toBe(1);
  });
});

test("a house cannot pass off the proof of one round as another's", async () => {
  const [one, other] = [proofOf(baccarat, ROUND, null), proofOf(baccarat, ROUND + 1, null)];
  const house = await startProofHouse([one], { records: { [ROUND]: other.record } });
  const { code, stderr } = await callCommand(verifyCommand, [
    `${house}/embed/baccarat/api/rounds/${ROUND}`,
  ]);
  expect(stderr).toContain("did not return the requested round");
  expect(code).toBe(3);
});
