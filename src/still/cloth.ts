import { lookIn } from "../look/daylight.ts";
import { looks } from "../look/looks.ts";
import { sideColours } from "../look/palette.ts";
import { TYPEFACE } from "../look/typefaces.ts";
import { faint, mixed } from "./colour.ts";
import { registered } from "./lengths.ts";
import type { StillView } from "./still.ts";

/** What a still shows of the look of a theme. */
function lit({ theme, room }: Pick<StillView, "theme" | "room">): string {
  const look = lookIn(looks[theme], room);
  const { night, lamp, lampShare, vignette, ink, shade, addsLight, isOrnate, cardBack } = look;
  return `--night:${night};--lamp:${lamp};--share:${lampShare * 100}%;--vignette:${vignette * 100}%;
--letters:${ink};--inked:${isOrnate ? (addsLight ? 60 : 78) : 100}%;--shade:${shade};--back:${cardBack.ground};--deep:${addsLight ? 100 : 45}%;
--leather:${addsLight ? "#4a2f1f" : "#8b6544"};--beyond:${addsLight ? mixed("var(--night)", "#000", "30%") : "var(--night)"}`;
}

/** The cloth, so far towards the night at the corners; and so much of the lamp. */
const dark = (share: number): string =>
  mixed("var(--felt)", "var(--night)", `calc(var(--vignette)*${share})`);
const bright = (share: number): string => `calc(var(--share)*${share})`;
const lamp = (share: number): string => faint("var(--lamp)", bright(share));
const sunk = (share: number): string => faint("#000", `calc(var(--deep)*${share})`);

/** How bright the lamp is while bets are open, and then, in shares of what the cloth throws back. */
const [BRIGHT, DIMMED] = [1.3, 0.5] as const;

/** What leaves a plain cloth. */
const PLAIN = ".rail,.motif,.bets,.bet,.shoe{display:none}";

/**
 * The cloth of a card table, its rail, and what lies on every one: places, lettering and cards, so far from the
 * middle of the table as `--at` says, which is how far they lean. Its measures are those of `components/stage/measures.ts`, its colours those of what is painted there.
 */
export function clothStyle({
  theme,
  room,
  state,
}: Pick<StillView, "theme" | "room" | "state">): string {
  const glow = state.phase === "betting" ? BRIGHT : DIMMED;
  return `${registered(["rim", "clear", "w", "type"])}
.still{position:absolute;inset:0;forced-color-adjust:none;container-type:size;overflow:hidden;${lit({ theme, room })}}
.cloth,.cloth *{position:absolute}
.cloth{
inset:0;
--rim:clamp(5px,3.5cqh,12px);
--clear:calc(100cqh - max(24px,min(max(54px,8cqh),15cqh)));
background:
radial-gradient(57.5% 75% at 50% 30%,${lamp(glow)},${lamp(glow * 0.6)} 35%,${lamp(glow * 0.2)} 65%,#0000),
radial-gradient(64% 92.16% at 50% 36%,${mixed("var(--felt)", "var(--lamp)", "var(--share)")},${mixed("var(--felt)", "var(--lamp)", bright(0.5))} 30%,${dark(0.14)} 60%,${dark(0.58)} 85%,${dark(1)});
}
.rail{inset:var(--rim)}
.rail::before,.rail::after{
--roll:calc(var(--rim)*.86);
--tilt:atan2(min(10cqh,5cqw),100cqh);
--far:calc((28cqh - var(--rim) + 99px)*tan(var(--tilt)) - .5px);
--near:calc((72cqh - var(--rim) + 99px)*tan(var(--tilt)) + .5px);
content:"";
position:absolute;
inset:0;
transform-origin:50% calc(28cqh - var(--rim));
transform:skewX(var(--tilt));
clip-path:polygon(calc(50% + var(--far)) -99px,200% -99px,200% calc(100% + 99px),calc(50% - var(--near)) calc(100% + 99px));
border-radius:min(30cqh,70px);
box-shadow:
inset 0 calc(var(--rim)*.5) calc(var(--rim)*1.2) ${faint("var(--shade)", "75%")},
inset 0 0 0 1px ${faint("var(--accent)", "60%")},
0 0 0 calc(var(--roll)*.22) #170d09,
0 0 0 calc(var(--roll)*.8) var(--leather),
0 0 0 var(--roll) #20120d,
0 0 0 99px var(--beyond);
}
.rail::after{transform:scaleX(-1) skewX(var(--tilt))}
.place,.card,.name,.tie{translate:-50% -50%}
.place,.card{--lean:atan(tan(atan2(var(--at),50cqw))*tan(atan2(min(10cqh,5cqw),100cqh)));transform:skewX(var(--lean))}
.place{
box-sizing:border-box;
width:calc(var(--w)*1.06);
height:calc(var(--w)*1.46);
border:max(1px,var(--w)*.014) solid ${faint("var(--accent)", "75%")};
border-radius:calc(var(--w)*.09);
background:
radial-gradient(circle calc(var(--w)*1.4) at 50% 0,${faint("var(--side)", "42%")},${faint("var(--side)", "12%")}),
linear-gradient(${sunk(0.44)},${sunk(0.22)} 20%,${sunk(0.1)});
}
.place svg{inset:0;margin:auto;overflow:visible}
.name{
font:700 var(--type)/1 ${TYPEFACE.display};
letter-spacing:.16em;
margin-left:.08em;
white-space:nowrap;
text-transform:uppercase;
color:${mixed("var(--side)", "var(--letters)", "var(--inked)")};
text-shadow:0 -.06em #0008,0 .06em #fff2;
}
${Object.entries(sideColours)
  .map(([token, { fill }]) => `.${token}{--side:${fill}}`)
  .join("")}${looks[theme].isOrnate ? "" : PLAIN}`;
}
