import { html } from "lit";
import type { TemplateResult } from "lit";
import { palette } from "../look/palette.ts";
import { faint, mixed } from "./colour.ts";

/** As in `components/scenes/baccarat/total-badge.ts`. */
export const medalStyle = `
.medal{
translate:-50% -50%;
box-sizing:border-box;
width:var(--medal);
height:var(--medal);
border:max(1px,var(--medal)*.03) solid ${faint(palette.ink, "55%")};
border-radius:50%;
background:linear-gradient(${mixed("var(--side)", "#fff", "30%")},var(--side) 45%,${mixed("var(--side)", "#000", "45%")}) border-box;
box-shadow:0 1px 4px #000a;
color:#fff;
font:800 calc(var(--medal)*.66)/calc(var(--medal)*.94) system-ui,sans-serif;
text-align:center;
}
.medal.empty{
border-color:${faint("var(--accent)", "70%")};
background:${faint(mixed("var(--side)", "#000", "35%"), "45%")};
box-shadow:none;
color:${faint(mixed("var(--side)", "var(--letters)", "50%"), "60%")};
font-size:calc(var(--medal)*.46);
}
.medal.won{scale:1.18;border-color:var(--accent);color:#ffe096}
.medal.lost{margin:0}
`;

/** A total, or the letter of a side that has none yet. */
export const medal = (text: string, look: string): TemplateResult =>
  html`<b class="medal ${look}">${text}</b>`;
