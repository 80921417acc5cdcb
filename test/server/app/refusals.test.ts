import { describe, expect, test } from "vitest";
import about from "../../../package.json" with { type: "json" };
import { newKeyText } from "../../../server/access/key-text.ts";
import { partWordsOf } from "../../../src/i18n/index.ts";
import { langs } from "../../../src/i18n/langs.ts";
import type { Problem } from "../../../src/wire/problem.ts";
import { startListening } from "../../support/listening-service.ts";
import { openRaw } from "../../support/raw-client.ts";
import { issueKey, NOW_MS, sharedService, startService } from "../../support/service.ts";
import { stubApp } from "../../support/stub-app.ts";

const service = sharedService({ down: ["bigsixball"] });
const AS_JSON = { headers: { accept: "application/json" } };
const ALLOWED = "GET, HEAD, OPTIONS";

/** Keys by their placeholders in the URLs below. */
async function keys(): Promise<Readonly<Record<string, string>>> {
  const good = await issueKey(service());
  const expired = await issueKey(service(), { endsAtMs: NOW_MS - 1 });
  const limited = await issueKey(service(), { origins: ["https://a.example"] });
  return {
    GOOD: good.keyText,
    EXPIRED: expired.keyText,
    LIMITED: limited.keyText,
    SHORT: good.keyText.slice(0, -1),
    UPPER: good.keyText.toUpperCase(),
    NOBODYS: newKeyText(),
    TEST: newKeyText("test"),
    ENDLESS: "x".repeat(5000),
  };
}

interface Init {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
}
type Refusal = [path: string, status: number, code: string, words: RegExp, init?: Init];

async function request(
  path: string,
  { method = "GET", headers = {} }: Init = {},
): Promise<Response> {
  const texts = await keys();
  const whole = path.replace(/\b[A-Z]{4,}\b/g, (name) => texts[name] ?? name);
  return service().ask(whole, { method, headers: { accept: "application/json", ...headers } });
}

const API = "/embed/baccarat/api";
const BAD = /^"\w+" must be a whole number of at least [01] and can appear only once\.$/;
const EMBED = "/embed/baccarat/";
const FRAMED = { headers: { "sec-fetch-dest": "iframe", referer: "https://b.example/" } };
const ALONE = { headers: { "sec-fetch-dest": "document" } };

/** Every refusal of a healthy service, in the contract's order: address, method, key, maintenance. */
const REFUSALS: readonly Refusal[] = [
  ["/nothing", 404, "not_found", /Check it for typos/],
  ["/index.html", 404, "not_found", /Check it for typos/],
  ["/embed/baccarat/index.html", 404, "not_found", /Check it for typos/],
  ["/_astro/%2e%2e/%2e%2e/package.json", 404, "not_found", /Check it for typos/],
  ["/_astro/..%2f..%2fpackage.json", 404, "not_found", /Check it for typos/],
  ["/__proto__", 404, "not_found", /Check it for typos/],
  ["/embed//baccarat/", 404, "not_found", /Check it for typos/],
  ["/nothing", 404, "not_found", /Check it for typos/, { method: "DELETE" }],
  ...["nosuch", "Baccarat", "baccarat%20", "baccarat%00", "..%2fbaccarat", "__proto__"].flatMap(
    (slug) =>
      ["", "api/current", "api/results?limit=0", "api/schedule", "api/stream"].map(
        (rest): Refusal => [
          `/embed/${slug}/${rest}`,
          404,
          "unknown_game",
          /dragontiger, baccarat, bigsixball/,
        ],
      ),
  ),
  ["/embed/nosuch/", 404, "unknown_game", /Use one of/, { method: "POST" }],
  ["/embed/%zz/api/current", 400, "malformed_address", /malformed/],
  ["/fairness/baccarat/2020-01-01.json", 404, "not_published", /no such file/],
  ["/fairness/baccarat/soon.json", 404, "not_published", /no such file/],
  ["/fairness/baccarat/2026-03-01.json", 404, "not_published", /2026-03-01/],
  [`${API}/rounds/0`, 404, "not_published", /does not exist/],
  ["/replay/baccarat/99999999", 404, "not_published", /not finished/],
  ...["/", "/healthz", EMBED, `${API}/current`, `${API}/results?limit=0`, "/lobby/"].flatMap(
    (path) =>
      ["POST", "PUT", "PROPFIND"].map((method): Refusal => [
        path,
        405,
        "method_not_allowed",
        /accepts only GET, HEAD and OPTIONS/,
        { method },
      ]),
  ),
  ...["limit", "before", "round", "after"].flatMap((name) =>
    ["-1", "1.5", "abc", "", "1e3", "%2B5", "5%20", "0x10", `5&${name}=5`, "%D9%A5"].map(
      (value): Refusal => [`${API}/results?${name}=${value}`, 400, "bad_parameter", BAD],
    ),
  ),
  [`${API}/results?limit=0`, 400, "bad_parameter", BAD],
  [`${API}/results?round=5&after=1`, 400, "bad_parameter", /^Pass at most one of "before"/],
  [EMBED, 401, "key_missing", /Add \?key=/],
  [`${EMBED}?key=`, 401, "key_missing", /Add \?key=/],
  [`${EMBED}?Key=GOOD`, 401, "key_missing", /Add \?key=/],
  ["/lobby/", 401, "key_missing", /Add \?key=/],
  [`${EMBED}?key=GOOD&key=GOOD`, 401, "key_invalid", /is incomplete/],
  [`${EMBED}?key=SHORT`, 401, "key_invalid", /is incomplete/],
  [`${EMBED}?key=UPPER`, 401, "key_invalid", /is incomplete/],
  [`${EMBED}?key=GOOD%20`, 401, "key_invalid", /is incomplete/],
  [`${EMBED}?key=NOBODYS`, 401, "key_invalid", /is unknown/],
  [`${EMBED}?key=ENDLESS`, 401, "key_invalid", /is incomplete/],
  [`${EMBED}?key=%E0%A4%A`, 401, "key_invalid", /is incomplete/],
  [`${EMBED}?key=TEST`, 401, "key_of_other_mode", /opens tables only in the sandbox/],
  [`${EMBED}?key=EXPIRED`, 401, "key_expired", /Renew it at/],
  ["/embed/bigsixball/?key=SHORT", 401, "key_invalid", /is incomplete/],
  [`${EMBED}?key=LIMITED`, 403, "key_other_site", /https:\/\/b\.example is not one/, FRAMED],
  [`${EMBED}?key=LIMITED`, 403, "key_needs_frame", /in an iframe/, ALONE],
  ["/embed/bigsixball/?key=GOOD", 503, "maintenance", /in 30 seconds/],
  ["/embed/bigsixball/api/current", 503, "maintenance", /in 30 seconds/],
  ["/embed/bigsixball/api/stream", 503, "maintenance", /in 30 seconds/],
];

