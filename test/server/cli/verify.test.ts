import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { verifyCommand } from "../../../server/cli/verify.ts";
import { recordPath } from "../../../src/fairness/paths.ts";
import { baccarat } from "../../../src/games/baccarat/game.ts";
import { callCommand } from "../../support/command.ts";
import { startProofHouse } from "../../support/proof-house.ts";
import { tempFolder } from "../../support/temp-store.ts";
import { network, proofOf } from "../../support/test-proofs.ts";

const ROUND = 521_999;
const { record, header } = proofOf(baccarat, ROUND, network);
const bySeed = proofOf(baccarat, ROUND, null);
const keys = [header.key];
const verify = (...args: string[]) => callCommand(verifyCommand, args);

async function fileOf(value: unknown): Promise<string> {
  const file = join(await tempFolder(), "file.json");
  await writeFile(file, JSON.stringify(value));
  return file;
}

describe("the `verify` command with a saved proof", () => {
  test("a proof is accepted with the reader's pinned key and trusted chain", async () => {
    const file = await fileOf({ record, header, keys });
    const chain = await fileOf(network.chain);
    const { code, stdout } = await verify(file, "--key", header.key, "--chain", chain);
    expect(stdout).toMatch(/^pass +Beacon +The beacon is genuine/m);
    expect(stdout).toMatch(/^pass: correct; .*word: you have only the house's word; .*none: /m);
    expect(stdout).toContain("Consistent: every check passes");
    expect(code).toBe(4);
  });
});

describe("the `verify` command with a URL", () => {
  const record = async (round: number) =>
    `${await startProofHouse([bySeed])}${recordPath("baccarat", round)}`;

  test("a record is checked with the header and the keys of the same house", async () => {
    const { code, stdout } = await verify(await record(ROUND));
    expect(stdout).toMatch(/^pass +Who signed it +.* the house shows today/m);
    expect(stdout).toContain("Consistent: every check passes");
    expect(code).toBe(4);
  });

  test("a missing record is reported with the service's own message", async () => {
    const { code, stderr } = await verify(await record(ROUND + 1));
    expect(stderr).toMatch(/returned 404: Not published\./);
    expect(code).toBe(3);
  });
});

test.each([
  ["no arguments", [], "Specify one file or URL."],
  ["a malformed key", ["x.json", "--key", "abc"], "--key must be 64"],
  ["a malformed house", ["x.json", "--base-url", "games"], "--base-url must be a URL"],
  ["a missing file", ["no-such-file.json"], 'There is no file "no-such-file.json"'],
])("`verify` refuses a call with %s", async (_, args, words) => {
  const { code, stderr } = await verify(...args);
  expect(stderr).toContain(words);
  expect(code).toBe(3);
});
