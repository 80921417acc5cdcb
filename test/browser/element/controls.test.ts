import { assert } from "chai";
import type { GameTable } from "../../../components/game-table.ts";
import { mountTable } from "./table.ts";
import { until } from "./until.ts";

const mount = (attributes = "") => mountTable(`style="width:830px" ${attributes}`, ".digits");

function inside(table: GameTable, selector: string): HTMLElement | null {
  return table.shadowRoot?.querySelector<HTMLElement>(selector) ?? null;
}

async function press(table: GameTable, key: string, more: KeyboardEventInit = {}): Promise<void> {
  const target = table.shadowRoot?.activeElement ?? inside(table, ".table");
  const init = { key, ...more, bubbles: true, composed: true };
  target?.dispatchEvent(new KeyboardEvent("keydown", init));
  await table.updateComplete;
  await table.updateComplete;
}

describe("the controls of <game-table>", () => {
  it("sound is off until the viewer turns it on", async () => {
    const table = await mount();
    assert.equal(table.muted, true);
    await press(table, "m");
    assert.equal(table.muted, false);
    assert.equal((await mount()).muted, false);
  });

  it("a viewer can mute a table that starts with sound", async () => {
    const table = await mount('muted="false"');
    assert.equal(table.muted, false);
    inside(table, '[data-action="mute"]')?.click();
    assert.equal((await mount('muted="false"')).muted, true);
  });

  it("calm mode is remembered on the next visit", async () => {
    const table = await mount();
    await press(table, "c");
    assert.equal(table.calm, true);
    assert.equal(inside(table, '[data-action="calm"]')?.getAttribute("aria-pressed"), "true");
    assert.equal((await mount()).calm, true);
  });

  it("H opens a table's history, and H or Escape closes it", async () => {
    const table = await mount();
    inside(table, '.bar [data-action="mute"]')?.focus();
    for (const close of ["h", "Escape"]) {
      await press(table, "h");
      await until(
        () => inside(table, '.tab[aria-selected="true"]') === table.shadowRoot?.activeElement,
      );
      assert.equal(inside(table, ".sheet")?.getAttribute("role"), "dialog");
      await press(table, close);
      await until(() => inside(table, ".sheet") === null);
      assert.equal((table.shadowRoot?.activeElement as HTMLElement)?.dataset["action"], "mute");
    }
  });

  it("the arrow keys cycle through the pages of a table's history", async () => {
    const table = await mount();
    const focused = () => table.shadowRoot?.activeElement?.id;
    inside(table, '.bar [data-action="sheet"]')?.click();
    await until(() => focused() === "tab-roads");
    await press(table, "ArrowRight");
    await until(() => focused() === "tab-statistics");
    await press(table, "ArrowLeft");
    await until(() => focused() === "tab-roads");
    await press(table, "ArrowLeft");
    await until(() => focused() === "tab-rules");
  });

  // Cause: keys were matched only by their letters, which are not Latin on these layouts.
  it("keys work by position on non-Latin keyboards", async () => {
    const table = await mount();
    await press(table, "ㅡ", { code: "KeyM" });
    assert.equal(table.muted, false);
  });

  it("key presses that the table does not use are left to the page", async () => {
    const table = await mount();
    for (const init of [{ key: "x" }, { key: "m", ctrlKey: true }, { key: "Escape" }]) {
      const event = new KeyboardEvent("keydown", {
        ...init,
        bubbles: true,
        composed: true,
        cancelable: true,
      });
      inside(table, ".table")?.dispatchEvent(event);
      assert.equal(event.defaultPrevented, false);
    }
    assert.equal(table.muted, true);
  });
});
