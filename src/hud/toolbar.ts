import { html, nothing } from "lit";
import type { TemplateResult } from "lit";
import { icon } from "./icon.ts";
import type { TableView } from "./table/view.ts";

/**
 * Renders a table's buttons. Each names its action in `data-action`, to which `table-controls.ts` responds, so that a
 * server can also render the HUD.
 */
export function toolbar(view: TableView): TemplateResult {
  const { muted, isSoundPanelOpen, calm, fullScreen, openSheet } = view.controls;
  const { controls } = view.words;
  return html`<div class="toolbar" part="toolbar" role="group" aria-label=${controls.toolbar}>
    ${button("sheet", icon("roads"), controls.sheet, openSheet !== null, "H")}
    ${button("mute", icon(muted ? "muted" : "sound"), controls.sound, !muted, "M")}
    ${button("sound-panel", icon("levels"), controls.soundLevel, isSoundPanelOpen, "V")}
    ${button("calm", icon(calm ? "calm" : "motion"), controls.calm, calm, "C")}
    ${
      fullScreen === "unavailable"
        ? nothing
        : button(
            "full-screen",
            icon(fullScreen === "on" ? "leave" : "enter"),
            controls.fullScreen,
            fullScreen === "on",
            "F",
          )
    }
  </div>`;
}

function button(
  action: string,
  picture: TemplateResult,
  label: string,
  isPressed: boolean,
  key: string,
): TemplateResult {
  return html`<button
    type="button"
    class="tool"
    data-action=${action}
    aria-pressed=${isPressed ? "true" : "false"}
    aria-keyshortcuts=${key}
    title="${label} (${key})"
  >
    ${picture}<span class="visually-hidden">${label}</span>
  </button>`;
}
