import type { DragonTigerOutcome } from "../../src/games/dragontiger.ts";
import type { SceneView } from "../../src/view.ts";
import { CardPlace } from "../stage/card-place.ts";
import { dealtCard, layCard, restingCard, sweptCard, UNDEALT } from "../stage/dealing.ts";
import type { CardPose, Spot } from "../stage/dealing.ts";
import type { Kit, TextLook } from "../stage/kit.ts";
import { resultLight, sideLight, winnerOf } from "../stage/lights.ts";
import type { SideLight } from "../stage/lights.ts";
import { mix } from "../stage/paint/colour.ts";
import { paintFelt, paintGlow } from "../stage/paint/felt.ts";
import { paintRule, paintScales, paintShoe, paintStripes } from "../stage/paint/inlay.ts";
import type { Drawing, Scene, Size } from "../stage/scene.ts";
import { BANNER_SHARE, CARD_RATIO, DRAGON_TIGER_MS, RESULT_MS, SWEEP_MS } from "../stage/theme.ts";
import { palette, sideColours } from "../stage/theme.ts";

type View = SceneView<DragonTigerOutcome>;

const HANDS = ["dragon", "tiger"] as const;
type Hand = (typeof HANDS)[number];

const TIMES = {
  dragon: {
    dealAtMs: DRAGON_TIGER_MS.dealDragonAt,
    dealMs: DRAGON_TIGER_MS.deal,
    turnAtMs: DRAGON_TIGER_MS.turnDragonAt,
    turnMs: DRAGON_TIGER_MS.turn,
  },
  tiger: {
    dealAtMs: DRAGON_TIGER_MS.dealTigerAt,
    dealMs: DRAGON_TIGER_MS.deal,
    turnAtMs: DRAGON_TIGER_MS.turnTigerAt,
    turnMs: DRAGON_TIGER_MS.turn,
  },
} as const;

/** Where everything stands on a Dragon Tiger table. */
export interface DragonTigerPose {
  cards: Record<Hand, CardPose>;
  lights: Record<Hand | "tie", SideLight>;
  tie: boolean;
}

function pose(view: View, elapsedMs: number): DragonTigerPose {
  const { phase } = view.state;
  const result = winnerOf(view.state);
  const light = resultLight(phase, elapsedMs);
  const lights = {
    dragon: sideLight("dragon", result, light),
    tiger: sideLight("tiger", result, light),
    tie: sideLight("tie", result, light),
  };
  const cardOf = (hand: Hand, nth: number): CardPose => {
    const card = view.state[hand];
    if (!card || phase === "betting") {
      return UNDEALT;
    }
    if (phase === "revealing") {
      return dealtCard(card, elapsedMs, TIMES[hand]);
    }
    return phase === "result"
      ? restingCard(card, lights[hand].dim)
      : sweptCard(card, elapsedMs, nth, lights[hand].dim);
  };
  return {
    cards: { dragon: cardOf("dragon", 0), tiger: cardOf("tiger", 1) },
    lights,
    tie: result === "tie",
  };
}

const RESTS_AFTER_MS = {
  betting: 0,
  revealing: TIMES.tiger.turnAtMs + TIMES.tiger.turnMs,
  result: RESULT_MS.light,
  waiting: SWEEP_MS.card + SWEEP_MS.every,
} as const;

interface Layout {
  cardWidth: number;
  places: Record<Hand, Spot>;
  shoe: Spot;
  off: Spot;
  /** Height of the sides' lettering, and where its middle lies. */
  typePx: number;
  typeY: number;
  tieY: number;
  /** Room for the lettering of the tie: between the two cards, or beneath them in a tall box. */
  gap: number;
  tall: boolean;
}

function layoutOf({ width, height }: Size): Layout {
  const tall = height > width;
  const clear = height * (1 - BANNER_SHARE);
  const fits = tall ? Math.min(width * 0.37, clear * 0.36) : Math.min(width * 0.23, clear * 0.49);
  const cardWidth = 2 * Math.round(fits / 2);
  const typePx = Math.max(11, Math.min(26, height * 0.055, width * 0.055));
  const y = Math.round(clear * 0.47);
  const inset = tall ? 0.26 : 0.28;
  const foot = y + (cardWidth * CARD_RATIO) / 2;
  const typeY = foot + cardWidth * 0.08 + typePx * 0.95;
  return {
    cardWidth,
    places: {
      dragon: { x: Math.round(width * inset), y, angle: 0 },
      tiger: { x: Math.round(width * (1 - inset)), y, angle: 0 },
    },
    shoe: { x: width * (tall ? 0.86 : 0.95), y: -cardWidth * 0.1, angle: 0.5 },
    off: { x: -cardWidth, y: -cardWidth * 0.6, angle: -0.9 },
    typePx,
    typeY,
    tieY: tall ? (typeY + clear) / 2 + typePx : y,
    gap: tall ? width * 0.6 : width * (1 - 2 * inset) - cardWidth,
    tall,
  };
}

