import { describe, expect, test } from "vitest";
import { openPage } from "../../support/browser-page.ts";
import { NOON, startSandbox } from "../../support/sandbox.ts";
import type { TestSandbox } from "../../support/sandbox.ts";

async function openTable({ url, state }: TestSandbox, viewport = { width: 830, height: 553 }) {
  const { keys } = await state();
  const watched = await openPage(`${url}/embed/baccarat/?key=${keys.good}`, { viewport });
  // Drawn by the element, which has taken over from the first paint.
  await watched.page.locator("game-table canvas").waitFor();
  return watched;
}

/** What the bar says, and whether the table takes its state for live. */
const seen = (shown: string) => `game-table .table[data-phase="${shown}"] .link.live`;

describe("a table follows a sandbox's clock and stays live:", () => {
  test("step by step, by leaps, and over a day's end", async () => {
    const sandbox = await startSandbox({ isBuilt: true });
    const { page, faults } = await openTable(sandbox);
    for (const phase of ["revealing", "result", "waiting", "betting"]) {
      await sandbox.tell({ do: "move", to: phase, game: "baccarat" });
      await page.locator(seen(phase)).waitFor();
    }
    const { round } = await sandbox.tell({
      do: "next",
      game: "baccarat",
      outcome: "tie",
      phase: "result",
    });
    await page.locator(seen("result")).waitFor();
    expect(await page.locator("game-table .round b").innerText()).toBe(round.toLocaleString("en"));
    await sandbox.tell({ do: "move", to: "day-end" });
    await page.locator(seen("betting")).waitFor();
    await sandbox.tell({ do: "move", to: "revealing", game: "baccarat" });
    await page.locator(seen("revealing")).waitFor();
    expect(faults).toEqual([]);
  });

  test("at a hundred times its pace, and when it stops", async () => {
    const sandbox = await startSandbox({ isBuilt: true });
    const { page, faults } = await openTable(sandbox);
    const shown = () => page.locator("game-table .round b").innerText();
    const first = await shown();
    await sandbox.tell({ do: "rate", rate: 100 });
    await expect.poll(shown).not.toBe(first);
    await sandbox.tell({ do: "rate", rate: 0 });
    const { phase, round } = await sandbox.read("/embed/baccarat/api/current");
    await page.locator(seen(phase)).waitFor();
    await expect.poll(shown).toBe(round.toLocaleString("en"));
    expect(faults).toEqual([]);
  });
});

test.each([
  { width: 830, height: 553 },
  { width: 390, height: 260 },
  { width: 390, height: 700 },
  { width: 320, height: 213 },
])("the mark is plain at $width x $height and covers nothing of the table", async (viewport) => {
  const sandbox = await startSandbox({ script: NOON, isBuilt: true });
  const { page } = await openTable(sandbox, viewport);
  const boxOf = async (selector: string) => {
    const box = await page.locator(`game-table ${selector}`).first().boundingBox();
    if (box === null) {
      throw new Error(`${selector} is not there.`);
    }
    return box;
  };
  const mark = await boxOf(".sandbox");
  expect(mark.width).toBe(viewport.width);
  for (const selector of [".bar", ".stage", ".ring"]) {
    expect((await boxOf(selector)).y).toBeGreaterThanOrEqual(mark.y + mark.height - 1);
  }
});
