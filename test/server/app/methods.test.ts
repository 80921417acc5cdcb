import { describe, expect, test } from "vitest";
import { HASHED_PATH } from "../../support/dist.ts";
import { issueKey, sharedService } from "../../support/service.ts";

const service = sharedService();

const ALLOWED = "GET, HEAD, OPTIONS";
const STREAM = "/embed/baccarat/api/stream";
const LOBBY_STREAM = "/lobby/api/stream";
const ADDRESSES = [
  "/",
  "/healthz",
  "/embed/baccarat",
  "/embed/baccarat/",
  "/embed/baccarat/api/current",
  "/embed/baccarat/api/results",
  "/embed/baccarat/api/schedule",
  STREAM,
  "/lobby",
  "/lobby/",
  "/lobby/api/current",
  LOBBY_STREAM,
  "/favicon.svg",
  HASHED_PATH,
];

describe.each(ADDRESSES)("%s", (path) => {
  test.each(["POST", "PUT", "DELETE", "PATCH", "PROPFIND"])("does not take %s", async (method) => {
    const { ask } = service();
    const answer = await ask(path, { method, headers: { accept: "application/json" } });
    expect(answer.status).toBe(405);
    expect(answer.headers.get("allow")).toBe(ALLOWED);
    expect(answer.headers.get("cache-control")).toBe("no-store");
    expect(await answer.json()).toEqual({
      title: "Method Not Allowed",
      status: 405,
      detail: "This address answers GET, HEAD, OPTIONS only.",
      code: "method_not_allowed",
    });
  });

  test("allows any page to read, in a preflight", async () => {
    const { ask } = service();
    const answer = await ask(path, {
      method: "OPTIONS",
      headers: {
        origin: "https://casino.example",
        "access-control-request-method": "GET",
        "access-control-request-headers": "x-poll",
      },
    });
    expect(answer.status).toBe(204);
    expect(await answer.text()).toBe("");
    expect(Object.fromEntries(answer.headers)).toEqual({
      allow: ALLOWED,
      "access-control-allow-origin": "*",
      "access-control-allow-methods": ALLOWED,
      "access-control-allow-headers": "*",
      "access-control-max-age": "86400",
      "cross-origin-resource-policy": "cross-origin",
    });
  });
});

test("HEAD is GET without the body: same status, same headers", async () => {
  const { keyText } = await issueKey(service());
  const paths = [
    // Without an end a stream has a test of its own, over the wire.
    ...ADDRESSES.filter((path) => path !== STREAM && path !== LOBBY_STREAM),
    `/embed/baccarat/?key=${keyText}`,
    "/embed/baccarat/api/results?limit=0",
    "/embed/nosuch/api/current",
    "/nothing",
  ];
  for (const path of paths) {
    const get = await service().ask(path);
    const head = await service().ask(path, { method: "HEAD" });
    expect(head.status).toBe(get.status);
    expect(Object.fromEntries(head.headers)).toEqual(Object.fromEntries(get.headers));
    expect(await head.text()).toBe("");
  }
});

/** In the contract's order: what is not there, then the method, the key and last the maintenance. */
describe("of several reasons to refuse the first counts", () => {
  const refusing = sharedService({ down: ["baccarat"] });

  test.each([
    ["an unknown game before the method", "POST", "/embed/nosuch/", 404],
    ["an unknown game before the method of its API", "POST", "/embed/nosuch/api/current", 404],
    ["an unknown address before the method", "DELETE", "/nothing", 404],
    ["an unknown game before a wrong limit", "GET", "/embed/nosuch/api/results?limit=0", 404],
    ["the method before a missing key", "POST", "/embed/baccarat/", 405],
    ["the method before the maintenance", "PUT", "/embed/baccarat/api/current", 405],
    ["the method before a wrong limit", "POST", "/embed/baccarat/api/results?limit=0", 405],
    ["a missing key before the maintenance", "GET", "/embed/baccarat/", 401],
    ["a wrong key before the maintenance", "GET", "/embed/baccarat/?key=tbs_live_x", 401],
    ["an unknown game before a missing key", "GET", "/embed/nosuch/", 404],
    ["an unknown game before the method of its stream", "POST", "/embed/nosuch/api/stream", 404],
    ["the method before the maintenance of a stream", "PUT", STREAM, 405],
    ["the maintenance of a stream, at the end", "GET", STREAM, 503],
    ["the maintenance, at the end", "GET", "/embed/baccarat/api/current", 503],
  ])("%s", async (_, method, path, status) => {
    expect((await refusing().ask(path, { method })).status).toBe(status);
  });
});
