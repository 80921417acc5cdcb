import type { TemplateResult } from "lit";
import { sheet } from "../../src/hud/sheet.ts";
import { sheetStyles } from "../../src/hud/styles/sheet.ts";
import type { TableView } from "../../src/hud/table/view.ts";

/* The sheet of a table: loaded when it is first opened, since most viewers look at the table alone. */

const styles = new CSSStyleSheet();
styles.replaceSync(sheetStyles);

/** The sheet as a table shows it, whose shadow root gets the styles of it. */
export function sheetIn(root: ShadowRoot, view: TableView): TemplateResult | symbol {
  if (!root.adoptedStyleSheets.includes(styles)) {
    root.adoptedStyleSheets.push(styles);
  }
  return sheet(view);
}
