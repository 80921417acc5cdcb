import { describe, expect, test } from "vitest";
import { closedTableWords } from "../../../src/i18n/closed-table.ts";
import { langs } from "../../../src/i18n/langs.ts";
import type { Problem } from "../../../src/problem.ts";
import { directivesOf, inlineStylesOf, sourceOf } from "../../support/embed-page.ts";
import { issueKey, sharedService } from "../../support/service.ts";
import { stubApp } from "../../support/stub-app.ts";

const service = sharedService({ down: ["bigsixball"] });

/** An address and what it is refused with. */
const REFUSALS = [
  ["/embed/baccarat/api/results?limit=0", 400, "Bad Request", "bad_parameter"],
  ["/embed/nosuch/api/current", 404, "Not Found", "unknown_game"],
  ["/nothing", 404, "Not Found", "not_found"],
  ["/fairness/baccarat/2020-01-01.json", 404, "Not Found", "not_published"],
  ["/embed/bigsixball/api/current", 503, "Service Unavailable", "maintenance"],
] as const;

test.each(REFUSALS)("%s is a problem document, %d %s: %s", async (path, status, title, code) => {
  const answer = await service().ask(path);
  expect(answer.status).toBe(status);
  expect(answer.headers.get("content-type")).toBe("application/problem+json");
  expect(answer.headers.get("cache-control")).toBe("no-store");
  expect(answer.headers.get("access-control-allow-origin")).toBe("*");
  const problem = (await answer.json()) as Record<string, unknown>;
  expect(Object.keys(problem)).toEqual(["title", "status", "detail", "code"]);
  const detail = expect.stringMatching(/^.{10,}\.$/) as string;
  expect(problem).toEqual({ title, status, detail, code });
});

test.each([
  ["", "key_missing"],
  ["?key=wrong", "key_invalid"],
])("a page asked for with %j is refused with the code %s", async (query, code) => {
  const accept = "application/json";
  const answer = await service().ask(`/embed/baccarat/${query}`, { headers: { accept } });
  expect(await answer.json()).toMatchObject({ status: 401, code });
});

describe("a refused embed page", () => {
  const PAGES = [
    ["/embed/nosuch/", 404],
    ["/embed/baccarat/", 401],
    ["/embed/bigsixball/?key=KEY", 503],
  ] as const;

  const ask = async (path: string, headers: Record<string, string> = {}) => {
    const { keyText } = await issueKey(service());
    return service().ask(path.replace("KEY", keyText), { headers });
  };

  test.each(PAGES)("at %s is a page a person can read", async (path, status) => {
    for (const accept of ["text/html,application/xhtml+xml,*/*;q=0.8", "*/*"]) {
      const answer = await ask(path, { accept });
      expect(answer.status).toBe(status);
      expect(answer.headers.get("content-type")).toBe("text/html; charset=utf-8");
      expect(answer.headers.get("cache-control")).toBe("no-store");
      expect(await answer.text()).toContain(`<h1>${closedTableWords.en.unavailable}</h1>`);
    }
    expect((await ask(path)).headers.get("content-type")).toContain("text/html");
  });

  // Players once read "The API key in the address is not valid", in English whatever their language.
  describe.each(langs)("in %s", (lang) => {
    const { unavailable, comesBack } = closedTableWords[lang];

    test.each(PAGES)(
      "at %s shows players that there is no table, and not why",
      async (path, status) => {
        const wishes: [query: string, accepted: string][] = [
          ["", `${lang},en;q=0.5`],
          [`lang=${lang}`, "ja,ko"],
        ];
        for (const [query, accepted] of wishes) {
          const separator = path.includes("?") ? "&" : "?";
          const answer = await ask(`${path}${separator}${query}`, { "accept-language": accepted });
          expect(answer.headers.get("vary")).toBe("accept, accept-language");
          const html = await answer.text();
          expect(html).toContain(`<html lang="${lang}">`);
          expect(html).toContain(`<title>${unavailable}</title>`);
          const [head, reason] = html.split("<small");
          expect(head).toContain(`<h1>${unavailable}</h1>`);
          expect(head?.includes(comesBack)).toBe(status === 503);
          expect(head).not.toMatch(/key/i);
          expect(reason).toContain(` lang="en">${status} `);
        }
      },
    );
  });

  test.each(PAGES)("at %s is a problem document where JSON is asked for", async (path, status) => {
    for (const accept of [
      "application/json",
      "application/problem+json",
      "application/json, text/html;q=0.5",
    ]) {
      const answer = await ask(path, { accept });
      expect(answer.status).toBe(status);
      expect(answer.headers.get("content-type")).toBe("application/problem+json");
      expect(answer.headers.get("cache-control")).toBe("no-store");
      expect(answer.headers.get("vary")).toBe("accept");
      expect(await answer.json()).toMatchObject({ status });
    }
  });

  test("gives developers the words of the problem document, beneath", async () => {
    const html = await (await ask("/embed/baccarat/")).text();
    const json = await (await ask("/embed/baccarat/", { accept: "application/json" })).json();
    const { title, status, detail, code } = json as Problem;
    expect(html).toContain(`${status} ${title} (${code}): ${detail}</small>`);
  });

  test("may be framed anywhere, carries no referrer and runs one script of its own", async () => {
    const answer = await service().ask("/embed/baccarat/?key=wrong");
    const { headers } = answer;
    expect(headers.get("x-frame-options")).toBeNull();
    expect(headers.get("referrer-policy")).toBe("no-referrer");
    expect(headers.get("cross-origin-resource-policy")).toBe("cross-origin");
    expect(headers.get("cross-origin-embedder-policy")).toBe("require-corp");
    const html = await answer.text();
    const directives = directivesOf(headers);
    const scripts = [...html.matchAll(/<script>(.*?)<\/script>/gs)].map(([, text = ""]) => text);
    expect(directives).toEqual({
      "default-src": ["'none'"],
      "style-src": inlineStylesOf(html).map(sourceOf),
      "script-src": scripts.map(sourceOf),
    });
    // It answers the page that frames it on the port that it is given.
    expect(scripts).toHaveLength(1);
    expect(html).not.toMatch(/<script (?!type="application\/json")|style=| on\w+=/);
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
    ["the key check", "/embed/baccarat/?key=x", { keyChecker: { check: async () => fail() } }],
    [
      "a page",
      "/embed/baccarat/?key=x",
      { pages: { embed: async () => fail(), lobby: fail, home: fail, verify: fail, replay: fail } },
    ],
    [
      "the front page",
      "/",
      { pages: { embed: fail, lobby: fail, home: async () => fail(), verify: fail, replay: fail } },
    ],
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
      code: "internal_error",
    });
    expect(log.at(-1)).toEqual({
      event: "fault",
      fields: { path: path.split("?")[0], cause: `Error: ${CAUSE}` },
    });
  });

  test("on an embed page is a page, without its cause as well", async () => {
    const { ask } = stubApp({ keyChecker: { check: async () => fail() } });
    const answer = await ask("/embed/baccarat/?key=x");
    expect(answer.status).toBe(500);
    const html = await answer.text();
    expect(html).toContain(`<h1>${closedTableWords.en.unavailable}</h1>`);
    expect(html).toContain("500 Internal Server Error (internal_error): ");
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
