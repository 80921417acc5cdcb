// Cause: what did not end as a whole line does was taken for one that a power cut left, wherever it stood and whatever
// it was. A start went on in silence with junk in the files of what the world has seen.
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { openHeaderJournal } from "../../../server/fairness/header-journal.ts";
import { ed25519 } from "../../../server/fairness/node-crypto.ts";
import { makeHeader } from "../../../src/fairness/publish.ts";
import { dayAt } from "../../../src/fairness/utc-day.ts";
import { games } from "../../../src/games/index.ts";
import { NOW_MS } from "../../support/service.ts";
import { tempFolder } from "../../support/temp-store.ts";
import { SIGNING_KEY } from "../../support/test-proofs.ts";

const name = "signed-headers.ndjson";
const TODAY = dayAt(NOW_MS);

/** Notes the headers of a day, a line for each game. */
async function note(dataDir: string, day: number): Promise<void> {
  const publishedAt = NOW_MS + day * 86_400_000;
  const order = { day: TODAY + day, root: "07".repeat(32), chain: null, publishedAt };
  const headers = games.map((game) => makeHeader({ game, ...order }, SIGNING_KEY, ed25519));
  await (await openHeaderJournal(dataDir)).note(headers);
}

const count = async (dataDir: string) => (await openHeaderJournal(dataDir)).all().length;

const junk = [
  "junk",
  "[]",
  '"version"',
  "{version",
  '{"version":"tbs/1"]',
  '{"version":1 ',
  "nul",
  " {",
];

describe("the journal of signed headers", () => {
  async function noted() {
    const dataDir = await tempFolder();
    const file = join(dataDir, name);
    await note(dataDir, 0);
    const before = await readFile(file, "utf8");
    await note(dataDir, 1);
    const added = (await readFile(file, "utf8")).slice(before.length);
    return { dataDir, file, before, added };
  }

  test("is read wherever a write was cut off", async () => {
    const { dataDir, file, before, added } = await noted();
    await writeFile(file, before);
    const first = await count(dataDir);
    for (let end = 0; end < added.length; end++) {
      for (const zeros of ["", "\0\0\0"]) {
        await writeFile(file, `${before}${added.slice(0, end)}${zeros}`);
        expect(await count(dataDir)).toBeGreaterThanOrEqual(first);
      }
    }
  });

  test("goes on after a write that was cut off", async () => {
    const { dataDir, file, before, added } = await noted();
    const second = await count(dataDir);
    for (let end = 0; end < added.length; end += 17) {
      await writeFile(file, `${before}${added.slice(0, end)}`);
      await note(dataDir, 1);
      expect([end, await count(dataDir)]).toEqual([end, second]);
    }
  });

  test.each(junk)("with %j in it is refused, naming the line, wherever it stands", async (line) => {
    const { dataDir, file, before, added } = await noted();
    const lines = before.split("\n").length;
    for (const text of [
      `${before}${line}`,
      `${before}${line}\n`,
      `${before}${line}\n${line}\n`,
      `${before}${line}\n${added}`,
    ]) {
      await writeFile(file, text);
      await expect(count(dataDir)).rejects.toThrow(`Line ${lines} of ${file}`);
      expect(await readFile(file, "utf8")).toBe(text);
    }
  });
});
