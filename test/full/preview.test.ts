import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { slugs } from "../../src/games/index.ts";
import { PHASES } from "../../src/round/phases.ts";
import { patientPage, sharedBrowser, WITH_MOTION } from "../support/browser-page.ts";
import { isSamePicture, pictureOf } from "../support/canvas-picture.ts";
import type { CanvasPicture } from "../support/canvas-picture.ts";
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
    const env = {
      ...programEnv,
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
    await rm(dataDir, { recursive: true });
  });

  test.each(slugs)(
    "previews %s in every phase, with nothing asked of the live service",
    async (slug) => {
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
      await page.locator('output[name="frames"]', { hasText: /^[\d.]+ ms a frame/ }).waitFor();
      expect(asked.filter((address) => address.includes("/api/"))).toEqual([]);
      expect(faults).toEqual([]);
      await page.close();
    },
  );

  // The stage once drew nothing more for a table that "nobody sees", and a preview said so of itself.
  describe.each(slugs)("a preview of %s, drawn anew for each choice", (slug) => {
    let page: Page;
    const choose = (name: string, value: string) =>
      page.locator(`select[name="${name}"]`).selectOption(value);
    const scrub = (elapsedMs: number) =>
      page.locator("form input[type=range]").fill(String(elapsedMs));
    const picture = () => pictureOf(page.locator("preview-table canvas"));

    /** Whether a picture is there that was there before. */
    const again = (before: CanvasPicture) => async () => isSamePicture(await picture(), before);

    /** Waits for a picture that none of the others is. */
    async function anotherThan(...others: CanvasPicture[]): Promise<CanvasPicture> {
      await eventually(async () => {
        const now = await picture();
        return !others.some((other) => isSamePicture(now, other));
      });
      return picture();
    }

    beforeAll(async () => {
      page = await patientPage(browser, { viewport: { width: 900, height: 800 }, ...WITH_MOTION });
      // A picture without what comes late, such as the dealer, was once taken for the whole one.
      await page.route(/\/extras\.ts/, async (route) => {
        await delay(1_000);
        await route.continue();
      });
      await page.goto(
        `${url}/preview/?slug=${slug}&phase=revealing&elapsedMs=400&outcome=1&size=390x260`,
      );
      await page.locator("preview-table canvas").waitFor();
      await eventually(
        async () => (await page.locator('output[name="frames"]').innerText()) !== "",
      );
    });
    afterAll(() => page.close());

    test("follows phase, theme, language and size, and each of them back again", async () => {
      await choose("lang", "en");
      await choose("phase", "result");
      // A race is first seen once more, without a word.
      await scrub(slug === "bigsixball" ? 5_000 : 3_500);
      for (const [name, from, to] of [
        ["phase", "result", "betting"],
        ["theme", "dark", "light"],
        ["theme", "dark", "contrast"],
        ["lang", "en", "ko"],
        ["size", "390x260", "390x700"],
        ["size", "390x260", "830x553"],
      ] as const) {
        await choose(name, from);
        const before = await settled();
        await choose(name, to);
        await anotherThan(before);
        await choose(name, from);
        await expect.poll(again(before)).toBe(true);
      }
    });

    /** The picture, once it stays. */
    async function settled(): Promise<CanvasPicture> {
      let before = await picture();
      await eventually(async () => {
        const now = await picture();
        const stays = isSamePicture(now, before);
        before = now;
        return stays;
      });
      return before;
    }
  });
});

test("no preview is in the build", async () => {
  const files = await readdir(`${root}/dist`, { recursive: true });
  expect(files.filter((file) => file.includes("preview"))).toEqual([]);
  for (const file of files.filter((name) => name.endsWith(".js"))) {
    expect(await readFile(`${root}/dist/${file}`, "utf8")).not.toContain("preview-table");
  }
});
