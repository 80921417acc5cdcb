import { expect, test } from "vitest";
import type { Entropy } from "../../../src/round/derive.ts";
import { createFindings } from "../findings.ts";
import { watchStream } from "./streams.ts";

/* A watch that never says anything would let every fault pass: each promise is seen kept and broken here. */

/** Has messages come every ten seconds; gives what was broken. */
function heard(ids: readonly string[], calmSinceMs = -Infinity, entropy: Entropy = "seed") {
  const findings = createFindings(() => {});
  const watch = watchStream(findings, "north baccarat", entropy);
  ids.forEach((id, index) => watch.message(id, index * 10_000, calmSinceMs));
  return findings.first;
}

test("a stream that tells all phases in order is as promised", () => {
  const ids = ["7:result", "7:waiting", "8:betting", "8:revealing", "8:result"];
  expect(heard(ids)).toBeNull();
});

test("messages may be missing while the server cannot do its work", () => {
  expect(heard(["7:result", "9:betting"], Infinity)).toBeNull();
  expect(heard(["7:result", "9:betting"], 5_000)).toBeNull();
});

test("with beacons bets may close earlier than was said at first, and rounds be left out", () => {
  expect(heard(["7:betting", "7:betting", "9:betting"], -Infinity, "drand")).toBeNull();
});

test.each<readonly [string, readonly string[], Entropy]>([
  ["the same phase again", ["7:betting", "7:betting"], "seed"],
  ["the same result again, with beacons too", ["7:result", "7:result"], "drand"],
  ["an earlier phase", ["7:result", "7:revealing"], "seed"],
  ["an earlier round, with beacons too", ["8:betting", "7:waiting"], "drand"],
])("%s is found", (_what, ids, entropy) => {
  const words = `every message in order, once: north baccarat sent ${ids[1]} after ${ids[0]}`;
  expect(heard(ids, -Infinity, entropy)).toBe(words);
});

test("a phase that is left out is found", () => {
  expect(heard(["7:betting", "7:result"])).toMatch(/^every message: north baccarat sent 7:result/);
});
