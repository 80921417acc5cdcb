import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { slugs } from "../../src/games/index.ts";
import { PHASES } from "../../src/round/phases.ts";
import { patientPage, sharedBrowser, WITH_MOTION } from "../support/browser-page.ts";
import { eventually } from "../support/eventually.ts";
import { freePort } from "../support/free-port.ts";
import { programEnv } from "../support/program-env.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));

describe("npm run dev", () => {
  let browser: Browser;
  let url: string;
  let server: ReturnType<typeof spawn>;
  let dataDir: string;

  beforeAll(async () => {
    browser = await sharedBrowser();
    dataDir = await mkdtemp(join(tmpdir(), "tableside-"));
    const port = await freePort();
    url = `http://127.0.0.1:${port}`;
    const env = { ...programEnv, PORT: String(port), DATA_DIR: dataDir };
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
    await rm(dataDir, { recursive: true });
  });

  test.each(slugs)("%s is previewed in every phase without the live service", async (slug) => {
    const page = await patientPage(browser, {
      viewport: { width: 900, height: 720 },
      ...WITH_MOTION,
    });
    const asked: string[] = [];
    const faults: string[] = [];
    page.on("request", (request) => asked.push(request.url()));
    page.on("pageerror", (error) => faults.push(String(error)));
    const choice = `slug=${slug}&phase=${PHASES[0]}&elapsedMs=1500&outcome=1&lang=ko&size=390x700`;
    await page.goto(`${url}/preview/?${choice}`);
    await page.locator("preview-table canvas").waitFor();
    for (const phase of PHASES) {
      await page.locator('select[name="phase"]').selectOption(phase);
      await page.locator(`preview-table [data-phase="${phase}"]`).first().waitFor();
      const box = await page.locator("preview-table").boundingBox();
      expect([box?.width, box?.height]).toEqual([390, 700]);
      await page.waitForURL((address) => address.searchParams.get("phase") === phase);
    }
    expect(asked.filter((address) => address.includes("/api/"))).toEqual([]);
    expect(faults).toEqual([]);
    await page.close();
  });
});

test("the build contains no preview", async () => {
  const files = await readdir(`${root}/dist`, { recursive: true });
  expect(files.filter((file) => file.includes("preview"))).toEqual([]);
  for (const file of files.filter((name) => name.endsWith(".js"))) {
    expect(await readFile(`${root}/dist/${file}`, "utf8")).not.toContain("preview-table");
  }
});