const TITLES: Readonly<Record<number, string>> = {
  400: "Bad Request",
  401: "Unauthorized",
  403: "Forbidden",
  404: "Not Found",
  405: "Method Not Allowed",
  503: "Service Unavailable",
};

test.each(REFUSALS.map((refusal) => [refusal[4]?.method ?? "GET", ...refusal] as const))(
  "each refusal has its documented status and code: %s %s returns %d %s",
  async (_, path, status, code, words, init) => {
    const response = await request(path, init);
    const title = code === "key_expired" ? "Expired" : TITLES[status];
    const problem = await response.json();
    expect(problem).toEqual({ title, status, detail: expect.stringMatching(words), code });
    expect(response.status).toBe(status);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      "access-control-allow-origin": "*",
      "cache-control": "no-store",
      "content-type": "application/problem+json",
      "x-content-type-options": "nosniff",
    });
    expect(response.headers.get("allow")).toBe(status === 405 ? ALLOWED : null);
    expect(response.headers.get("retry-after")).toBe(status === 503 ? "30" : null);
    const challenge = status === 401 ? 'ApiKey realm="embed"' : null;
    expect(response.headers.get("www-authenticate")).toBe(challenge);
  },
);

test("pages from any origin can read the API", async () => {
  const { keyText } = await issueKey(service());
  const paths = [
    "/",
    "/healthz",
    EMBED,
    `${EMBED}?key=${keyText}`,
    `${API}/current`,
    "/favicon.svg",
  ];
  for (const path of [...paths, `${API}/results`, `${API}/results?limit=0`, "/nothing"]) {
    const get = await service().ask(path);
    const head = await service().ask(path, { method: "HEAD" });
    expect([path, head.status]).toEqual([path, get.status]);
    expect(Object.fromEntries(head.headers)).toEqual(Object.fromEntries(get.headers));
    expect(await head.text()).toBe("");
  }
  for (const path of paths) {
    const response = await service().ask(path, { method: "OPTIONS" });
    expect(response.status).toBe(204);
    expect(Object.fromEntries(response.headers)).toEqual({
      allow: ALLOWED,
      "access-control-allow-origin": "*",
      "access-control-allow-methods": ALLOWED,
      "access-control-allow-headers": "*",
      "access-control-max-age": "86400",
      "cross-origin-resource-policy": "cross-origin",
    });
  }
});

test("a URL can be percent-encoded or end with a slash", async () => {
  const { ask, read } = service();
  const plain = await read(`${API}/current`);
  expect(await read("/embed/%62accarat/api/current")).toEqual(plain);
  expect(await read(`${API}/current/`)).toEqual(plain);
  for (const query of ["", "?key=a%20b&lang=ko&x=%2F%2Fevil.example"]) {
    const response = await ask(`/embed/baccarat${query}`);
    expect(response.status).toBe(308);
    expect(response.headers.get("location")).toBe(`${EMBED}${query}`);
  }
  expect((await ask(`${API}/current?key=wrong`)).status).toBe(200);
});

