import { readdir } from "node:fs/promises";
import { request } from "node:http";
import { expect, test } from "vitest";
import { sharedSandbox, startSandbox } from "../../support/sandbox.ts";
import { sharedService } from "../../support/service.ts";

const service = sharedService();
/** A sandbox that rejects all requests in these tests. */
const refusing = sharedSandbox();
const COMMAND = JSON.stringify({ do: "rate", rate: 100 });

/** Sends a command with headers that fetch would not allow. */
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

const JSON_TYPE = { "content-type": "application/json" };

test.each([
  ["a page after DNS rebinding", { ...JSON_TYPE, host: "evil.example" }, 403],
  ["a page from another origin", { ...JSON_TYPE, origin: "https://evil.example" }, 403],
  ["a page with an opaque origin", { ...JSON_TYPE, origin: "null" }, 403],
  ["a browser's navigation", { ...JSON_TYPE, "sec-fetch-site": "cross-site" }, 403],
  ["a form", { "content-type": "text/plain" }, 415],
])("the control API does not accept commands from %s", async (_, headers, status) => {
  expect(await send(refusing().controlUrl, headers)).toBe(status);
  expect((await refusing().state()).rate).toBe(0);
});

test.each([
  ["nothing to do", {}, '"do" must be one of'],
  [
    "an unknown game",
    { do: "next", game: "poker", outcome: "tie" },
    '"game" must be one of: dragontiger',
  ],
  [
    "another game's outcome",
    { do: "next", game: "baccarat", outcome: "dragon" },
    "player, banker, tie, natural",
  ],
  [
    "an unknown field",
    { do: "next", game: "baccarat", outcome: { colour: "red" } },
    "An outcome of baccarat has the fields",
  ],
  ["a rate that is too high", { do: "rate", rate: 1e9 }, '"rate" must be a number from 0 to 100'],
  ["a phase without a game", { do: "move", to: "result" }, "Specify the game"],
  ["a time that is too far ahead", { do: "move", to: "2027-07-01T12:00:00Z" }, "to 31 days ahead"],
  [
    "an unknown failure",
    { do: "failure", name: "fire", on: true },
    '"name" must be one of: maintenance',
  ],
  [
    "maintenance of an unknown game",
    { do: "failure", name: "maintenance", on: true, game: "poker" },
    '"game" must be one of',
  ],
  [
    "a webhook URL that is not https",
    { do: "webhook", url: "ftp://example.com" },
    "An endpoint must use https",
  ],
  ["a list instead of an object", [{ do: "rate", rate: 0 }], "A command must be a JSON object."],
])("a command with %s is rejected with an explanation", async (_, command, words) => {
  expect(await refusing().tell(command)).toMatchObject({
    status: 400,
    detail: expect.stringContaining(words),
  });
});

test("a real service has no control API", async () => {
  for (const path of ["/control", "/sandbox", "/sandbox/", "/api/control"]) {
    for (const method of ["GET", "POST"]) {
      const { status } = await service().ask(path, {
        method,
        ...(method === "POST" && { body: COMMAND }),
      });
      expect(status).toBe(404);
    }
  }
  // On a real service, the control API's path is the front page, which does not accept commands.
  expect((await service().ask("/", { method: "POST", body: COMMAND })).status).toBe(405);
});

test("a sandbox's data is deleted when it ends", async () => {
  const sandbox = await startSandbox();
  expect(await readdir(sandbox.tempDir)).toHaveLength(1);
  await sandbox.close();
  expect(await readdir(sandbox.tempDir)).toEqual([]);
});
