import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { commitToSeed, leafData } from "../../src/fairness/commitment.ts";
import { headerBytes } from "../../src/fairness/header.ts";
import { leafHash } from "../../src/fairness/merkle.ts";
import { dayOfRound } from "../../src/fairness/utc-day.ts";
import { dragontiger } from "../../src/games/dragontiger/game.ts";
import { games } from "../../src/games/index.ts";
import { timingOf } from "../../src/games/timing.ts";
import { words as en } from "../../src/i18n/en/table.ts";
import { u32 } from "../../src/round/bytes.ts";
import { deriveDaySecret, deriveOutcomeKey, seedsOfDay } from "../../src/round/derive.ts";
import { GENESIS_MS, phaseStartMs } from "../../src/round/phases.ts";
import { randomFromKey, wordsFromKey } from "../../src/round/random.ts";
import { VECTOR_SECRET } from "../support/dealt-rounds.ts";
import { proofOf } from "../support/test-proofs.ts";

/* Readers compare their own programs with the worked example in src/content/docs/protocol.md. */

const page = readFileSync(new URL("../../src/content/docs/protocol.md", import.meta.url), "utf8");
const [, section = ""] = /\n## 13\. A worked example\n(.*)/s.exec(page) ?? [];

/** The example's bytes by name. A line with only digits belongs to the previous line. */
const bytes = Object.fromEntries(
  section
    .replace(/\n +(?=[0-9a-f]+$)/gm, "")
    .split("\n")
    .flatMap((line) => {
      const [, name, hex] = /^(\w+) =([0-9a-f]+)$/.exec(line) ?? [];
      return name === undefined ? [] : [[name, hex]];
    }),
);

test("the worked example in protocol.md matches the service's outcomes", () => {
  const { code, intervalMs } = dragontiger;
  const round = 521_999;
  const day = dayOfRound(round, intervalMs);
  const daySecret = deriveDaySecret(VECTOR_SECRET, code, day);
  const seed = seedsOfDay(daySecret, code)(round);
  const commitment = commitToSeed(seed, code, round);
  const { header, record } = proofOf(dragontiger, round, null);
  const key = deriveOutcomeKey(seed, code, round);
  const nextWord = wordsFromKey(key);
  const block = Array.from({ length: 8 }, () => u32(nextWord()));
  const hex = (given: Uint8Array) => Buffer.from(given).toString("hex");

  expect(bytes).toEqual({
    secret: hex(VECTOR_SECRET),
    daySecret: hex(daySecret),
    seed: hex(seed),
    commitment: hex(commitment),
    leafHash: hex(leafHash(leafData(commitment, code, round))),
    root: header.root,
    signed: hex(headerBytes(header)),
    headerHash: record.headerHash,
    key: hex(key),
    block_0: hex(Buffer.concat(block)),
    signature: header.signature,
  });
  expect(section).toContain(
    `\`publishedAt\` ${header.publishedAt}, and is signed with the Ed25519 private key whose 32 bytes are all 07`,
  );

  const { below } = randomFromKey(key);
  const [j0, j1] = [below(416), 1 + below(415)];
  expect(section).toContain(`\`j\` = ${j0}`);
  expect(section).toContain(`\`j\` = ${j1}`);
  expect(section).toContain(JSON.stringify(record.outcome).replace(/([:,])/g, "$1 "));
});

test("the times in the protocol's table match the games", () => {
  const [, table = ""] = /\n\| games .*?\n\| -.*?\n(.*?)\n\n/s.exec(page) ?? [];
  const rows = table.split("\n").map((row) => row.split("|").map((cell) => cell.trim()));
  let named: readonly string[] = [];
  const documented = rows.flatMap(([, names = "", ...cells]) => {
    named = names === "" ? named : names.split(", ");
    return named.map((name) => [name, ...cells.slice(0, 4)].join(" "));
  });
  const times = games.flatMap((game) =>
    (["seed", "drand"] as const).map((mode) => {
      const timing = timingOf(game, mode);
      const ms = [
        timing.closesMs,
        phaseStartMs(1, "revealing", timing) - GENESIS_MS,
        phaseStartMs(1, "result", timing) - GENESIS_MS,
      ].map((time) => time.toLocaleString("en"));
      return [en.games[game.slug]?.name, `\`${mode}\``, ...ms].join(" ");
    }),
  );
  expect(documented.toSorted()).toEqual(times.toSorted());
});
