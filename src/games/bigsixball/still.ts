import { html, nothing } from "lit";
import type { TemplateResult } from "lit";
import { lookIn } from "../../look/daylight.ts";
import { looks } from "../../look/looks.ts";
import { brighter } from "../../look/mix.ts";
import { typeface } from "../../look/tokens.ts";
import { ball, ballShade, ballStyle } from "../../still/ball.ts";
import { faint, mixed } from "../../still/colour.ts";
import { registered } from "../../still/lengths.ts";
import { isOpen } from "../../still/shown.ts";
import type { Still, StillView } from "../../still/still.ts";
import type { BigSixBallOutcome } from "./game.ts";

type View = StillView<BigSixBallOutcome>;

/** The steps of the podium, best first: `components/scenes/bigsixball/paint/podium.ts`. */
const STEPS = [
  { across: 0, wide: 1.2, up: 1, size: 1, metal: "#d9a62e" },
  { across: -1.07, wide: 0.94, up: 0.8, size: 0.84, metal: "#a8b2b9" },
  { across: 1.07, wide: 0.94, up: 0.66, size: 0.84, metal: "#b0713c" },
] as const;

/**
 * The lengths of `courseLayout` in `components/scenes/bigsixball/course.ts` as its camera is at the gates: a
 * ball is one unit wide.
 */
const lengths = `
${registered(["clear", "chip", "list", "low", "unit", "room", "step", "best", "stand"])}
.course{
inset:0;
--clear:calc(100cqh - max(24px,min(max(54px,8cqh),15cqh)));
--chip:max(18px,min(max(32px,5.2cqh),10cqh,100cqw/22));
--list:calc(3px + 1.36*var(--chip));
--low:calc(100cqh - max(3px,1.2cqh));
--unit:min((var(--low) - var(--list))/8.7,100cqw/8.4);
--middle:calc((var(--low) + var(--list))/2);
--room:calc(var(--clear) - var(--list));
--step:min(20cqw,var(--room)*.5);
--stand:calc(var(--clear) - var(--room)*.1);
--best:min(var(--step)*.86,(var(--room) - var(--step)*.62)*.86);
}
@container (aspect-ratio < 1){
.course{
--chip:min(30px,100cqw/17);
--unit:calc(100cqw/8.7);
--room:min(var(--clear) - var(--list),105cqw);
--step:min(27cqw,var(--room)*.5);
--stand:calc(var(--clear) - var(--room)*.1 - (var(--clear) - var(--list) - var(--room))*.4);
}
}
`;

/** The course at its gates, and the balls in their stalls: beside one another, or in a tall box in a row. */
function gatesStyle({ theme, room, board }: View): string {
  const { track, night, lamp, ink, addsLight } = lookIn(looks[theme], room);
  // The floor is lacquered: brighter than the track's own colour.
  const floor = addsLight ? brighter(track, 1.36) : mixed(track, "#fff", "30%");
  const lit = mixed(floor, lamp, addsLight ? "32%" : "30%");
  const edge = addsLight ? "#7a4a2a" : "#8b6544";
  return `
.still{background:linear-gradient(${mixed(track, night, "75%")},${mixed(track, night, "50%")})}
.ground{
left:calc(var(--unit)*.45);
right:0;
top:calc(var(--middle) - var(--unit)*3.9);
height:calc(var(--unit)*7.8);
background:radial-gradient(60% 70% at 48% 50%,${lit},${mixed(mixed(floor, night, "6%"), lamp, addsLight ? "9%" : "14%")});
box-shadow:0 0 0 max(2px,var(--unit)*.28) ${edge},0 0 0 1px var(--accent);
}
.gate{
left:calc(var(--unit)*3.66);
top:calc(var(--middle) - var(--unit)*3.9);
width:calc(var(--unit)*.16);
height:calc(var(--unit)*7.8);
background:var(--accent);
}
.lane{left:calc(var(--unit)*3.2);top:calc(var(--middle) + (var(--lane) - 2.5)*var(--unit)*1.312)}
.ball{translate:-50% -50%;width:var(--unit)}
.name{translate:0 -50%;left:calc(var(--unit)*.95);font:700 max(9px,min(18px,var(--unit)*.4))/1 ${typeface};color:${ink};white-space:nowrap}
@container (aspect-ratio < 1){
.ground{left:calc(50cqw - var(--unit)*3.9);right:auto;width:calc(var(--unit)*7.8);top:0;height:calc(100cqh - var(--unit)*.45)}
.gate{left:calc(50cqw - var(--unit)*3.9);top:calc(100cqh - var(--unit)*3.82);width:calc(var(--unit)*7.8);height:calc(var(--unit)*.16)}
.lane{left:calc(50cqw + (var(--lane) - 2.5)*var(--unit)*1.312);top:calc(100cqh - var(--unit)*3.2)}
.name{translate:-50% -50%;left:0;top:calc(var(--unit)*.95);font-size:2.5cqw}
}
${board.sides.map((_, lane) => `.lane${lane}{--lane:${lane}}`).join("")}`;
}

