import { render } from "lit";
import { asSeen } from "../../src/hud/as-seen.ts";
import { stillView } from "../../src/hud/table/still-view.ts";
import type { TableView } from "../../src/hud/table/view.ts";
import { themeOf } from "../../src/look/themes.ts";
import type { Still } from "../../src/still/still.ts";

/** The stills by game, each a chunk of its own. */
const stills = import.meta.glob<{ still: Still }>("../../src/games/*/still.ts");

/** Draws a view in place of the canvas. */
export type LiveStill = (view: TableView, theme: string) => void;

/**
 * Puts the table of the first paint up in a `<game-table>` whose picture has failed, and keeps it up to date.
 * Rejects if the game has none, or if loading fails.
 */
export async function liveStill(table: HTMLElement, slug: string): Promise<LiveStill> {
  const load = stills[`../../src/games/${slug}/still.ts`];
  if (load === undefined) {
    throw new Error(`There is no still for the game ${slug}.`);
  }
  const { still } = await load();
  const slot = document.createElement("div");
  slot.slot = "still";
  slot.ariaHidden = "true";
  const root = slot.attachShadow({ mode: "open" });
  // An inline style sheet would need the permission of the page's policy.
  const sheet = new CSSStyleSheet();
  root.adoptedStyleSheets.push(sheet);
  const box = document.createElement("div");
  box.className = "still";
  root.append(box);
  table.append(slot);
  let style = "";
  return (view, theme) => {
    const shown = stillView(asSeen(view), themeOf(theme));
    const next = still.style(shown);
    if (next !== style) {
      style = next;
      sheet.replaceSync(style);
    }
    render(still.draw(shown), box);
  };
}
