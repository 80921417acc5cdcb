import { describe, expect, test } from "vitest";
import { stubApp } from "../../support/stub-app.ts";
import { directivesOf, inlineStylesOf, sourceOf } from "../../support/embed-page.ts";
import { issueKey, sharedService } from "../../support/service.ts";

const service = sharedService({ down: ["bigsixball"] });

/** An address and what it is refused with. */
const REFUSALS = [
  ["/embed/baccarat/api/results?limit=0", 400, "Bad Request"],
  ["/embed/nosuch/api/current", 404, "Not Found"],
  ["/nothing", 404, "Not Found"],
  ["/embed/bigsixball/api/current", 503, "Service Unavailable"],
] as const;

test.each(REFUSALS)("%s is a problem document, %d %s", async (path, status, title) => {
  const answer = await service().ask(path);
  expect(answer.status).toBe(status);
  expect(answer.headers.get("content-type")).toBe("application/problem+json");
  expect(answer.headers.get("cache-control")).toBe("no-store");
  expect(answer.headers.get("access-control-allow-origin")).toBe("*");
  const problem = (await answer.json()) as Record<string, unknown>;
  expect(Object.keys(problem)).toEqual(["title", "status", "detail"]);
  expect(problem).toMatchObject({ title, status, detail: expect.stringMatching(/^.{10,}\.$/) });
});

describe("a refused embed page", () => {
  const PAGES = [
    ["/embed/nosuch/", 404, "Not Found"],
    ["/embed/baccarat/", 401, "Unauthorized"],
  ] as const;

  test.each(PAGES)("at %s is a page a person can read", async (path, status, title) => {
    for (const accept of ["text/html,application/xhtml+xml,*/*;q=0.8", "*/*"]) {
      const answer = await service().ask(path, { headers: { accept } });
      expect(answer.status).toBe(status);
      expect(answer.headers.get("content-type")).toBe("text/html; charset=utf-8");
      expect(answer.headers.get("cache-control")).toBe("no-store");
      expect(await answer.text()).toContain(`<h1>${title}</h1>`);
    }
    expect((await service().ask(path)).headers.get("content-type")).toContain("text/html");
  });

  test.each(PAGES)("at %s is a problem document where JSON is asked for", async (path, status) => {
    for (const accept of [
      "application/json",
      "application/problem+json",
      "application/json, text/html;q=0.5",
    ]) {
      const answer = await service().ask(path, { headers: { accept } });
      expect(answer.status).toBe(status);
      expect(answer.headers.get("content-type")).toBe("application/problem+json");
      expect(answer.headers.get("cache-control")).toBe("no-store");
      expect(answer.headers.get("vary")).toBe("accept");
      expect(await answer.json()).toMatchObject({ status });
    }
  });

  test("says the same words either way", async () => {
    const html = await (await service().ask("/embed/baccarat/")).text();
    const json = await (
      await service().ask("/embed/baccarat/", { headers: { accept: "application/json" } })
    ).json();
    expect(html).toContain(`<p>${(json as { detail: string }).detail}</p>`);
  });

  test("may be framed anywhere, carries no referrer and runs nothing", async () => {
    const answer = await service().ask("/embed/baccarat/?key=wrong");
    const { headers } = answer;
    expect(headers.get("x-frame-options")).toBeNull();
    expect(headers.get("referrer-policy")).toBe("no-referrer");
    expect(headers.get("cross-origin-resource-policy")).toBe("cross-origin");
    expect(headers.get("cross-origin-embedder-policy")).toBe("require-corp");
    const html = await answer.text();
    const directives = directivesOf(headers);
    expect(directives).toEqual({
      "default-src": ["'none'"],
      "style-src": inlineStylesOf(html).map(sourceOf),
    });
    expect(html).not.toMatch(/<script|style=| on\w+=/);
  });
});

describe("a fault of ours", () => {
  const CAUSE = "SQLITE_CORRUPT in /srv/secret-place";
  const fail = (): never => {
    throw new Error(CAUSE);
  };

  test.each([
    ["the oracle", "/embed/baccarat/api/current", { now: fail }],
    ["the history", "/embed/baccarat/api/results", { now: fail }],
    ["the key check", "/embed/baccarat/?key=x", { gate: { check: async () => fail() } }],
    [
      "a page",
      "/embed/baccarat/?key=x",
      { pages: { embed: async () => fail(), home: fail, verify: fail } },
    ],
    ["the front page", "/", { pages: { embed: fail, home: async () => fail(), verify: fail } }],
  ])("in %s is 500 without its cause, which is logged", async (_, path, broken) => {
    const { ask, log } = stubApp(broken);
    const answer = await ask(path, { headers: { accept: "application/json" } });
    expect(answer.status).toBe(500);
    expect(answer.headers.get("cache-control")).toBe("no-store");
    expect(JSON.stringify([...answer.headers])).not.toContain("SQLITE");
    expect(await answer.json()).toEqual({
      title: "Internal Server Error",
      status: 500,
      detail:
        "Something failed on our side. Try again; if it stays, tell whoever runs this service.",
    });
    expect(log.at(-1)).toEqual({
      event: "fault",
      fields: { path: path.split("?")[0], cause: `Error: ${CAUSE}` },
    });
  });

  test("on an embed page is a page, without its cause as well", async () => {
    const { ask } = stubApp({ gate: { check: async () => fail() } });
    const answer = await ask("/embed/baccarat/?key=x");
    expect(answer.status).toBe(500);
    const html = await answer.text();
    expect(html).toContain("<h1>Internal Server Error</h1>");
    expect(html).not.toContain("SQLITE");
  });
});

test("a page's refusal does not repeat what was asked", async () => {
  const { keyText } = await issueKey(service());
  const spoilt = `${keyText.slice(0, -1)}<script>alert(1)</script>`;
  for (const accept of ["text/html", "application/json"]) {
    const answer = await service().ask(`/embed/baccarat/?key=${encodeURIComponent(spoilt)}`, {
      headers: { accept },
    });
    const body = await answer.text();
    expect(body).not.toContain("alert");
    expect(body).not.toContain(keyText.slice(10, 30));
  }
});
