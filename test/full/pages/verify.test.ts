import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { CHECKS } from "../../../src/fairness/check-names.ts";
import { baccarat } from "../../../src/games/baccarat/game.ts";
import { phaseStartMs, roundAt } from "../../../src/round/phases.ts";
import { violations } from "../../support/axe.ts";
import { openPage } from "../../support/browser-page.ts";
import { inFullWidth } from "../../support/full-width.ts";
import { sharedLiveService, startParentPage } from "../../support/live-service.ts";
import { startProofHouse } from "../../support/proof-house.ts";
import { tempFolder } from "../../support/temp-store.ts";
import { network, proofOf } from "../../support/test-proofs.ts";

/** The service began 25 hours before the round's day, so the day's header was published in time. */
const BEGAN_MS = Date.UTC(2026, 5, 30, 23);
/** The first round of the third day. */
const ROUND = roundAt(Date.UTC(2026, 6, 2), baccarat.intervalMs);

const open = (address: string) => openPage(address, { locale: "en-US" });

const service = sharedLiveService(BEGAN_MS);

beforeAll(async () => {
  for (const phase of ["betting", "result"] as const) {
    service().holdAt(phaseStartMs(ROUND, phase, baccarat));
    await service().catchUp();
  }
});

/** A house whose round has just ended. Its clock is stopped, so that a slow page does not open the next round. */
function openHouse() {
  const house = service();
  house.holdAt(phaseStartMs(ROUND, "result", baccarat));
  return house;
}

async function statuses(page: Page): Promise<Record<string, string>> {
  await page.locator(".verdict").waitFor();
  const all = await page.$$eval(".steps li", (steps) =>
    steps.map(({ dataset }) => [dataset["check"], dataset["status"]] as [string, string]),
  );
  return Object.fromEntries(all);
}

async function keepKey(page: Page, key: string): Promise<void> {
  await page.locator("summary", { hasText: "Saved keys" }).click();
  await page.fill("#keys", key);
  await page.locator("#keys").blur();
}

async function paste(page: Page, proof: unknown): Promise<void> {
  await page.locator("summary", { hasText: "Or check a record" }).click();
  await page.fill("#text", JSON.stringify(proof));
  await page.click("#pasted button");
}

const saved = ({ record, header, keys }: ReturnType<typeof proofOf>) => ({
  record,
  header,
  keys: keys.pinned,
});

test("the verify page explains what each step of a check proves", async () => {
  const { url } = openHouse();
  const { page, faults } = await open(`${url}/verify/?slug=baccarat&round=${ROUND}`);
  const all = CHECKS.map((name) => [name, /beacon/.test(name) ? "none" : "pass"]);
  expect(await statuses(page)).toEqual({ ...Object.fromEntries(all), kept: "word" });
  expect(await page.innerText(".verdict")).toContain("Consistent: every check passes");
  expect(await page.innerText(".beacon-seed")).toContain(
    "do not prove that the house did not know",
  );
  await page.locator('[data-check="outcome"] summary').click();
  expect(await page.innerText('[data-check="outcome"] dl')).toContain("player_cards");
  expect(await violations(page)).toEqual([]);
  expect(faults).toEqual([]);
});

test("a framed table links to its round's check, and the check works in the frame's sandbox", async () => {
  const { url, tableKey } = openHouse();
  const frame = `<iframe src="${url}/embed/baccarat/?key=${tableKey}&lang=en"
    sandbox="allow-scripts allow-same-origin allow-popups" style="width:830px;height:553px"></iframe>`;
  const { page } = await open(await startParentPage(frame));
  const table = page.frameLocator("iframe").locator("game-table");
  // The server's rendering does not react to presses.
  await table.locator("canvas").waitFor();
  await table.locator('[data-action="proof"]').click();
  const seed = await table.locator("round-proof code").nth(1).innerText();
  expect(seed).toMatch(/^[0-9a-f]{64}$/);
  const [opened] = await Promise.all([
    page.context().waitForEvent("page"),
    table.locator("round-proof a").click(),
  ]);
  expect((await statuses(opened))["outcome"]).toBe("pass");
  expect(await opened.inputValue("#round")).toBe(String(ROUND));
  await opened.locator('[data-check="commitment"] summary').click();
  expect(await opened.innerText('[data-check="commitment"] dl')).toContain(seed);
  // A sandboxed page cannot submit forms, so its forms must work without submission.
  await opened.fill("#round", String(ROUND - 1));
  await opened.press("#round", "Enter");
  await opened.locator('[data-check="day"]').waitFor();
  await opened.locator('[data-check="round"] summary').click();
  expect(await opened.innerText('[data-check="round"] dl')).toContain(String(ROUND - 1));
  // This round is from the house's first day, whose header could not be published a day earlier.
  expect((await statuses(opened))["published"]).toBe("pass");
});

