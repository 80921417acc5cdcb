import { expect, test } from "vitest";
import about from "../../../package.json" with { type: "json" };
import { startService } from "../../support/service.ts";
import { stubApp } from "../../support/stub-app.ts";

const { version } = about;

test("a service that can serve is healthy", async () => {
  const { ask } = await startService();
  const answer = await ask("/healthz");
  expect(answer.status).toBe(200);
  expect(answer.headers.get("cache-control")).toBe("no-store");
  expect(await answer.json()).toEqual({ status: "ok", version, clock: "unwitnessed" });
});

test("a service whose games are all down is healthy", async () => {
  const { ask } = await startService({ down: ["dragontiger", "baccarat", "bigsixball"] });
  expect((await ask("/healthz")).status).toBe(200);
});

test("a service that was stopped is 503, with the reason in words", async () => {
  const { ask, close } = await startService();
  await close();
  const answer = await ask("/healthz");
  expect(answer.status).toBe(503);
  expect(answer.headers.get("retry-after")).toBe("5");
  expect(await answer.json()).toEqual({
    title: "Service Unavailable",
    status: 503,
    detail: "The service has stopped.",
    code: "not_ready",
  });
});

test("a service whose store does not answer stays in service, and says so", async () => {
  const { ask } = stubApp({ store: { state: "lost", fault: "The database does not answer." } });
  const answer = await ask("/healthz");
  expect(answer.status).toBe(200);
  expect(await answer.json()).toEqual({
    status: "degraded",
    detail:
      "The database does not answer. Rounds and known keys go on while the clock can do without it.",
    version,
    clock: "unwitnessed",
  });
});
