import { html, nothing } from "lit";
import type { TemplateResult } from "lit";
import { TYPEFACE } from "../look/typefaces.ts";
import { mixed } from "./colour.ts";
import type { StillView } from "./still.ts";

/** Fewer wins in a row than these are not shown, nor before the words that open the bets have passed, in ms. */
const [SHOWN_FROM, SHOWN_AFTER_MS] = [3, 600];

/** Words on gold at the foot of a place: `components/stage/word-pill.ts`. Its type is set by the game. */
export const pillStyle = `
.pill{
translate:-50% -50%;
margin-top:calc(var(--w)*.658);
padding:.375em .85em;
border-radius:2em;
background:linear-gradient(${mixed("var(--accent)", "#fff8e2", "55%")},var(--accent),${mixed("var(--accent)", "#3a2503", "25%")});
box-shadow:0 1.5px 4px #0009;
color:var(--night);
font:800 var(--pill)/1 ${TYPEFACE.display};
letter-spacing:.08em;
text-transform:uppercase;
white-space:nowrap;
}
[theme=light] .pill{color:#fff}
`;

/** How often a side has won in a row, until the cards come. */
export function streakPill(
  { form, state, words, elapsedMs, isDealt }: StillView,
  side: string,
): TemplateResult | typeof nothing {
  const length = form.streak?.side === side ? form.streak.length : 0;
  const isOpen = state.phase === "betting" && !isDealt;
  const isShown = isOpen && elapsedMs >= SHOWN_AFTER_MS && length >= SHOWN_FROM;
  const text = words.lettering["streak"]?.replace("#", String(length)) ?? "";
  return isShown ? html`<b class="pill ${side}">${text}</b>` : nothing;
}
