import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { launchChromium } from "../support/chromium.ts";
import { eventually } from "../support/eventually.ts";
import { programEnv } from "../support/program-env.ts";
import { listen } from "../support/running-service.ts";
import { Checkout } from "./fourth-game/checkout.ts";

/*
 * A game is two folders and one line, and its words in each language. Here a game that is none of the
 * three (its own sides, outcome and drawing; `fourth-game/`) is added to a copy of the project, tried in
 * every part of it. Whatever else had to be edited for that would be a fault of the
 * structure. The contract and the docs are written by people.
 */

let checkout: Checkout;
let browser: Browser;

beforeAll(async () => {
  checkout = new Checkout(await mkdtemp(join(tmpdir(), "tableside-fourth-")));
  await checkout.fill();
  await checkout.addGame();
  await checkout.run("node", ["server/cli/build.ts"]);
  browser = await launchChromium();
}, 900_000);

afterAll(async () => {
  await browser.close();
  await rm(checkout.root, { recursive: true, maxRetries: 5 });
});

describe("the checks of the project", () => {
  test.each([
    ["types", "tsc", ["--noEmit"]],
    ["import rules", "depcruise", ["src", "components", "server"]],
  ])("take it as it is: %s", async (_, program, args) => {
    await expect(checkout.run(program, args)).resolves.toBeTypeOf("string");
  });

  test("take it as it is: what is tested of every game", async () => {
    const tests = ["games/games", "components/scenes/every-scene", "i18n/words", "previews/"];
    const paths = tests.map((name) => `test/${name}`);
    await expect(checkout.run("vitest", ["run", ...paths])).resolves.toContain("passed");
  });
});

test("the build has its page, in its own words, and its drawing in one chunk of its own", async () => {
  const page = await readFile(join(checkout.root, "dist/embed/twodice/index.html"), "utf8");
  expect(page).toContain("<title>Two Dice</title>");
  const files = Object.keys(await checkout.digests("dist"));
  expect(files.filter((name) => /twodice\.[^/]*\.js$/.test(name))).toHaveLength(1);
});

describe("a server with it", () => {
  let server: ChildProcess;
  let address: string;
  let stdout = "";

  beforeAll(async () => {
    server = spawn(process.execPath, ["server/main.ts"], {
      cwd: checkout.root,
      env: { ...programEnv, HOST: "127.0.0.1", PORT: "0", ORACLE_SECRET: "5a".repeat(32) },
      stdio: ["ignore", "pipe", "inherit"],
    });
    server.stdout?.setEncoding("utf8").on("data", (text: string) => (stdout += text));
    await eventually(() => stdout.includes('"event":"listening"'));
    [, address = ""] = /"event":"listening","address":"([^"]*)"/.exec(stdout) ?? [];
  });

  afterAll(async () => {
    await end(server);
  });

  const read = async (path: string) => {
    const response = await fetch(`${address}/embed/twodice/api/${path}`);
    expect(response.status).toBe(200);
    return response.json();
  };

  test("answers with its own fields in the API", async () => {
    const fields = ["round", "daily_round", "date", "phase", "remainMs", "dice", "sum", "result"];
    expect(Object.keys(await read("current"))).toEqual(fields);
    const [last, before] = await read("results?limit=2");
    expect(last.round).toBe(before.round + 1);
    expect(last.sum).toBe(last.dice[0] + last.dice[1]);
    expect(["under", "seven", "over"]).toContain(last.result);
    expect(await read("schedule")).toMatchObject({ slug: "twodice", intervalMs: 30_000 });
  });

  test("sends its state on the stream", async () => {
    const leaving = new AbortController();
    const response = await fetch(`${address}/embed/twodice/api/stream`, {
      signal: leaving.signal,
    });
    let text = "";
    for await (const part of response.body ?? []) {
      text += new TextDecoder().decode(part);
      if (/^data: .*\n\n/m.test(text)) {
        break;
      }
    }
    leaving.abort();
    expect(text).toMatch(/^data: \{.*"dice":/m);
  });

  test("shows its table in a frame and as an element of a foreign page", async () => {
    const issued = ["server/cli/keys.ts", "issue", "--label", "fourth", "--days", "1"];
    const key = (await checkout.run("node", issued)).trim().split("\n").at(-1);
    const tag = `<game-table game="twodice" style="display: block; width: 830px"></game-table>`;
    const { url, end } = await listen((_request, response) => {
      response.writeHead(200, { "content-type": "text/html; charset=utf-8" });
      response.end(
        `<!doctype html><script type="module" src="${address}/game-table.js"></script>${tag}`,
      );
    });
    try {
      for (const shown of [`${address}/embed/twodice/?key=${key}`, url]) {
        const { page, faults } = await openPage();
        await page.goto(shown);
        await page.locator("game-table canvas").waitFor();
        expect(await page.locator("game-table .table").getAttribute("aria-label")).toBe("Two Dice");
        expect(faults).toEqual([]);
        await page.close();
      }
    } finally {
      end();
    }
  });
});

async function openPage(): Promise<{ page: Page; faults: string[] }> {
  const page = await browser.newPage({ viewport: { width: 900, height: 720 } });
  const faults: string[] = [];
  page.on("pageerror", (error) => faults.push(String(error)));
  return { page, faults };
}

async function end(server: ChildProcess): Promise<void> {
  if (server.exitCode === null && server.signalCode === null) {
    server.kill("SIGKILL");
    await once(server, "exit");
  }
}
