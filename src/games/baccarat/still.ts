import { html, nothing } from "lit";
import type { TemplateResult } from "lit";
import { bandLengths, bets, betWord, betWordsStyle } from "../../still/bets.ts";
import { cardTableStyle } from "../../still/card-table.ts";
import { card, cardBack } from "../../still/card.ts";
import { emblem } from "../../still/emblem.ts";
import { registered } from "../../still/lengths.ts";
import { medal, medalStyle } from "../../still/medal.ts";
import { streakPill } from "../../still/pill.ts";
import { shoe } from "../../still/shoe.ts";
import { fate, isOpen } from "../../still/shown.ts";
import type { Still, StillView } from "../../still/still.ts";
import { tie } from "../../still/tie.ts";
import { handTotal } from "./rules.ts";
import type { BaccaratOutcome } from "./rules.ts";

const HANDS = ["player", "banker"] as const;
type Hand = (typeof HANDS)[number];

/** The foot of third cards: they reach as far down from their middle as `--along`. */
const third = "(var(--y3) + var(--along))";

/** The lengths of `twoHandsLayout` in `components/scenes/baccarat/layout.ts`. */
const own = `
${betWordsStyle}
${medalStyle}
${registered(["medal", "gap", "inner", "y", "named", "totals"])}
.cloth{
--sign:calc(var(--w)*1.344);
--type:max(10px,min(max(24px,4.5cqh),5.6cqh,5cqw));
--medal:round(max(26px,min(max(76px,12.5cqh),var(--clear)*.21)),2px);
--air:max(3px,var(--clear)*.026);
--w:round(down,min(50cqw/3.95,(var(--clear) - 1.3*var(--type) - var(--medal) - 4*var(--air))/1.4),2px);
--pill:calc(var(--w)*.115);
--gap:max(3px,round(var(--w)*.06,1px));
--space:max(0px,(var(--clear) - 1.3*var(--type) - 1.4*var(--w) - var(--medal))/4);
--named:calc(var(--space) + .65*var(--type));
--y:round(var(--named) + .65*var(--type) + var(--space) + .7*var(--w),1px);
--totals:calc(var(--y) + .7*var(--w) + 1.1*var(--space) + var(--medal)/2);
--inner:max(var(--gap)*1.2,min(var(--w),(50cqw - 3.45*var(--w) - var(--gap))/2));
--pair:calc(var(--inner) + var(--w) + var(--gap)/2);
--total:var(--pair);
--x3:calc(var(--inner) + 2.75*var(--w) + var(--gap));
--y3:calc(var(--y) + .2*var(--w));
--along:calc(.5*var(--w));
--over:calc(var(--y3) - var(--along) - 4px);
--shoe:min(1.82*var(--w),1.95*var(--over));
--between:calc(2*var(--pair) - 1.2*var(--medal));
--across:min(var(--between)*.9,var(--medal)*4.5);
--down:min(var(--medal),var(--between)*.45);
--tie:var(--totals);
--most:max(28px,5.5cqh);
${bandLengths(
  [
    { off: "(var(--pair) + var(--medal)/2)", foot: "(var(--totals) + .55*var(--medal))" },
    {
      off: "100cqw",
      foot: third,
      piled: "(.94*min(.38*var(--w),1.45*var(--most)) - var(--most)/2)",
    },
  ],
  { thickest: "var(--most)", floor: "(100cqh - 1.8*var(--rim))", house: 0.6 },
)}
}
@container (width < 610px) or (height < 215px){
.cloth{
--w:round(down,min(50cqw/3.55,(var(--clear) - 1.3*var(--type) - var(--medal) - 4*var(--air))/1.4),2px);
--inner:max(var(--gap)*1.2,min(var(--w),(50cqw - 3.1*var(--w) - var(--gap))/2));
--x3:calc(var(--inner) + 2.6*var(--w) + var(--gap));
--y3:var(--y);
--along:calc(.7*var(--w));
}
}
@container (aspect-ratio < 100/74){
.cloth{
--type:max(10px,min(max(22px,2.6cqh),4.5cqh,4cqw));
--w:round(down,min(20cqw,(var(--clear) - 2.2*var(--type) - 18px)/2.92),2px);
--medal:round(.6*var(--w),2px);
--space:max(0px,(var(--clear) - 1.3*var(--type) - 2.8*var(--w) - 2*var(--gap) - 2*var(--rim))/3);
--named:calc(.9*var(--space) + .65*var(--type) + 2*var(--rim));
--y:round(var(--named) + .65*var(--type) + .6*min(var(--space),26px) + .7*var(--w),1px);
--spare:calc(50cqw - 2*var(--w) - var(--gap));
--inner:max(2*var(--gap),min(var(--spare)/2,var(--spare) - 2*var(--rim)));
--x3:calc(var(--inner) + 1.5*var(--w) + var(--gap));
--y3:calc(var(--y) + 1.4*var(--w) + 2*var(--gap));
--along:calc(.7*var(--w));
--total:calc(var(--inner) + .5*var(--w));
--totals:calc(var(--y3) - var(--type));
--across:calc(1.8*(var(--inner) + var(--w)));
--down:calc(2*var(--type));
--tie:calc(var(--y3) + .7*var(--w) - var(--type));
${bandLengths([{ off: "100cqw", foot: third }], { thickest: "max(20px,3cqh)", floor: "var(--clear)", house: 0.2 })}
}
.bet,.shoe{display:none}
}
@container (height < 250px){.bet,.name{font-family:system-ui,sans-serif}}
@container (height < 200px){.bet,.pill,.shoe{display:none}}
.player{--outwards:-1}
.banker{--outwards:1}
.place,.pill,.name{--at:calc(var(--outwards)*var(--pair))}
.place,.pill,.name,.card{left:calc(50cqw + var(--at))}
.place,.card,.pill{top:var(--y)}
.place{width:calc(2.06*var(--w) + var(--gap))}
.card{--at:calc(var(--outwards)*var(--pair) - (var(--w) + var(--gap))/2)}
.right{--at:calc(var(--outwards)*var(--pair) + (var(--w) + var(--gap))/2)}
.third{--at:calc(var(--outwards)*var(--x3));top:var(--y3);transform:skewX(var(--lean)) rotate(calc(90deg*var(--outwards)))}
@container (width < 610px) or (height < 215px) or (aspect-ratio < 100/74){.third{transform:skewX(var(--lean))}}
.place.third{width:calc(var(--w)*1.06);--side:#0000;opacity:.5}
.name{top:var(--named)}
.name.tie{left:50%;top:var(--tie)}
.medal{left:calc(50cqw + var(--outwards)*var(--total));top:var(--totals)}
.shoe{left:calc(100cqw - .3*var(--shoe));top:calc(var(--over) - .31*var(--shoe))}
`;

