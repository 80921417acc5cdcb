/*
 * Attack: a client requests records from thirty old days in turn. Effect: only 24 days are cached, so each request took
 * 20 ms of CPU. Defence: each recomputation counts towards the IP address's compute budget.
 */
import { expect, test } from "vitest";
import { createComputeBudget } from "../../server/http/compute-budget.ts";
import type { SignedHeader } from "../../src/fairness/header.ts";
import type { RoundRecord } from "../../src/fairness/record.ts";
import { NOW_MS } from "../support/service.ts";
import { stubApp } from "../support/stub-app.ts";

const ROUNDS_A_DAY = 2_880;

test("an IP address can request the records of only ten old days in one burst", async () => {
  let nowMs = NOW_MS;
  let committed = 0;
  const { ask } = stubApp({
    budget: createComputeBudget(() => nowMs),
    fairness: {
      headers: { of: () => ({}) as SignedHeader },
      isCommitted: (_game, day) => day === Math.floor(NOW_MS / 86_400_000),
      records: {
        async of() {
          committed += 1;
          return { record: {} as RoundRecord, isFinal: true };
        },
      },
      keys: () => ({ version: "tbs/1", keys: [], chains: [], firstRounds: {} }),
    },
  });
  const statusOf = async (round: number) =>
    (await ask(`/embed/baccarat/api/rounds/${round}`)).status;
  const statuses: number[] = [];
  for (let day = 0; day < 30; day++) {
    statuses.push(await statusOf(1 + day * ROUNDS_A_DAY));
  }
  expect(statuses.slice(0, 10)).toEqual(Array(10).fill(200));
  expect(statuses.slice(10)).toEqual(Array(20).fill(429));
  expect(committed).toBe(10);
  const today = 181 * ROUNDS_A_DAY + 1;
  for (let index = 0; index < 100; index++) {
    expect(await statusOf(today + index)).toBe(200);
  }
  nowMs += 1_000;
  expect(await statusOf(1)).toBe(200);
});
