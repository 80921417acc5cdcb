/*
 * What the log of headers costs: a year of three games, day by day, as the service keeps it. How long a
 * checkpoint takes at the end of the year, and how much the log is as static files.
 */
import { ed25519, sha256 } from "../../server/fairness/node-crypto.ts";
import { logEntryOf } from "../../src/fairness/header.ts";
import { makeHeader } from "../../src/fairness/publish.ts";
import { dayAt } from "../../src/fairness/utc-day.ts";
import { games } from "../../src/games/index.ts";
import { signCheckpoint } from "../../src/tlog/checkpoint.ts";
import { LogTree } from "../../src/tlog/log-tree.ts";
import { leafHash } from "../../src/tlog/merkle.ts";
import { entryBundle, tilesOf } from "../../src/tlog/tiles.ts";
import { SIGNING_KEY } from "../support/test-proofs.ts";
import { HOUSE } from "../support/test-tlog.ts";
import { spreadOf, written } from "./support/figures.ts";

const FIRST_DAY = dayAt(Date.UTC(2026, 0, 1));
const YEARS = [1, 10] as const;

const sign = (message: Uint8Array) => ed25519.sign(message, SIGNING_KEY);
const tree = new LogTree([], sha256);
const entries: Uint8Array[] = [];
const timesMs: number[] = [];

function publish(day: number): void {
  for (const game of games) {
    const order = { game, day, root: "07".repeat(32), chain: null, publishedAt: day * 86_400_000 };
    entries.push(logEntryOf(makeHeader(order, SIGNING_KEY, ed25519)));
  }
  const startMs = performance.now();
  for (const entry of entries.slice(-games.length)) {
    tree.append(leafHash(entry, sha256));
  }
  signCheckpoint({ size: tree.size, root: tree.root() }, HOUSE.key, sign);
  tree.inclusionProof(tree.size - 1);
  tree.consistencyProof(Math.max(0, tree.size - games.length));
  timesMs.push(performance.now() - startMs);
}

/** The bytes of all files of the log, full ones and the last partial ones. */
function fileBytes(): number {
  let bytes = 0;
  for (const { index, width } of tilesOf(tree.size, "entries")) {
    bytes += entryBundle(entries.slice(256 * index, 256 * index + width)).length;
  }
  for (let level = 0; tilesOf(tree.size, level).length > 0; level++) {
    bytes += tilesOf(tree.size, level).reduce((sum, { width }) => sum + 32 * width, 0);
  }
  return bytes;
}

const rows = [];
let day = FIRST_DAY;
for (const years of YEARS) {
  timesMs.length = 0;
  for (; day < FIRST_DAY + Math.round(365.25 * years); day++) {
    publish(day);
  }
  rows.push({
    years,
    entries: tree.size,
    "files, MB": (fileBytes() / 1e6).toFixed(2),
    "a checkpoint with its proofs, ms": written(spreadOf(timesMs.slice(-300)), 2),
  });
}
console.table(rows);
