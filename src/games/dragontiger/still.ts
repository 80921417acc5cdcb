import { html, nothing } from "lit";
import type { TemplateResult } from "lit";
import { bandLengths, bets } from "../../still/bets.ts";
import { cardTableStyle } from "../../still/card-table.ts";
import { card, cardBack } from "../../still/card.ts";
import { faint, mixed } from "../../still/colour.ts";
import { emblem } from "../../still/emblem.ts";
import { registered } from "../../still/lengths.ts";
import { streakPill } from "../../still/pill.ts";
import { shoe } from "../../still/shoe.ts";
import { fate, isOpen } from "../../still/shown.ts";
import type { Still, StillView } from "../../still/still.ts";
import { tie } from "../../still/tie.ts";
import type { DragonTigerOutcome } from "./game.ts";

const HANDS = ["dragon", "tiger"] as const;
type Hand = (typeof HANDS)[number];

/** What the band of bets passes beneath. */
const names = {
  off: "(50cqw - var(--aside) + 3*var(--type))",
  foot: "(var(--named) + .7*var(--type))",
};
const tieName = { off: "20cqw", foot: "(var(--tie) + .4*var(--down))" };
const thickest = "max(19px,4cqh)";

/** Scales and stripes in the cloth around the places: `components/scenes/dragontiger/motifs.ts`. */
const scale = `radial-gradient(circle calc(var(--scale)*.96) at 50% 0,#0000,${faint("var(--side)", "40%")} 92%,${faint(mixed("var(--side)", "var(--accent)", "50%"), "44%")} 93% 99%,#0000)`;
const stripes = (lean: number): string =>
  `repeating-linear-gradient(${lean}deg,${faint("var(--side)", "44%")} 0 45%,#0000 55% 100%)`;
const motifs = `
.motif{
--reach:min(50cqw,var(--w)*3.2);
--scale:max(9px,var(--reach)/13);
translate:-50% -50%;
top:var(--y);
width:var(--reach);
height:min(110cqh,var(--reach));
mask:radial-gradient(closest-side,#000 25%,#0000);
}
.motif.dragon{background:${scale} 0 0/calc(var(--scale)*2) calc(var(--scale)*1.24),${scale} var(--scale) calc(var(--scale)*.62)/calc(var(--scale)*2) calc(var(--scale)*1.24)}
.motif.tiger{background:${stripes(165)} 0 0/50% 12.5%,${stripes(195)} 100% 6%/50% 12.5%}
`;

/** The lengths of `duelLayout` in `components/scenes/dragontiger/layout.ts`. */
const own = `${motifs}
${registered(["aside", "corner", "y", "named"])}
.cloth{
--sign:calc(var(--w)*.92);
--fit:23.5cqw;
--lines:1.6;
--tray:0px;
--type:max(11px,min(max(28px,4.6cqh),6.2cqh,5cqw));
--pill:calc(var(--w)*.085);
--edge:max(5px,var(--clear)*.062);
--words:calc(var(--type)*var(--lines));
--w:round(down,min(var(--fit),(var(--clear) - var(--tray) - var(--words) - 2*var(--edge))/1.4),2px);
--space:max(var(--edge),(var(--clear) - var(--tray) - 1.4*var(--w) - var(--words))/2);
--y:round(var(--tray) + var(--space)*1.3 + var(--w)*.7,1px);
--named:calc(var(--y) + .7*var(--w) + min(var(--space),var(--type)*.5) + .55*var(--type));
--aside:max(24cqw,min(30cqw,50cqw - 1.35*var(--w)));
--corner:calc(var(--aside) - var(--w)/2);
--shoe:min(1.1*var(--w),1.75*var(--corner));
--across:min((100cqw - 2*var(--aside) - var(--w))*.62,var(--w)*1.008);
--down:var(--across);
--tie:var(--y);
${bandLengths([names], { thickest, floor: "(100cqh - 1.8*var(--rim))", house: 0.6 })}
}
@container (aspect-ratio < 100/74){
.cloth{
--fit:40cqw;
--lines:4.4;
--tray:3.5cqh;
--aside:27cqw;
--across:calc(var(--type)*6);
--down:calc(var(--type)*2);
--tie:calc(var(--named) + 1.5*var(--type));
${bandLengths([names, tieName], { thickest, floor: "var(--clear)", house: 0.2 })}
}
.motif{--reach:min(80cqw,var(--w)*3.2)}
}
@container (aspect-ratio >= 100/74) and (height < 260px){.bets{display:none}}
@container (width < 240px) or (height < 150px){.shoe{display:none}}
@container (height < 218px){.pill{display:none}}
@container (width < 280px) or (height < 226px){.name{font-family:system-ui,sans-serif}}
.dragon{--at:calc(round(var(--aside),1px) - 50cqw)}
.tiger{--at:calc(50cqw - round(var(--aside),1px))}
.dragon,.tiger{left:calc(50cqw + var(--at))}
.place,.card,.pill{top:var(--y)}
.name{top:var(--named)}
.name.tie{top:var(--tie)}
.shoe{left:calc(100cqw - var(--corner) + .42*var(--shoe));top:calc(.32*var(--shoe))}
`;

function hand(view: StillView<DragonTigerOutcome>, id: Hand): TemplateResult {
  const { state, board, words } = view;
  const colour = board.sides.find((side) => side.id === id)?.colour ?? "";
  const open = isOpen(view) ? state[id] : null;
  const isBack = view.isDealt;
  return html`<div class="place ${id} ${colour}">${open || isBack ? nothing : emblem(id)}</div>
    ${open ? card(open, `${id} ${fate(state, id)}`) : nothing}${isBack ? cardBack(id) : nothing}
    ${streakPill(view, id)}<b class="name ${id} ${colour}">${words.sides[id]}</b>`;
}

/** The table of Dragon Tiger: two places, the tie between them, and the band of bets. */
export const still: Still<DragonTigerOutcome> = {
  style: (view) => cardTableStyle(view, own),
  draw: (view) =>
    html`<div class="cloth">
      <i class="motif dragon red"></i><i class="motif tiger blue"></i
      ><i class="rail"></i>${bets("red", "blue")}${HANDS.map((id) => hand(view, id))}
      ${tie(view.words.sides["tie"])}${shoe()}
    </div>`,
};