function build(kit: Kit, view: View): Drawing<DragonTigerPose> {
  const colourOf = (id: string) => {
    const side = view.board.sides.find((one) => one.id === id);
    return { letter: side?.letter ?? "", colour: sideColours[side?.colour ?? "white"].fill };
  };
  const root = kit.group();
  const felt = kit.picture();
  const motifs = { dragon: kit.picture(), tiger: kit.picture() };
  const rules = [kit.picture(), kit.picture()] as const;
  const shoe = kit.picture();
  const places = {
    dragon: new CardPlace(kit, colourOf("dragon")),
    tiger: new CardPlace(kit, colourOf("tiger")),
  };
  const cards = { dragon: kit.card(), tiger: kit.card() };
  const tieGlow = kit.picture();
  const names = { dragon: kit.label(), tiger: kit.label(), tie: kit.label() };
  root.add(felt, motifs.dragon, motifs.tiger, ...rules);
  root.add(...places.dragon.nodes, ...places.tiger.nodes);
  root.add(tieGlow, names.dragon, names.tiger, names.tie, cards.dragon, cards.tiger, shoe);
  let layout = layoutOf({ width: 1, height: 1 });
  let middle = 0;

  const letter = (id: keyof typeof names, lit: number): void => {
    const look: TextLook = {
      sizePx: layout.typePx,
      colour: lit > 0.5 ? palette.ink : palette.inkSoft,
      weight: 700,
      spacing: 0.14,
      maxWidthPx: id === "tie" ? layout.gap * 0.9 : layout.cardWidth * 1.5,
    };
    names[id].write((view.words.sides[id] ?? id).toUpperCase(), look);
  };

  return {
    root,
    resize(size) {
      layout = layoutOf(size);
      middle = size.width / 2;
      felt.paint(size, (context, box) => paintFelt(context, box));
      felt.place({ x: size.width / 2, y: size.height / 2 });
      const reach = Math.min(size.width * (layout.tall ? 0.8 : 0.52), layout.cardWidth * 3.2);
      const motifBox = { width: reach, height: Math.min(size.height, reach) };
      motifs.dragon.paint(motifBox, (context, box) => {
        paintScales(context, box, colourOf("dragon").colour);
      });
      motifs.tiger.paint(motifBox, (context, box) => {
        paintStripes(context, box, colourOf("tiger").colour);
      });
      for (const hand of HANDS) {
        motifs[hand].place(layout.places[hand]);
        places[hand].fit(layout.cardWidth, layout.places[hand]);
        cards[hand].fit(layout.cardWidth);
      }
      const length = layout.cardWidth * 0.5;
      const rule = layout.tall ? { width: length, height: 11 } : { width: 11, height: length };
      const apart = length / 2 + layout.typePx * (layout.tall ? 2.4 : 0.9);
      rules.forEach((picture, i) => {
        picture.paint(rule, (context, box) => paintRule(context, box, kit.accent));
        const away = i === 0 ? -apart : apart;
        const [x, y] = layout.tall ? [away, 0] : [0, away];
        picture.place({ x: middle + x, y: layout.tieY + y });
      });
      tieGlow.paint({ width: layout.gap * 1.5, height: layout.typePx * 7 }, (context, area) => {
        paintGlow(context, area, mix(colourOf("tie").colour, "#7dffb8", 0.6));
      });
      const box = { width: layout.cardWidth * 1.1, height: layout.cardWidth * 0.9 };
      shoe.paint(box, (context, area) => paintShoe(context, area, kit.accent));
      shoe.place({ ...layout.shoe, y: layout.shoe.y - layout.cardWidth * 0.12 });
    },
    show({ cards: poses, lights, tie }) {
      for (const hand of HANDS) {
        const way = { shoe: layout.shoe, place: layout.places[hand], off: layout.off };
        layCard(cards[hand], poses[hand], way, 0);
        places[hand].light(lights[hand].lit, colourOf(tie ? "tie" : hand).colour);
        letter(hand, lights[hand].lit);
        const { x } = layout.places[hand];
        names[hand].place({ x, y: layout.typeY, alpha: 1 - lights[hand].dim });
      }
      letter("tie", lights.tie.lit);
      tieGlow.place({ x: middle, y: layout.tieY, alpha: lights.tie.lit });
      names.tie.place({ x: middle, y: layout.tieY, alpha: tie ? 1 : 0.75 - lights.tie.dim });
    },
  };
}

/** The drawing of Dragon Tiger: two cards slide from the shoe and are turned, the dragon's first. */
export const scene: Scene<DragonTigerOutcome, DragonTigerPose> = {
  pose,
  restsAfterMs: (view) => RESTS_AFTER_MS[view.state.phase],
  build,
};
