/*
 * Attack: a forger sets up a house, and gives somebody a file with the proof of an invented round and the forger's key
 * among its "keys". Effect: those keys counted as the house's, so every check passed. Defence: keys inside a file are
 * ignored; without a pinned or served key, the verdict is undecided.
 */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { verifyCommand } from "../../server/cli/verify.ts";
import { baccarat } from "../../src/games/baccarat/game.ts";
import { callCommand } from "../support/command.ts";
import { startProofHouse } from "../support/proof-house.ts";
import { tempFolder } from "../support/temp-store.ts";
import { proofOf } from "../support/test-proofs.ts";

const ROUND = 521_999;

test("a proof is undecided if only the file itself names its signer's key", async () => {
  const { record, header, keys } = proofOf(baccarat, ROUND, null);
  const file = join(await tempFolder(), "proof.json");
  await writeFile(file, JSON.stringify({ record, header, keys: keys.pinned }));
  const { code, stdout } = await callCommand(verifyCommand, [file]);
  expect(stdout).toMatch(
    /^open +Who signed it +The signer is unknown\. Anyone can make up such a proof/m,
  );
  expect(stdout).toContain("Undecided");
  expect(stdout).not.toContain("Proven");
  expect(code).toBe(2);
});

test("a house cannot pass off one round's proof as another's", async () => {
  const [first, second] = [proofOf(baccarat, ROUND, null), proofOf(baccarat, ROUND + 1, null)];
  const house = await startProofHouse([first], { records: { [ROUND]: second.record } });
  const { code, stderr } = await callCommand(verifyCommand, [
    `${house}/embed/baccarat/api/rounds/${ROUND}`,
  ]);
  expect(stderr).toContain("did not return the requested round");
  expect(code).toBe(3);
});
