import { expect, test } from "vitest";
import { startService } from "../../support/service.ts";
import { stubApp } from "../../support/stub-app.ts";

test("a service that can serve is healthy", async () => {
  const { ask } = await startService();
  const answer = await ask("/healthz");
  expect(answer.status).toBe(200);
  expect(answer.headers.get("cache-control")).toBe("no-store");
  expect(await answer.json()).toEqual({ status: "ok" });
});

test("a service whose games are all down is healthy", async () => {
  const { ask } = await startService({ down: ["dragontiger", "baccarat", "bigsixball"] });
  expect((await ask("/healthz")).status).toBe(200);
});

test("a service whose store is closed is 503, with the reason in words and in the log", async () => {
  const { ask, close, log } = await startService();
  await close();
  const answer = await ask("/healthz");
  expect(answer.status).toBe(503);
  expect(answer.headers.get("retry-after")).toBe("5");
  expect(await answer.json()).toEqual({
    title: "Service Unavailable",
    status: 503,
    detail: "The store of keys cannot be read.",
  });
  expect(log.map((line) => JSON.parse(line))).toMatchObject([{ event: "unhealthy" }]);
});

test("why the store fails is for the log alone", async () => {
  const { ask, log } = stubApp({
    ping: () => Promise.reject(new Error("no such table in /srv/data")),
  });
  const answer = await ask("/healthz");
  expect(answer.status).toBe(503);
  expect(await answer.text()).not.toContain("/srv/data");
  expect(log).toEqual([
    { event: "unhealthy", fields: { reason: "Error: no such table in /srv/data" } },
  ]);
});
