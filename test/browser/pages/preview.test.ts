import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { slugs } from "../../../src/games/index.ts";
import { PHASES } from "../../../src/round/clock.ts";
import { launchChromium } from "../../support/chromium.ts";
import { eventually } from "../../support/eventually.ts";

const root = fileURLToPath(new URL("../../../", import.meta.url));

describe("npm run dev", () => {
  let browser: Browser;
  let url: string;
  let server: ReturnType<typeof spawn>;
  let dataDir: string;

  beforeAll(async () => {
    browser = await launchChromium();
    dataDir = await mkdtemp(join(tmpdir(), "tableside-"));
    const port = await freePort();
    url = `http://127.0.0.1:${port}`;
    const env = {
      PATH: process.env["PATH"],
      PORT: String(port),
      DATA_DIR: dataDir,
    };
    server = spawn(process.execPath, ["server/cli/dev.ts"], { cwd: root, env, stdio: "ignore" });
    await eventually(() =>
      fetch(`${url}/healthz`).then(
        ({ ok }) => ok,
        () => false,
      ),
    );
  });

  afterAll(async () => {
    server.kill();
    await once(server, "exit");
    await browser.close();
    await rm(dataDir, { recursive: true });
  });

  test.each(slugs)(
    "previews %s in every phase, with nothing asked of the live service",
    async (slug) => {
      const page = await browser.newPage({ viewport: { width: 900, height: 720 } });
      const asked: string[] = [];
      const faults: string[] = [];
      page.on("request", (request) => asked.push(request.url()));
      page.on("pageerror", (error) => faults.push(String(error)));
      for (const phase of PHASES) {
        await page.goto(
          `${url}/preview/?slug=${slug}&phase=${phase}&elapsedMs=1500&outcome=1&lang=ko&size=390x700`,
        );
        await page.locator("preview-table canvas").waitFor();
        const box = await page.locator("preview-table").boundingBox();
        expect([box?.width, box?.height]).toEqual([390, 700]);
        expect(await page.locator(`preview-table [data-phase="${phase}"]`).count()).toBeGreaterThan(
          0,
        );
      }
      expect(await page.locator('output[name="frames"]').textContent()).toMatch(
        /^[\d.]+ ms a frame/,
      );
      expect(asked.filter((address) => address.includes("/api/"))).toEqual([]);
      expect(faults).toEqual([]);
      await page.close();
    },
  );

  test("serves the live API and the embed page beside them", async () => {
    expect((await fetch(`${url}/embed/baccarat/api/current`)).status).toBe(200);
    expect((await fetch(`${url}/embed/baccarat/`)).status).toBe(401);
    const key = /tbs_live_\w+/.exec(await (await fetch(url)).text())?.[0];
    const page = await browser.newPage();
    await page.goto(`${url}/embed/baccarat/?key=${key}`);
    await page.locator("game-table canvas").waitFor();
    await page.close();
  });
});

test("no preview is in the build", async () => {
  const files = await readdir(`${root}/dist`, { recursive: true });
  expect(files.filter((file) => file.includes("preview"))).toEqual([]);
  for (const file of files.filter((name) => name.endsWith(".js"))) {
    expect(await readFile(`${root}/dist/${file}`, "utf8")).not.toContain("preview-table");
  }
});

async function freePort(): Promise<number> {
  const probe = createServer();
  probe.listen(0, "127.0.0.1");
  await once(probe, "listening");
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, "close");
  return port;
}
