import { describe, expect, test } from "vitest";
import { freePort } from "../support/free-port.ts";
import { runToEnd, serve } from "./program.ts";
import type { Program } from "./program.ts";

const SERVICE = "https://games.example.com";
const KEY = "tbs_live_test";
const TITLES: Readonly<Record<string, string>> = {
  dragontiger: "Dragon Tiger",
  baccarat: "Baccarat",
  bigsixball: "Big Six Ball",
};
const NOT_SET_UP = "Set TABLESIDE_URL, an https address without a path, and TABLESIDE_KEY.";

const nodeServer = () => [process.execPath, "server.mjs"];
const phpServer = (port: number) => ["php", "-S", `127.0.0.1:${port}`, "server.php"];
const pythonServer = () => ["python3", "server.py"];

async function start(
  command: (port: number) => readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<Program> {
  const port = await freePort();
  return serve(command(port), port, env);
}

describe.each([
  ["Node", nodeServer],
  ["PHP", phpServer],
  ["Python", pythonServer],
])("the page served by %s", (_name, command) => {
  test("shows the game of the address, and Dragon Tiger for one that is not known", async () => {
    const { address, output } = await start(command, {
      TABLESIDE_URL: SERVICE,
      TABLESIDE_KEY: KEY,
    });
    for (const [query, slug] of [
      ["?game=dragontiger", "dragontiger"],
      ["?game=baccarat", "baccarat"],
      ["?game=bigsixball", "bigsixball"],
      ["", "dragontiger"],
      ["?game=", "dragontiger"],
      ["?game=BACCARAT", "dragontiger"],
      ["?game=baccarat%00", "dragontiger"],
      ["?game=..%2Fetc", "dragontiger"],
      ["?game=__proto__", "dragontiger"],
      ["?game=constructor", "dragontiger"],
      ["?game[]=baccarat", "dragontiger"],
      ["?game=%22%3E%3Cscript%3E", "dragontiger"],
    ] as const) {
      const response = await fetch(`${address}/${query}`);
      const html = await response.text();
      expect(response.headers.get("content-type"), `page ${query}`).toMatch(
        /^text\/html; ?charset=utf-8$/i,
      );
      expect(response.headers.get("cache-control"), `page ${query}`).toBe("no-store");
      expect(attribute(html, "src"), `page ${query}`).toBe(`${SERVICE}/embed/${slug}/?key=${KEY}`);
      expect(attribute(html, "title"), `page ${query}`).toBe(TITLES[slug]);
      expect(attribute(html, "sandbox"), `page ${query}`).toBe(
        "allow-scripts allow-same-origin allow-popups",
      );
      expect(html, `page ${query}`).toMatch(/<iframe[^>]* allowfullscreen\s/);
      expect(html.match(/<iframe/g), `page ${query}`).toHaveLength(1);
      expect(html, `page ${query}`).not.toContain("<script");
    }
    expect(output()).not.toContain(KEY);
  });

  test("escapes whatever the key holds, and takes a service with a slash at its end", async () => {
    const key = `"<&'>+ /?#%é`;
    const { address } = await start(command, {
      TABLESIDE_URL: `${SERVICE}/`,
      TABLESIDE_KEY: key,
    });
    const html = await (await fetch(address)).text();
    const src = new URL(unescapeHtml(attribute(html, "src")));
    expect(src.searchParams.get("key")).toBe(key);
    expect(src.href).toMatch(/^https:\/\/games\.example\.com\/embed\/dragontiger\/\?key=[^&]*$/);
    // Nothing of the key ends its attribute, and the quoted part is all of the tag's head.
    expect(attribute(html, "src")).not.toMatch(/["'<>]/);
    expect(attribute(html, "title")).toBe("Dragon Tiger");
  });

  test.each(["http://127.0.0.1:3000", "http://localhost/", "http://[::1]:3000"])(
    "takes %s, which is this machine",
    async (service) => {
      const { address } = await start(command, { TABLESIDE_URL: service, TABLESIDE_KEY: KEY });
      const html = await (await fetch(address)).text();
      expect(attribute(html, "src")).toMatch(/^http:\/\/[^/]+\/embed\/dragontiger\/\?key=/);
    },
  );

  test("survives addresses that are no addresses", async () => {
    const { address } = await start(command, { TABLESIDE_URL: SERVICE, TABLESIDE_KEY: KEY });
    await fetch(`${address}//`);
    await fetch(`${address}/?game=%`);
    expect((await fetch(`${address}/?game=baccarat`)).status).toBe(200);
  });
});

describe.each([
  ["without a key", { TABLESIDE_URL: SERVICE }],
  ["with an empty key", { TABLESIDE_URL: SERVICE, TABLESIDE_KEY: "" }],
  ["without a service", { TABLESIDE_KEY: KEY }],
  ["with a service below a path", { TABLESIDE_URL: `${SERVICE}/tables`, TABLESIDE_KEY: KEY }],
  ["with a service that has a query", { TABLESIDE_URL: `${SERVICE}/?a=b`, TABLESIDE_KEY: KEY }],
  // The key would be read on its way.
  ["with a service on http", { TABLESIDE_URL: "http://games.example.com", TABLESIDE_KEY: KEY }],
  ["with a bare host as the service", { TABLESIDE_URL: "games.example.com", TABLESIDE_KEY: KEY }],
])("%s in the environment", (_name, env) => {
  test.each([
    ["Node", nodeServer],
    ["Python", pythonServer],
  ])("%s does not start, and says what is missing", async (_language, command) => {
    const { code, output } = await runToEnd(command(), env);
    expect(code).toBe(1);
    expect(output.trim()).toBe(NOT_SET_UP);
  });

  test("PHP serves no table, and logs what is missing", async () => {
    const { address, output } = await start(phpServer, env);
    const response = await fetch(address);
    expect(response.status).toBe(500);
    expect(await response.text()).toBe("The table is not set up yet.");
    expect(output()).toContain(NOT_SET_UP);
    expect(output()).not.toContain(KEY);
  });
});

function attribute(html: string, name: string): string {
  return new RegExp(`<iframe[^>]*?\\s${name}="([^"]*)"`).exec(html)?.[1] ?? "";
}

function unescapeHtml(text: string): string {
  return text
    .replace(/&#x([0-9a-f]+);/gi, (_, code: string) =>
      String.fromCharCode(Number.parseInt(code, 16)),
    )
    .replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)))
    .replaceAll("&quot;", '"')
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&amp;", "&");
}
