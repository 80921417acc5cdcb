import type { TemplateResult } from "lit";
import { sheet } from "../../src/hud/sheet.ts";
import { sheetStyles } from "../../src/hud/styles/sheet-styles.ts";
import type { TableView } from "../../src/hud/table/view.ts";

/*
 * A table's panel of roads, statistics, history and rules. The panel is loaded when it is first opened, because most
 * viewers never open it.
 */

const styles = new CSSStyleSheet();
styles.replaceSync(sheetStyles);

export function renderSheet(root: ShadowRoot, view: TableView): TemplateResult | symbol {
  if (!root.adoptedStyleSheets.includes(styles)) {
    root.adoptedStyleSheets.push(styles);
  }
  return sheet(view);
}
