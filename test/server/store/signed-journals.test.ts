// Cause: what did not end as a whole line does was taken for one that a power cut left, wherever it stood and whatever
// it was. A start went on in silence with junk in the files of what the world has seen.
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { openHeaderJournal } from "../../../server/fairness/header-journal.ts";
import { openHeadJournal } from "../../../server/tlog/head-journal.ts";
import { tempFolder } from "../../support/temp-store.ts";
import { dayOf, TODAY } from "../../support/test-house-log.ts";

interface Journal {
  readonly name: string;
  /** Notes the entries of a day, which are several lines or one. */
  note(dataDir: string, day: number): Promise<void>;
  /** How many entries it has when it is opened. */
  count(dataDir: string): Promise<number>;
  readonly junk: readonly string[];
}

const journals: readonly Journal[] = [
  {
    name: "signed-headers.ndjson",
    note: async (dataDir, day) => (await openHeaderJournal(dataDir)).note(dayOf(TODAY + day)),
    count: async (dataDir) => (await openHeaderJournal(dataDir)).all().length,
    junk: [
      "junk",
      "[]",
      '"version"',
      "{version",
      '{"version":"tbs/2"]',
      '{"version":1 ',
      "nul",
      " {",
    ],
  },
  {
    name: "signed-checkpoints.txt",
    async note(dataDir, day) {
      const journal = await openHeadJournal(dataDir);
      await journal.note({ size: 3 * (day + 1), root: new Uint8Array(32).fill(day + 1) });
    },
    count: async (dataDir) => [...(await openHeadJournal(dataDir)).sizes()].length,
    junk: ["junk", "03 Ab", "3  Ab", "3 Ab\tCd", "-3 Ab", " 3", `3 ${"A".repeat(44)}`, "3 Ab\r"],
  },
];

describe.each(journals)("$name", ({ name, note, count, junk }) => {
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
