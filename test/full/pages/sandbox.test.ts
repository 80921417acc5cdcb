import { expect, test } from "vitest";
import { openPage } from "../../support/browser-page.ts";
import { startSandbox } from "../../support/sandbox.ts";
import type { TestSandbox } from "../../support/sandbox.ts";

async function openTable({ url, state }: TestSandbox) {
  const { keys } = await state();
  const watched = await openPage(`${url}/embed/baccarat/?key=${keys.good}`, {
    viewport: { width: 830, height: 553 },
  });
  // Waits until the element has replaced the first paint.
  await watched.page.locator("game-table canvas").waitFor();
  return watched;
}

const seen = (shown: string) => `game-table .table[data-phase="${shown}"] .link.live`;

test("a table follows every step of the sandbox clock", async () => {
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
  await sandbox.tell({ do: "move", to: "2026-07-02T12:00:00Z" });
  await page.locator(seen("betting")).waitFor();
  await sandbox.tell({ do: "move", to: "revealing", game: "baccarat" });
  await page.locator(seen("revealing")).waitFor();
  expect(faults).toEqual([]);
});

test("a table opens by itself once the service is available again", async () => {
  const sandbox = await startSandbox({ isBuilt: true });
  const { keys } = await sandbox.state();
  await sandbox.tell({ do: "failure", name: "unavailable", on: true });
  const { page, faults } = await openPage(`${sandbox.url}/embed/baccarat/?key=${keys.good}`);
  await page.getByText("This table is not available").waitFor();
  await sandbox.tell({ do: "failure", name: "unavailable", on: false });
  await page.locator("game-table canvas").waitFor();
  expect(faults.filter((fault) => !fault.includes("503"))).toEqual([]);
});