test("the verify page checks a round by its game and number", async () => {
  const { url } = openHouse();
  const { page } = await open(`${url}/verify/`);
  await page.selectOption("#game", "baccarat");
  // The field accepts only digits, and browsers do not accept full-width ones.
  await page.fill("#round", inFullWidth(String(ROUND)));
  await page.click("#of-house button");
  expect((await statuses(page))["outcome"]).toBe("pass");
  await page.fill("#round", String(ROUND + 1));
  await page.click("#of-house button");
  await page.locator('.verdict[data-verdict="undecided"]').waitFor();
  await page.fill("#round", "99999999");
  await page.click("#of-house button");
  await page.locator("#trouble", { hasText: "is not published yet" }).waitFor();
});

// Cause: the previous round's verdict stayed next to an invalid number, or arrived after the edit.
test("editing the number on the verify page removes the verdict and ends a check that is still loading", async () => {
  const { url } = openHouse();
  const { page } = await open(`${url}/verify/?slug=baccarat&round=${ROUND}`);
  await page.locator(".verdict").waitFor();
  await page.fill("#round", "no round");
  expect(await page.locator(".verdict").count()).toBe(0);
  expect(await page.locator("#after").isVisible()).toBe(false);
  const asked = Promise.withResolvers<void>();
  const edited = Promise.withResolvers<void>();
  await page.route(/\/rounds\//, async (route) => {
    asked.resolve();
    await edited.promise;
    await route.continue();
  });
  await page.fill("#round", String(ROUND));
  await page.locator("#of-house button").click();
  await asked.promise;
  await page.fill("#round", "1");
  const response = page.waitForResponse(/\/rounds\//);
  edited.resolve();
  await (await response).finished();
  await page.waitForLoadState("networkidle");
  expect(await page.locator(".verdict").count()).toBe(0);
});

describe("a proof pasted into the verify page", () => {
  test("a round is refuted if the house contradicts the record saved while bets were open", async () => {
    const { open: kept, record, header } = proofOf(baccarat, ROUND, null);
    const { url } = openHouse();
    for (const [promise, verdict] of [
      [kept, "proven"],
      [{ ...kept, headerHash: "11".repeat(32) }, "refuted"],
    ] as const) {
      const house = await startProofHouse([{ record, header }]);
      const { page } = await open(`${url}/verify/`);
      await page.route(/\/(embed|fairness)\//, async (route) => {
        const { pathname, search } = new URL(route.request().url());
        await route.fulfill({ response: await route.fetch({ url: house + pathname + search }) });
      });
      await paste(page, promise);
      await page.locator(".verdict").waitFor();
      expect(await page.getAttribute(".verdict", "data-verdict")).toBe(verdict);
    }
  });

  test("the verify page leaves beacons of chains other than quicknet open", async () => {
    const { url } = openHouse();
    const { page, faults } = await open(`${url}/verify/`);
    await paste(page, saved(proofOf(baccarat, ROUND, network)));
    const expected = { "beacon-number": "open", beacon: "open", outcome: "pass" };
    expect(await statuses(page)).toMatchObject(expected);
    expect(faults).toEqual([]);
  });

  test("a proof is compared with the reader's pinned keys", async () => {
    const { url } = openHouse();
    const { page } = await open(`${url}/verify/`);
    const proof = saved(proofOf(baccarat, ROUND, null));
    await paste(page, proof);
    // This house did not sign it, whatever keys the proof contains.
    expect((await statuses(page))["key"]).toBe("fail");
    await keepKey(page, proof.header.key);
    await page.locator('[data-check="key"][data-status="pass"]').waitFor();
    await page.click("#keep-keys");
    await page.locator('[data-check="key"][data-status="fail"]').waitFor();
    await page.reload();
    expect(await page.inputValue("#keys")).toMatch(/^[0-9a-f]{64}$/);
  });
});

test("a copy of the verify page on disk checks a saved proof offline", async () => {
  const { url } = openHouse();
  const folder = await tempFolder();
  const copy = join(folder, "verify.html");
  await writeFile(copy, await (await fetch(`${url}/verify/`)).text());
  const online = await open(`${url}/verify/?slug=baccarat&round=${ROUND}`);
  await online.page.locator(".verdict").waitFor();
  const [download] = await Promise.all([
    online.page.waitForEvent("download"),
    online.page.click("#save"),
  ]);
  const file = join(folder, download.suggestedFilename());
  await download.saveAs(file);
  expect(Object.keys(JSON.parse(await readFile(file, "utf8")) as object)).toEqual([
    "record",
    "header",
    "keys",
  ]);

  const { page } = await open(`file://${copy}`);
  await page.context().setOffline(true);
  await page.locator("summary", { hasText: "Or check a record" }).click();
  await page.setInputFiles("#file", file);
  // No house can supply keys, and the keys inside the file do not count.
  expect(await statuses(page)).toMatchObject({ outcome: "pass", key: "open" });
  expect(await page.innerText(".verdict")).toContain("The signer is unknown.");
  const { header } = JSON.parse(await readFile(file, "utf8")) as { header: { key: string } };
  await keepKey(page, header.key);
  await page.locator('.verdict[data-verdict="consistent"]').waitFor();
  expect(await page.innerText(".verdict")).toContain("Consistent: every check passes");
});
