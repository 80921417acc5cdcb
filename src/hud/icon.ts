import { html } from "lit";
import type { TemplateResult } from "lit";

/** Line drawings in a 24 by 24 box. */
const paths = {
  roads: "M4 5h4v4H4zM10 5h4v4h-4zM16 5h4v4h-4zM4 11h4v4H4zM10 11h4v4h-4zM4 17h4v3H4z",
  close: "M6 6l12 12M18 6L6 18",
  muted: "M4 9v6h4l5 4V5L8 9zM16 9l5 6M21 9l-5 6",
  sound: "M4 9v6h4l5 4V5L8 9zM16 9a4 4 0 0 1 0 6M18.5 6.5a8 8 0 0 1 0 11",
  levels: "M4 8h16M4 16h16M9 5v6M15 13v6",
  calm: "M3 9c3-3 6 3 9 0s6 3 9 0M3 15c3-3 6 3 9 0s6 3 9 0",
  motion: "M3 12h4l2-6 4 12 3-8 1 2h4",
  enter: "M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5",
  leave: "M9 4v5H4M20 9h-5V4M15 20v-5h5M4 15h5v5",
} as const;

/** Renders a small drawing on a button. The button has a label for screen readers. */
export function icon(name: keyof typeof paths): TemplateResult {
  return html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
    <path d=${paths[name]} />
  </svg>`;
}
