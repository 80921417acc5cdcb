import { DatabaseSync } from "node:sqlite";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import type { Game } from "../../../src/games/contract.ts";
import { findGame } from "../../../src/games/index.ts";
import type { Entropy } from "../../../src/round/derive.ts";
import { phaseStartMs } from "../../../src/round/phases.ts";
import type { RoundEventType } from "../../../src/webhooks/payload.ts";
import { putMigratedFile } from "../../support/migrated-file.ts";
import { tempFile } from "../../support/temp-store.ts";
import { createFindings } from "../findings.ts";
import type { Findings } from "../findings.ts";
import { watchRounds } from "./rounds.ts";
import { watchWebhooks } from "./webhooks.ts";
import type { WebhookWatch } from "./webhooks.ts";

/* A watch that never says anything would let every fault pass: each promise is seen kept and broken here. */

const game = findGame("baccarat") as Game;
const resultMs = (round: number) => phaseStartMs(round, "result", game);
const LATER_MS = resultMs(1_100);

let findings: Findings;
let webhooks: WebhookWatch;

beforeEach(() => watch("seed"));

function watch(entropy: Entropy): void {
  findings = createFindings(() => {});
  webhooks = watchWebhooks(findings, watchRounds(findings, entropy), entropy);
}

/** Has a webhook of a round arrive. */
function arrive(
  type: RoundEventType,
  round: number,
  { nowMs = LATER_MS, winner = "banker", slug = game.slug, endpoint = "" } = {},
): void {
  const head = { round, daily_round: 1, date: "2026-01-01" };
  const told =
    type === "round.result"
      ? { entry: { ...head, winner } }
      : { state: { ...head, phase: "betting", remainMs: 0, winner: null } };
  const data = { game: slug, record: `/rounds/${round}`, ...told };
  const body = JSON.stringify({ type, timestamp: "2026-01-01T00:00:00.000Z", data });
  webhooks.arrived(`${endpoint} ${type} ${round}`.trim(), body, nowMs);
}

/** Has all webhooks of a round arrive. */
function arriveWhole(round: number): void {
  arrive("round.opened", round);
  arrive("round.closed", round);
  arrive("round.result", round);
}

/** A store whose only endpoint was told up to an event of two, and tries again at a time. */
async function progress(
  seq: number,
  { nextTryMs = 0, offMs = null as number | null, atMs = 0 } = {},
): Promise<DatabaseSync> {
  const file = await tempFile();
  await putMigratedFile(file);
  const db = new DatabaseSync(file, { enableForeignKeyConstraints: false });
  onTestFinished(() => db.close());
  db.prepare(
    "insert into webhook_endpoint values ('hook_1', 's', 'u', '', '', '', null, null, 0, ?, null, 0)",
  ).run(offMs);
  db.prepare("insert into webhook_progress values ('hook_1', ?, 0, 0, ?, null, 0)").run(
    seq,
    nextTryMs,
  );
  const add = db.prepare("insert into webhook_event values (?, 'baccarat', ?, 'round.result', ?)");
  [1, 2].forEach((each) => add.run(each, each, atMs));
  return db;
}

test("webhooks of one round after the other, told again at times, are as promised", () => {
  arriveWhole(1_000);
  arriveWhole(1_001);
  arrive("round.result", 1_001);
  arrive("round.result", 1_002, { nowMs: resultMs(1_002) });
  expect(findings.first).toBeNull();
});

test("rounds that were told as missed are no gap", () => {
  arriveWhole(1_000);
  const rounds = [{ game: game.slug, from: 1_001, to: 1_005, results: "/results" }];
  webhooks.arrived("missed", JSON.stringify({ type: "missed", data: { rounds } }), LATER_MS);
  arriveWhole(1_006);
  webhooks.arrived("test", JSON.stringify({ type: "test", data: { endpoint: "x" } }), LATER_MS);
  expect(findings.first).toBeNull();
});

