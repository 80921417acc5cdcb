import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { readdir } from "node:fs/promises";
import { request } from "node:http";
import type { Socket } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { NOON, sharedSandbox, startSandbox } from "../../support/sandbox.ts";
import { sharedService } from "../../support/service.ts";

const service = sharedService();
/** Refuses all that these tests ask of it. */
const refusing = sharedSandbox();
const COMMAND = JSON.stringify({ do: "rate", rate: 100 });

/** Sends a command with headers that fetch would not let through. */
function send(url: string, headers: Record<string, string>, method = "POST"): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { method, headers }, (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    });
    sent.on("error", reject);
    sent.end(method === "POST" ? COMMAND : undefined);
  });
}

/** So long after the sandbox began, as its clock says it. */
const at = (ms: number) => new Date(Date.parse(NOON.start) + ms).toISOString();

const JSON_TYPE = { "content-type": "application/json" };

test.each([
  ["DNS that was turned to this machine", { ...JSON_TYPE, host: "evil.example" }, 403],
  ["the same with a port", { ...JSON_TYPE, host: "evil.example:3101" }, 403],
  ["a page of another origin", { ...JSON_TYPE, origin: "https://evil.example" }, 403],
  ["a page without an origin of its own", { ...JSON_TYPE, origin: "null" }, 403],
  ["a page of the service itself", { ...JSON_TYPE, origin: "http://127.0.0.1:3100" }, 403],
  ["a browser, for a site", { ...JSON_TYPE, "sec-fetch-site": "cross-site" }, 403],
  ["a form", { "content-type": "text/plain" }, 415],
])("the control API takes no command from %s", async (_, headers, status) => {
  expect(await send(refusing().controlUrl, headers)).toBe(status);
  expect((await refusing().state()).rate).toBe(0);
});

test("no page reads the state either: it holds the keys", async () => {
  const { controlUrl } = refusing();
  expect(await send(controlUrl, { host: "evil.example" }, "GET")).toBe(403);
  expect(await send(controlUrl, { "sec-fetch-site": "cross-site" }, "GET")).toBe(403);
  const answer = await fetch(controlUrl);
  expect(answer.status).toBe(200);
  expect(answer.headers.get("access-control-allow-origin")).toBeNull();
});

// Cause: a server gives up connections that are silent for two minutes, and a command may wait for ten.
test("a command that waits keeps its connection for as long as it takes", async () => {
  const silentMs: (number | undefined)[] = [];
  const finished = "http.server.response.finish";
  const note = (message: unknown) => silentMs.push((message as { socket: Socket }).socket.timeout);
  subscribe(finished, note);
  onTestFinished(() => void unsubscribe(finished, note));
  await refusing().tell({ do: "wait", ms: 1 });
  expect(silentMs).toEqual([0]);
});

test.each([
  [{}, '"do" must be one of'],
  [{ do: "next", game: "poker", outcome: "tie" }, '"game" must be one of: dragontiger'],
  [{ do: "next", game: "baccarat" }, '"outcome" must be a text'],
  [{ do: "next", game: "baccarat", outcome: { colour: "red" } }, "and not colour"],
  [{ do: "next", game: "baccarat", outcome: "tie", phase: "dealing" }, '"phase" must be one of'],
  [{ do: "rate", rate: 1e9 }, '"rate" must be a number from 0 to 100'],
  [{ do: "rate", speed: 1 }, "and not speed"],
  [{ do: "move", to: "yesterday" }, '"to" must be one of'],
  [{ do: "move", to: "result" }, "Name the game"],
  [{ do: "move", to: "2026-06-30T12:00:00Z" }, '"to" must be one of'],
  [{ do: "move", to: "2027-07-01T12:00:00Z" }, "at most 31 days ahead"],
  [{ do: "trouble", name: "slow" }, '"on" must be true or false'],
  [{ do: "trouble", name: "fire", on: true }, "There is no trouble"],
  [{ do: "trouble", name: "slow", on: true, ms: -1 }, '"ms" must be a number'],
  [{ do: "trouble", name: "maintenance", on: true, game: "poker" }, "There is no game"],
  [{ do: "trouble", name: "late-beacons", on: true }, 'start with "mode": "drand"'],
  [[{ do: "rate", rate: 0 }, { do: "dance" }], 'Step 2: "do" must be one of'],
  ["tie", "A command must be a JSON object."],
])("the control API says what is wrong with %j", async (command, words) => {
  expect(await refusing().tell(command)).toMatchObject({
    status: 400,
    detail: expect.stringContaining(words),
  });
});

