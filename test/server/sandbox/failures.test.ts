import { expect, test } from "vitest";
import { startSandbox } from "../../support/sandbox.ts";

const CURRENT = "/embed/baccarat/api/current";
const STREAM = "/embed/baccarat/api/stream";

test("maintenance closes one game or all games", async () => {
  const { tell, url } = await startSandbox();
  const status = async (path: string) => (await fetch(url + path)).status;
  const closed = { do: "failure", name: "maintenance", on: true, game: "baccarat" };
  expect(await tell(closed)).toEqual({ failures: ["maintenance"] });
  expect(await status(CURRENT)).toBe(503);
  expect(await status("/embed/dragontiger/api/current")).toBe(200);
  expect(await status("/embed/baccarat/api/results")).toBe(200);
  await tell({ ...closed, on: false, game: undefined });
  expect(await status(CURRENT)).toBe(200);
});

// Cause: open streams continued, so tables did not notice the failure.
test("`unavailable` returns 503 with Retry-After for every URL, and ends streams", async () => {
  const { tell, url } = await startSandbox();
  const stream = await fetch(url + STREAM);
  await tell({ do: "failure", name: "unavailable", on: true });
  await stream.text().catch(() => "cut");
  for (const path of ["/", CURRENT, "/embed/baccarat/api/results", "/healthz"]) {
    const response = await fetch(url + path);
    expect([response.status, response.headers.get("retry-after")]).toEqual([503, "5"]);
    expect(await response.json()).toMatchObject({ code: "not_ready", status: 503 });
  }
  await tell({ do: "failure", name: "unavailable", on: false });
  expect((await fetch(url + CURRENT)).status).toBe(200);
});

test("a slow sandbox delays its responses but does not change them", async () => {
  const { tell, url, read } = await startSandbox();
  const prompt = await read(CURRENT);
  await tell({ do: "failure", name: "slow", on: true, ms: 60_000 });
  await expect(fetch(url + CURRENT, { signal: AbortSignal.timeout(200) })).rejects.toThrow(
    "timeout",
  );
  await tell({ do: "failure", name: "slow", on: true, ms: 20 });
  expect(await read(CURRENT)).toEqual(prompt);
});

test("`reset` ends every simulated failure", async () => {
  const { tell, url, state } = await startSandbox({ rate: 2 });
  for (const name of ["maintenance", "no-streams", "unavailable", "late-webhooks"]) {
    await tell({ do: "failure", name, on: true });
  }
  await tell({ do: "rate", rate: 0 });
  await tell({ do: "move", to: "result", game: "baccarat" });
  const { now } = await state();
  expect(await tell({ do: "reset" })).toEqual({ now, rate: 2 });
  expect((await state()).failures).toEqual([]);
  expect((await fetch(url + CURRENT)).status).toBe(200);
  const stream = await fetch(url + STREAM);
  expect(stream.status).toBe(200);
  await stream.body?.cancel();
});

test("open streams can be cut", async () => {
  const { tell, url } = await startSandbox();
  const stream = await fetch(url + STREAM);
  const reading = stream.text();
  await tell({ do: "cut-streams" });
  expect(await reading.catch(() => "cut")).not.toContain("revealing");
  const again = await fetch(url + STREAM);
  expect(again.status).toBe(200);
  await again.body?.cancel();
});

test("a round continues after a restart", async () => {
  const { tell, read, state } = await startSandbox();
  await tell({ do: "next", game: "baccarat", outcome: "tie", phase: "revealing" });
  const before = await read(CURRENT);
  const { keys } = await state();
  await tell({ do: "restart", downMs: 10 });
  expect(await read(CURRENT)).toEqual(before);
  const { url } = await state();
  expect((await fetch(`${url}/embed/baccarat/?key=${keys.good}`)).status).toBe(200);
});