test("with beacons results may come after what happened later", () => {
  watch("drand");
  arrive("round.opened", 1_001);
  arrive("round.result", 1_000);
  arrive("round.result", 1_003);
  expect(findings.first).toBeNull();
});

test("what is told anew after the store went back is not held against what came before", () => {
  arriveWhole(1_000);
  arriveWhole(1_001);
  webhooks.forget(LATER_MS);
  // Still from the process that was.
  arrive("round.closed", 1_002, { nowMs: LATER_MS + 1_000 });
  arrive("round.result", 1_000, { nowMs: LATER_MS + 5_000 });
  arrive("round.closed", 1_002, { nowMs: LATER_MS + 5_000 });
  expect(findings.first).toBeNull();
});

// The cause: what was posted twice around a restore, the second time when that was over, stood for the last one told.
test("a repeat of what came as the store went back says nothing of what follows", () => {
  webhooks.forget(LATER_MS);
  arrive("round.result", 1_000, { nowMs: LATER_MS + 1_000 });
  arrive("round.result", 1_000, { nowMs: LATER_MS + 5_000 });
  arrive("round.result", 1_005, { nowMs: LATER_MS + 5_000 });
  expect(findings.first).toBeNull();
  arrive("round.result", 1_007, { nowMs: LATER_MS + 5_000 });
  expect(findings.first).toMatch(/^every webhook: round.result 1007 came, and none .* 1006$/);
});

test("a webhook that comes after what happened later is found", () => {
  arrive("round.closed", 1_000);
  arrive("round.opened", 1_000);
  expect(findings.first).toBe(
    "every webhook in order: round.opened 1000 came after what happened later",
  );
});

test("a result that is left out is found", () => {
  arriveWhole(1_000);
  arriveWhole(1_002);
  expect(findings.first).toBe(
    "every webhook: round.result 1002 came, and none of the result of round 1001",
  );
});

test("an event that comes under two ids, so that whoever counts by them has it twice, is found", () => {
  watch("drand");
  arrive("round.result", 1_000);
  arrive("round.result", 1_000, { endpoint: "hook_2" });
  expect(findings.first).toBe(
    "every webhook once: the round.result of baccarat 1000 came as round.result 1000, and as hook_2 round.result 1000",
  );
});

test("a webhook of no game is found", () => {
  arrive("round.opened", 1_000, { slug: "roulette" });
  expect(findings.first).toBe("every webhook: round.opened 1000 is of no game");
});

test("a result that comes before its time is found", () => {
  arrive("round.result", 1_000, { nowMs: resultMs(1_000) - 700 });
  expect(findings.first).toBe("no outcome early: round.result 1000 came 700 ms before its time");
});

test("a second try that says something else is found", () => {
  arrive("round.result", 1_000);
  arrive("round.result", 1_000, { winner: "player" });
  expect(findings.first).toMatch(/^a webhook says the same again: round.result 1000 was .*banker/);
});

test("a result that is another one than before the store went back is found", () => {
  arrive("round.result", 1_000);
  webhooks.forget(LATER_MS);
  arrive("round.result", 1_000, { winner: "player", nowMs: LATER_MS + 5_000 });
  expect(findings.first).toMatch(/^history never changes: a webhook says of baccarat 1000/);
});

test("an endpoint that was told all, or cannot be told yet, misses none", async () => {
  expect(webhooks.missing(await progress(2), 100_000)).toBeNull();
  expect(webhooks.missing(await progress(1, { nextTryMs: 90_000 }), 100_000)).toBeNull();
  expect(webhooks.missing(await progress(1, { offMs: 5 }), 100_000)).toBeNull();
  expect(webhooks.missing(await progress(1, { atMs: 90_000 }), 100_000)).toBeNull();
});

test("an endpoint that is not told what happened is found", async () => {
  expect(webhooks.missing(await progress(1), 100_000)).toBe(
    "the endpoint hook_1 was told up to 1 of 2",
  );
});