/** Where the cards of a hand lie: side by side, and the third across. */
const LIE = ["left", "right", "third"] as const;

function hand(view: StillView<BaccaratOutcome>, id: Hand): TemplateResult {
  const { state, board, words } = view;
  const side = board.sides.find((one) => one.id === id);
  const colour = side?.colour ?? "";
  const open = (isOpen(view) && state[`${id}_cards`]) || [];
  const isBack = view.isDealt;
  const own = `${id} ${colour}`;
  const hasFared = open.length > 0 ? fate(state, id) : "";
  return html`<div class="place ${own}">${open.length > 0 || isBack ? nothing : emblem(id)}</div>
    <div class="place third ${own}"></div>
    ${open.map((one, i) => card(one, `${LIE[i] ?? ""} ${id} ${hasFared}`))}
    ${isBack ? LIE.slice(0, 2).map((lies) => cardBack(`${lies} ${id}`)) : nothing}
    ${streakPill(view, id)}<b class="name ${own}">${words.sides[id]}</b> ${
      open.length > 0
        ? medal(String(handTotal(open)), `${own} ${hasFared}`)
        : medal(words.letters?.[id] ?? side?.letter ?? "", `${own} empty`)
    }
    ${betWord(words.sides[id], own)}`;
}

/** The table of Baccarat: two hands, their totals and the tie between those, and the band of bets. */
export const still: Still<BaccaratOutcome> = {
  style: (view) => cardTableStyle(view, own),
  draw: (view) =>
    html`<div class="cloth">
      <i class="rail"></i>${bets("blue", "red")}${HANDS.map((id) => hand(view, id))}
      ${tie(view.words.sides["tie"])}${shoe()}
    </div>`,
};