function podiumStyle({ theme, room }: View): string {
  const { veil, shade, stone, night, addsLight, ink } = lookIn(looks[theme], room);
  const floor = mixed(stone, addsLight ? "var(--accent)" : shade, "20%");
  const plate = mixed("var(--metal)", addsLight ? "#080602" : "#fff", addsLight ? "66%" : "52%");
  const figure = mixed("var(--metal)", addsLight ? "#fff" : "#000", addsLight ? "35%" : "60%");
  const steps = STEPS.map(
    ({ across, wide, up, size, metal }, i) =>
      `.step${i}{--across:${across};--wide:${wide};--up:${up};--size:${size};--metal:${metal}}`,
  );
  return `
.still{background:radial-gradient(50% 75% at 50% 45%,${faint("var(--accent)", "30%")},#0000),${addsLight ? night : veil}}
.floor{
left:0;right:0;bottom:0;
top:calc(var(--stand) - var(--step)*.17);
background:linear-gradient(${floor},${stone} 75%);
border-top:1px solid ${faint("var(--accent)", "60%")};
}
.block{
box-sizing:border-box;
translate:-50% -100%;
left:calc(50cqw + var(--across)*var(--step));
top:var(--stand);
width:calc(var(--wide)*var(--step));
height:calc(var(--up)*var(--step)*.78);
border:calc(var(--step)*.04) solid var(--metal);
border-top:calc(var(--step)*.16) solid ${mixed("var(--metal)", "#fff", "25%")};
background:${plate};
color:${figure};
font:800 calc(var(--step)*(.3*var(--up) - .04))/1 ${typeface};
text-align:center;
}
.name{translate:-50% 0;left:50%;bottom:.25em;font-size:max(9px,var(--step)*.115);line-height:1;color:${ink}}
.ball{
translate:-50% -50%;
left:calc(50cqw + var(--across)*var(--step));
top:calc(var(--stand) - var(--up)*var(--step)*.78 - var(--best)*var(--size)*.42);
width:calc(var(--best)*var(--size));
}
@container (height < 150px){.name{display:none}}
${steps.join("")}`;
}

function style(view: View): string {
  const own = isOpen(view) ? podiumStyle(view) : gatesStyle(view);
  return `.still{position:absolute;inset:0;container-type:size;overflow:hidden}
.course,.course *{position:absolute}${lengths}${ballStyle}${own}`.replace(/\n/g, "");
}

/**
 * Whether the balls stand in their stalls. Once bets are closed they roll out of them, and nobody knows where on the
 * course the canvas will find them: until it comes the course is empty.
 */
const areAtGates = ({ state: { phase } }: View): boolean =>
  phase === "betting" || phase === "waiting";

/** The balls at their gates, each with its name; the bare course while they race. */
const gates = (view: View): TemplateResult =>
  html`<i class="ground"></i>${areAtGates(view) ? stalls(view) : nothing}`;

const stalls = ({ board, words }: View): TemplateResult =>
  html`<i class="gate"></i>${board.sides.map(
      (side, lane) =>
        html`<div class="lane lane${lane}">
          ${ball(side, lane)}<b class="name">${words.sides[side.id]}</b>
        </div>`,
    )}`;

/** The best three on their steps. */
function podium({ state, board, words }: View): TemplateResult {
  const ranks: Readonly<Record<string, number>> = state.result_map ?? {};
  return html`<i class="floor"></i>${STEPS.map((_, step) => {
      const lane = board.sides.findIndex(({ id }) => ranks[id] === step + 1);
      const side = board.sides[lane];
      return side === undefined
        ? nothing
        : html`<div class="block step${step}">
              ${step + 1}<b class="name">${words.sides[side.id]}</b>
            </div>
            ${ball(side, lane, `step${step}`)}`;
    })}`;
}

/** The gates of Big Six Ball with all balls at them, the course while they race, or the podium of a finished race. */
export const still: Still<BigSixBallOutcome> = {
  style,
  draw: (view) =>
    html`<div class="course">${ballShade}${isOpen(view) ? podium(view) : gates(view)}</div>`,
};