test.each([
  ["to a public page", "GET /verify/ HTTP/1.1\r\nHost: a:99999"],
  ["to the account", "GET /account/sign-in/ HTTP/1.1\r\nHost: a:99999"],
  ["with a path as Host", "GET / HTTP/1.1\r\nHost: a/b"],
  ["with a user in the Host", "GET / HTTP/1.1\r\nHost: a@b"],
  ["with an absolute URL", "GET http://a:99999/verify/ HTTP/1.1\r\nHost: a"],
])("a malformed request %s does not count as a service fault", async (_, head) => {
  const { url, log } = await startListening();
  const client = await openRaw(url);
  client.socket.write(`${head}\r\nConnection: close\r\n\r\n`);
  await client.closed;
  expect(client.received()).toMatch(/^HTTP\/1\.1 400 [^]*Host header is malformed/);
  expect(log.join("")).not.toContain("fault");
});

describe("a refused embed page", () => {
  const PAGES = [
    ["/embed/nosuch/", 404],
    [EMBED, 401],
    ["/embed/bigsixball/?key=GOOD", 503],
  ] as const;

  // Cause: players in any language read the English "The API key in the address is not valid".
  test.each(langs)(
    "a refused embed page tells players in %s only that the table is unavailable",
    async (lang) => {
      const { notHere, notNow, comesBack } = partWordsOf(lang).closed;
      for (const [path, status] of PAGES) {
        const headers = { accept: "text/html,*/*;q=0.8", "accept-language": `${lang},en;q=0.5` };
        const response = await request(path, { headers });
        expect(response.status).toBe(status);
        expect(response.headers.get("content-type")).toBe("text/html; charset=utf-8");
        expect(response.headers.get("vary")).toBe("accept, accept-language");
        const html = await response.text();
        expect(html).toContain(`<html lang="${lang}">`);
        const [head, reason] = html.split("<small");
        expect(head).toContain(`<h1>${status === 503 ? notNow : notHere}</h1>`);
        expect(head?.includes(comesBack)).toBe(status === 503);
        expect(head).not.toMatch(/key/i);
        expect(reason).toContain(` lang="en">${status} `);
      }
    },
  );

  test("a refused embed page gives developers the problem document's text", async () => {
    const path = `${EMBED}?key=${encodeURIComponent("<script>alert(1)</script>")}`;
    const html = await (await request(path, { headers: { accept: "*/*" } })).text();
    const { title, status, detail, code } = (await (await request(path)).json()) as Problem;
    expect(html).toContain(`${status} ${title} (${code}): ${detail}</small>`);
    expect(html).not.toContain("alert");
  });
});

describe("a service fault", () => {
  const CAUSE = "SQLITE_CORRUPT in /srv/secret-place";
  const fail = (): never => {
    throw new Error(CAUSE);
  };

  test.each([
    ["the oracle", `${API}/current`, { now: fail }],
    ["the key check", `${EMBED}?key=x`, { keyChecker: { check: async () => fail() } }],
  ])("a fault in %s causes a 500 that does not reveal its cause", async (_, path, broken) => {
    const { ask, log } = stubApp(broken);
    const response = await ask(path, AS_JSON);
    expect(response.status).toBe(500);
    expect(await response.json()).toEqual({
      title: "Internal Server Error",
      status: 500,
      detail:
        "Something failed on our side. Try again; if it keeps failing, contact the owner of this service.",
      code: "internal_error",
    });
    expect(log.at(-1)).toEqual({
      event: "fault",
      fields: { path: path.split("?")[0], cause: `Error: ${CAUSE}` },
    });
  });

  test("a key that cannot be checked gets 503, not 401", async () => {
    const cause = new Error("The database cannot be reached.");
    const check = async () => ({ verdict: "unavailable", cause }) as const;
    const { ask } = stubApp({ keyChecker: { check } });
    const path = `${EMBED}?key=${newKeyText()}`;
    const response = await ask(path, AS_JSON);
    expect([response.status, response.headers.get("retry-after")]).toEqual([503, "5"]);
    expect(await response.json()).toMatchObject({ code: "key_unchecked" });
    expect(await (await ask(path)).text()).toContain('"retryAfterMs":5000');
  });
});

describe("/healthz", () => {
  const { version } = about;

  test("/healthz returns 503 once the service has stopped", async () => {
    const { ask, read, close } = await startService({
      down: ["dragontiger", "baccarat", "bigsixball"],
    });
    expect(await read("/healthz")).toEqual({ status: "ok", version, clock: "unwitnessed" });
    await close();
    const response = await ask("/healthz");
    expect([response.status, response.headers.get("retry-after")]).toEqual([503, "5"]);
    expect(await response.json()).toMatchObject({ detail: "The service has stopped." });
  });

  test("/healthz stays 200 while the database does not respond", async () => {
    const { ask } = stubApp({ store: { state: "lost", fault: "The database does not respond." } });
    const response = await ask("/healthz");
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({
      status: "degraded",
      detail: "The database does not respond. Rounds and known keys continue for a short time.",
      version,
      clock: "unwitnessed",
    });
  });
});
