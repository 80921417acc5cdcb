/*
 * Somebody asks for pages of 500 old rounds, each time of others: 18 ms each, since all rounds of a page
 * were dealt anew in one go. 63 such requests a second raised the time of `current` to half a second.
 * Now a round is dealt once and its text kept, 20 in a turn of the event loop, however many ask, and an
 * address has so many rounds dealt for it in a while.
 */
import { expect, test } from "vitest";
import { loopTurns } from "../../server/runtime/loop-turns.ts";
import { startListening } from "../support/listening-service.ts";
import { NOW_MS } from "../support/service.ts";

const RESULTS = "/embed/baccarat/api/results?limit=500";
const from = (address: string) => ({ headers: { "x-forwarded-for": address } });

test("one address has a week of old rounds dealt, and then some each second", async () => {
  const { url, clock } = await startListening({ env: { TRUST_PROXY: "loopback" } });
  const statusOf = async (page: number, address = "192.0.2.1") =>
    (await fetch(`${url}${RESULTS}&before=${400_000 - page * 500}`, from(address))).status;
  let page = 0;
  while ((await statusOf(page)) === 200) {
    page += 1;
  }
  expect(page).toBeGreaterThanOrEqual(30);
  expect(page).toBeLessThanOrEqual(40);
  const refused = await fetch(`${url}${RESULTS}&before=1000`, from("192.0.2.1"));
  expect(refused.status).toBe(429);
  expect(refused.headers.get("retry-after")).toBe("1");
  expect(await refused.json()).toMatchObject({
    title: "Too Many Requests",
    detail: expect.stringContaining("Ask again in a second"),
  });
  // Everybody else, and what all ask for, is answered.
  expect(await statusOf(page, "192.0.2.2")).toBe(200);
  expect((await fetch(`${url}/embed/baccarat/api/current`, from("192.0.2.1"))).status).toBe(200);
  clock.nowMs += 1_000;
  expect(await statusOf(page + 1)).toBe(200);
});

test("who asks for the latest rounds as often as he likes is never refused", async () => {
  const { url, clock } = await startListening({ nowMs: NOW_MS });
  for (let second = 0; second < 300; second++) {
    clock.nowMs += 1_000;
    expect((await fetch(`${url}/embed/baccarat/api/results`)).status).toBe(200);
  }
});

test("a page that was dealt says the same when it is kept", async () => {
  const { url } = await startListening();
  for (const page of ["before=9000", "after=0", "after=8000", "round=77"]) {
    const ask = async () => (await fetch(`${url}${RESULTS}&${page}`)).json();
    const dealt = (await ask()) as { round: number }[];
    expect(dealt.length).toBe(page === "round=77" ? 1 : 500);
    expect(new Set(dealt.map(({ round }) => round)).size).toBe(dealt.length);
    expect(await ask()).toEqual(dealt);
  }
});

test("parts of long work take turns with everything else", async () => {
  const nextTurn = loopTurns();
  const done: string[] = [];
  const work = async (name: string) => {
    for (let part = 1; part <= 3; part++) {
      await nextTurn();
      done.push(name);
    }
  };
  const both = Promise.all([work("a"), work("b")]);
  setImmediate(() => setImmediate(() => done.push("a request")));
  await both;
  expect(done.indexOf("a request")).toBeLessThan(4);
  expect(done.filter((name) => name === "a")).toHaveLength(3);
});
