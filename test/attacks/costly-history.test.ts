/*
 * Attack: a client requests pages of 500 old rounds, always different ones. Effect: each page was dealt without a
 * pause, which took 18 ms, and 63 such requests a second raised the response time of `current` to half a second.
 * Defence: a round is dealt once, each turn of the event loop deals 20 rounds, and each IP address has a budget for old
 * rounds.
 */
import { expect, test } from "vitest";
import { startListening } from "../support/listening-service.ts";

const RESULTS = "/embed/baccarat/api/results?limit=500";
const from = (address: string) => ({ headers: { "x-forwarded-for": address } });

test("one IP address can request at most 20,000 old rounds in one burst", async () => {
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
    detail: expect.stringContaining("Try again in a second"),
  });
  // Other addresses, and the most requested pages, are still served.
  expect(await statusOf(page, "192.0.2.2")).toBe(200);
  expect((await fetch(`${url}/embed/baccarat/api/current`, from("192.0.2.1"))).status).toBe(200);
  clock.nowMs += 1_000;
  expect(await statusOf(page + 1)).toBe(200);
});
