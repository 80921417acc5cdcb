import { readFile } from "node:fs/promises";
import type { ServerResponse } from "node:http";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { expect, onTestFinished, test } from "vitest";
import { words as en } from "../../../src/i18n/en/seal.ts";
import { roundAt } from "../../../src/round/phases.ts";
import { newPage } from "../../support/browser-page.ts";
import { startParentPage } from "../../support/live-service.ts";
import { runService } from "../../support/running-service.ts";
import type { RunningService } from "../../support/running-service.ts";
import { tempFolder } from "../../support/temp-store.ts";

/** A second into betting. */
const BETTING_MS = Date.UTC(2026, 6, 1, 12) + 1_000;
const ROUND = roundAt(BETTING_MS, 30_000);
const pathOf = (round: number) => `/embed/baccarat/api/rounds/${round}`;

/** A house that shows records as `lies` has them, once that is set. */
async function startHouse(): Promise<RunningService & { lies: Map<string, unknown> }> {
  const lies = new Map<string, unknown>();
  const service = await runService({
    nowMs: BETTING_MS,
    dataDir: await tempFolder(),
    before: ({ url = "" }, response: ServerResponse) => {
      if (!lies.has(url)) {
        return false;
      }
      const headers = { "content-type": "application/json", "access-control-allow-origin": "*" };
      response.writeHead(200, headers).end(JSON.stringify(lies.get(url)));
      return true;
    },
  });
  onTestFinished(() => service.end());
  service.holdAt(BETTING_MS);
  return { ...service, lies };
}

const frameOf = ({ url, demoKey }: RunningService) => `${url}/embed/baccarat/?key=${demoKey}`;

/** Viewers ask at moments of their own; this one soon. */
async function eagerPage(): Promise<{ page: Page; faults: string[]; asked: readonly string[] }> {
  const watched = await newPage();
  await watched.page.addInitScript(() => {
    Math.random = () => 0.01;
  });
  return watched;
}

const sealOf = (page: Page) => page.locator("game-table .link").getAttribute("data-seal");

test("a table keeps promises before bets close, and turns red with evidence when one is broken", async () => {
  const house = await startHouse();
  const { page, faults, asked } = await eagerPage();
  await page.goto(frameOf(house));
  await expect.poll(() => sealOf(page)).toBe("holds");
  // It was loaded last of all, and nothing in the page was in its way.
  expect(asked.findIndex((url) => /table-keeper/.test(url))).toBeGreaterThan(
    asked.findIndex((url) => /\/extras\./.test(url)),
  );
  expect(faults).toEqual([]);

  await page.locator('game-table [data-act="proof"]').click();
  await page.getByText(en.kept.same).waitFor();
  await page.keyboard.press("Escape");

  // The round is over, and its record is another one now.
  const open = (await (await fetch(house.url + pathOf(ROUND))).json()) as object;
  house.holdAt(BETTING_MS + 29_500);
  const over = (await (await fetch(house.url + pathOf(ROUND))).json()) as object;
  expect(over).not.toEqual(open);
  house.lies.set(pathOf(ROUND), { ...over, commitment: "11".repeat(32) });
  house.holdAt(BETTING_MS + 30_000);
  await expect.poll(() => sealOf(page)).toBe("broken");

  await page.locator('game-table [data-act="proof"]').click();
  await page.getByRole("alert").filter({ hasText: en.broken }).waitFor();
  await page.getByTitle("The round before").click();
  await page.getByText(en.kept.other).waitFor();
  const saving = page.waitForEvent("download");
  await page.getByRole("button", { name: en.save }).click();
  const file = join(await tempFolder(), "evidence.json");
  await (await saving).saveAs(file);
  const evidence = JSON.parse(await readFile(file, "utf8"));
  expect(evidence.promises[0]).toMatchObject({ ...pick(open), round: ROUND });
  expect(evidence.faults.map(({ words }: { words: string }) => words).join()).toMatch(
    /not the one that was promised/,
  );

  // Another visit knows it still.
  house.lies.clear();
  await page.reload();
  await expect.poll(() => sealOf(page)).toBe("broken");
});

test("a frame that may store nothing says that its seal lasts no longer than itself", async () => {
  const house = await startHouse();
  const parent = await startParentPage(
    `<iframe sandbox="allow-scripts" src="${frameOf(house)}" width="830" height="553"></iframe>`,
  );
  const { page } = await eagerPage();
  await page.goto(parent);
  const link = page.frameLocator("iframe").locator("game-table .link");
  await expect.poll(() => link.getAttribute("data-seal")).toBe("memory");
  expect(await link.getAttribute("title")).toContain(en.memory.replace("{checked}", "0"));
});

test("the element keeps promises on an operator's page, and nothing where its policy allows no worker", async () => {
  const house = await startHouse();
  const body = `<script type="module" src="${house.url}/v1/game-table.js"></script>
    <game-table game="baccarat" style="width:830px;height:553px"></game-table>`;
  const policyWith = (worker: string) =>
    `script-src ${house.url}; connect-src ${house.url}; worker-src ${worker}`;
  const { page } = await eagerPage();
  await page.goto(await startParentPage(body, { "content-security-policy": policyWith("blob:") }));
  await expect.poll(() => sealOf(page)).toBe("holds");
  const other = await eagerPage();
  await other.page.goto(
    await startParentPage(body, { "content-security-policy": policyWith("'none'") }),
  );
  await expect.poll(() => other.faults.join()).toMatch(/worker/i);
  expect(await sealOf(other.page)).toBe(null);
  await other.page.locator("game-table canvas").waitFor();
});

function pick(record: object): object {
  const { headerHash, commitment } = record as { headerHash: string; commitment: string };
  return { headerHash, commitment };
}