test.each([
  ["no JSON", "{do: rate}", 400, "The command is no JSON."],
  ["nothing", "", 400, "The command is no JSON."],
  ["JSON without an end", '{"do":"rate"', 400, "The command is no JSON."],
  ["more than any script", `"${"x".repeat(8_000_000)}"`, 413, "Send them in several requests."],
])("a body that is %s is refused in words", async (_, body, status, words) => {
  const { controlUrl, read } = refusing();
  const answer = await fetch(controlUrl, { method: "POST", headers: JSON_TYPE, body });
  expect(answer.status).toBe(status);
  expect(((await answer.json()) as { detail: string }).detail).toContain(words);
  // It goes on as before.
  expect(await read("/embed/baccarat/api/current")).toHaveProperty("round");
});

test("a list stops at what cannot be done, and says how far it came", async () => {
  const { tell, state } = await startSandbox();
  const steps = [
    { do: "move", to: "result", game: "baccarat" },
    { do: "next", game: "baccarat", outcome: "dragon" },
    { do: "rate", rate: 100 },
  ];
  const { status, detail } = await tell(steps);
  expect(status).toBe(400);
  expect(detail).toMatch(
    /^Step 2: baccarat has no outcome "dragon".*\(the 1 before it were done\.\)$/,
  );
  expect(await state()).toMatchObject({ rate: 0, now: "2026-07-01T12:00:24.000Z" });
});

test("a scripted outcome too unlikely to be found is refused, and the clock stays", async () => {
  const { tell, state } = refusing();
  const before = (await state()).now;
  const outcome = { result: "tie", player_total: 0, banker_total: 9 };
  const { status, detail } = await tell({ do: "next", game: "baccarat", outcome });
  expect([status, detail]).toEqual([400, expect.stringContaining("Ask for a likelier one.")]);
  expect((await state()).now).toBe(before);
});

test("a real service has no such address, on any method", async () => {
  for (const path of ["/control", "/sandbox", "/sandbox/", "/api/control"]) {
    for (const method of ["GET", "POST"]) {
      const { status } = await service().ask(path, {
        method,
        ...(method === "POST" && { body: COMMAND }),
      });
      expect(status).toBe(404);
    }
  }
  // The control API's own address is the front page there, which takes no commands.
  expect((await service().ask("/", { method: "POST", body: COMMAND })).status).toBe(405);
});

test("several commands are done one after another, whoever sends them", async () => {
  const { tell, state } = await startSandbox();
  const moves = Array.from({ length: 5 }, () =>
    tell({ do: "move", to: "betting", game: "baccarat" }),
  );
  const reached = (await Promise.all(moves)).map(({ now }) => now as string);
  expect(new Set(reached).size).toBe(5);
  expect((await state()).now).toBe("2026-07-01T12:02:30.000Z");
});

test("lists that are sent at once do not mix: each is done as if it were alone", async () => {
  const { tell } = await startSandbox();
  const list = [
    { do: "move", to: "result", game: "baccarat" },
    { do: "wait", ms: 20 },
    { do: "move", to: "betting", game: "baccarat" },
  ];
  const lists = await Promise.all([tell(list), tell(list), tell(list)]);
  // The second of the clock at the end of each list's moves, which a move from another list would change.
  const reached = lists.map(([result, , betting]) => [result.now, betting.now]);
  expect(reached.toSorted()).toEqual(
    [0, 30_000, 60_000].map((laterMs) => [at(24_000 + laterMs), at(30_000 + laterMs)]),
  );
});

test("a sandbox that ends leaves the rest of a list undone", async () => {
  const { inTurn, close } = await startSandbox();
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
  const rest = inTurn(async (execute) => {
    begin();
    await execute({ do: "wait", ms: 20 });
    return execute({ do: "rate", rate: 1 });
  });
  await begun;
  await Promise.all([close(), expect(rest).rejects.toThrow("The sandbox is ending.")]);
});

test("what a sandbox stored is gone when it ends", async () => {
  const sandbox = await startSandbox();
  expect(await readdir(sandbox.tempDir)).toHaveLength(1);
  await sandbox.close();
  expect(await readdir(sandbox.tempDir)).toEqual([]);
});
