import { expect, test } from "vitest";
import type { Entropy } from "../../../src/round/derive.ts";
import { createFindings } from "../findings.ts";
import { watchStream } from "./streams.ts";

/* A watch that never says anything would let every fault pass: each promise is seen kept and broken here. */

/** Has messages come every ten seconds; gives what was broken. */
function heard(ids: readonly string[], calmSinceMs = -Infinity, entropy: Entropy = "seed") {
  return heardOver([ids], calmSinceMs, entropy);
}

/** The same over one connection after the other. */
function heardOver(
  connections: readonly (readonly string[])[],
  calmSinceMs = -Infinity,
  entropy: Entropy = "seed",
) {
  const findings = createFindings(() => {});
  const watch = watchStream(findings, "baccarat", entropy);
  let atMs = 0;
  for (const ids of connections) {
    watch.opened("north");
    for (const id of ids) {
      watch.message(id, atMs, calmSinceMs);
      expect(watch.lastId).toBe(id);
      atMs += 10_000;
    }
  }
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

test("whoever comes back may be told the last again, and what was missed is no gap", () => {
  expect(heardOver([["7:result"], ["7:result", "7:waiting"]])).toBeNull();
  expect(heardOver([["7:result"], ["8:revealing", "8:result"]])).toBeNull();
});

test("whoever comes back and is told the last one twice, or an earlier one, is found", () => {
  expect(heardOver([["7:result"], ["7:result", "7:result"]])).toBe(
    "every message in order, once: north baccarat sent 7:result after 7:result",
  );
  expect(heardOver([["7:result"], ["7:revealing"]])).toBe(
    "every message in order, once: north baccarat sent 7:revealing after 7:result",
  );
});

test("whoever comes back to a server that is cut off may be told closed bets again, once", () => {
  // Seed 804734921 over 0.2 hours: one server had the beacon, the other was cut off from relays and database.
  const again: [string[], string[]] = [["7:betting", "7:revealing"], ["7:betting"]];
  expect(heardOver(again, Infinity, "drand")).toBeNull();
  const words = "every message in order, once: north baccarat sent 7:betting after 7:revealing";
  expect(heardOver(again, -Infinity, "drand")).toBe(words);
  expect(heardOver(again, Infinity, "seed")).toBe(words);
  expect(heardOver([["7:revealing", "7:betting"]], Infinity, "drand")).toBe(words);
  expect(heardOver([["8:revealing"], ["7:betting"]], Infinity, "drand")).toMatch(
    /after 8:revealing/,
  );
});
