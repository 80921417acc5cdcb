import { describe, expect, test } from "vitest";
import { textOf } from "../../support/contract.ts";
import { HASHED_PATH, SCRIPT } from "../../support/dist.ts";
import { startListening } from "../../support/listening-service.ts";
import { issueKey, sharedService } from "../../support/service.ts";

const service = sharedService();

function asset(path: string, headers: Record<string, string> = {}): Promise<Response> {
  return service().ask(path, { headers });
}

test.each([
  [HASHED_PATH, "text/javascript; charset=utf-8", "public, max-age=31536000, immutable"],
  ["/game-table.js", "text/javascript; charset=utf-8", "no-cache"],
  ["/favicon.svg", "image/svg+xml; charset=utf-8", "no-cache"],
  ["/image.png", "image/png", "no-cache"],
])("%s is served as %s, cached as %s", async (path, type, caching) => {
  const { status, headers } = await asset(path);
  expect(status).toBe(200);
  expect(Object.fromEntries(headers)).toEqual({
    "access-control-allow-origin": "*",
    "cache-control": caching,
    "content-length": expect.stringMatching(/^\d+$/),
    "content-type": type,
    "cross-origin-resource-policy": "cross-origin",
    etag: expect.stringMatching(/^W\/"[\w-]{22}"$/),
    vary: "accept-encoding",
    "x-content-type-options": "nosniff",
  });
});

test.each([
  ["gzip, deflate, br", "br"],
  ["gzip", "gzip"],
  ["gzip;q=1.0, *;q=0", "gzip"],
  ["br;q=0, gzip", "gzip"],
  ["br;q=0, gzip;q=0", null],
])('a client that accepts "%s" gets the encoding "%s"', async (accepted, encoding) => {
  const response = await asset(HASHED_PATH, { "accept-encoding": accepted });
  expect(response.headers.get("content-encoding")).toBe(encoding);
  expect(await textOf(response)).toBe(SCRIPT);
});

describe("a client that has cached the file", () => {
  async function etag(): Promise<string> {
    return (await asset(HASHED_PATH)).headers.get("etag") ?? "";
  }

  test.each<[string, (tag: string) => string]>([
    ["its etag", (tag) => tag],
    ["its etag as a strong etag", (tag) => tag.slice(2)],
    ["several etags", (tag) => `"x", ${tag} , W/"y"`],
  ])("a client that sends %s gets 304 without a body", async (_, header) => {
    const response = await asset(HASHED_PATH, { "if-none-match": header(await etag()) });
    expect(response.status).toBe(304);
    expect(response.headers.get("etag")).toBe(await etag());
    expect(response.headers.get("cache-control")).toContain("immutable");
    expect(await response.text()).toBe("");
  });
});

test.each([
  ["/", "a trusted proxy", { TRUST_PROXY: "loopback" }, /"https:\/\/127\.0\.0\.1:\d+["/]/],
  ["/verify/", "no settings", {}, /"http:\/\/127\.0\.0\.1:\d+["/]/],
  [
    "/replay/baccarat/7",
    "BASE_URL",
    { BASE_URL: "https://a.example" },
    /"https:\/\/a\.example["/]/,
  ],
  [
    "/docs/embed/",
    "a trusted proxy",
    { TRUST_PROXY: "loopback" },
    /"https:\/\/127\.0\.0\.1:\d+["/]/,
  ],
  ["/docs/deploy/", "no settings", {}, /BASE_URL=https:\/\/games\.example\.com/],
])("the page %s contains the service's own URL, with %s", async (path, _, env, named) => {
  const { url } = await startListening({ env });
  const response = await fetch(url + path, { headers: { "x-forwarded-proto": "https" } });
  expect(await response.text()).toMatch(named);
});

test("pages are compressed for clients that accept it", async () => {
  const { keyText } = await issueKey(service());
  for (const path of [`/embed/baccarat/?key=${keyText}`, "/embed/baccarat/api/results?limit=72"]) {
    const plain = await (await asset(path)).text();
    for (const encoding of ["br", "gzip"]) {
      const response = await asset(path, { "accept-encoding": encoding });
      expect(response.headers.get("content-encoding")).toBe(encoding);
      expect(response.headers.get("vary")).toBe("accept-encoding");
      expect(await textOf(response)).toBe(plain);
    }
  }
  const refused = await asset("/embed/baccarat/?key=x", { "accept-encoding": "br" });
  expect(refused.headers.get("content-encoding")).toBeNull();
});
