import type { BaccaratOutcome } from "../../src/games/baccarat.ts";
import type { Card } from "../../src/round/cards.ts";
import type { SceneView } from "../../src/view.ts";
import { palette, sideColours } from "../stage/theme.ts";
import { CardPlace } from "../stage/card-place.ts";
import { dealtCard, layCard, restingCard, sweptCard, UNDEALT } from "../stage/dealing.ts";
import type { CardPose, CardTimes } from "../stage/dealing.ts";
import type { Kit } from "../stage/kit.ts";
import { resultLight, sideLight, winnerOf } from "../stage/lights.ts";
import type { SideLight } from "../stage/lights.ts";
import { mix } from "../stage/paint/colour.ts";
import { paintFelt, paintGlow } from "../stage/paint/felt.ts";
import { paintRule, paintShoe } from "../stage/paint/inlay.ts";
import type { Drawing, Scene } from "../stage/scene.ts";
import { BACCARAT_MS, RESULT_MS, SWEEP_MS } from "../stage/theme.ts";
import { TotalBadge } from "../stage/total-badge.ts";
import { progress } from "../stage/tracks.ts";
import { twoHandsLayout } from "../stage/two-hands.ts";

type View = SceneView<BaccaratOutcome>;

const HANDS = ["player", "banker"] as const;
type Hand = (typeof HANDS)[number];
const SLOTS = [0, 1, 2] as const;
type Slot = (typeof SLOTS)[number];

/** One hand as it lies on the table. */
export interface HandPose {
  /** Always three; one that is not drawn stays in the shoe. */
  cards: readonly [CardPose, CardPose, CardPose];
  /** The points of what is face up; null before anything is. */
  total: number | null;
  light: SideLight;
}

/** Where everything stands on a Baccarat table. */
export interface BaccaratPose {
  hands: Record<Hand, HandPose>;
  /** How far the badge "natural" is shown for the hand that has one, 0 to 1. */
  natural: Record<Hand, number>;
  tie: SideLight & { won: boolean };
}

const COUNTED: readonly string[] = ["A", "2", "3", "4", "5", "6", "7", "8", "9"];

/** Points as they are counted while cards turn; the state tells the totals only of whole hands. */
function pointsOf(cards: readonly Card[]): number {
  return cards.reduce((sum, card) => sum + COUNTED.indexOf(card.value) + 1, 0) % 10;
}

const cardsOf = (view: View, hand: Hand): readonly Card[] =>
  (hand === "player" ? view.state.player_cards : view.state.banker_cards) ?? [];

/** When a card leaves the shoe and is turned. The banker's third goes first if the player stands. */
function timesOf(view: View, hand: Hand, slot: Slot): CardTimes {
  const banker = hand === "banker";
  if (slot < 2) {
    const nth = slot * 2 + (banker ? 1 : 0);
    return {
      dealAtMs: nth * BACCARAT_MS.dealEvery,
      dealMs: BACCARAT_MS.deal,
      turnAtMs:
        (banker ? BACCARAT_MS.turnBankerAt : BACCARAT_MS.turnPlayerAt) +
        slot * BACCARAT_MS.turnEvery,
      turnMs: BACCARAT_MS.turn,
    };
  }
  const second = banker && cardsOf(view, "player").length > 2;
  const dealAtMs = BACCARAT_MS.thirdsAt[second ? 1 : 0];
  return {
    dealAtMs,
    dealMs: BACCARAT_MS.deal,
    turnAtMs: dealAtMs + BACCARAT_MS.turnAfterDeal,
    turnMs: BACCARAT_MS.turn,
  };
}

function cardPose(view: View, hand: Hand, slot: Slot, elapsedMs: number, dim: number): CardPose {
  const card = cardsOf(view, hand)[slot];
  switch (view.state.phase) {
    case "revealing":
      return card ? dealtCard(card, elapsedMs, timesOf(view, hand, slot)) : UNDEALT;
    case "result":
      return card ? restingCard(card, dim) : UNDEALT;
    case "waiting":
      return card ? sweptCard(card, elapsedMs, slot, dim) : UNDEALT;
    default:
      return UNDEALT;
  }
}

function handPose(view: View, hand: Hand, elapsedMs: number, light: SideLight): HandPose {
  const cards = cardsOf(view, hand);
  const pose = (slot: Slot) => cardPose(view, hand, slot, elapsedMs, light.dim);
  const poses = [pose(0), pose(1), pose(2)] as const;
  const open = cards.filter((_, i) => (poses[i]?.turn ?? 0) > 0.5);
  const cleared = view.state.phase === "waiting" && (poses[0]?.travel ?? 0) >= 1.9;
  return { cards: poses, total: open.length > 0 && !cleared ? pointsOf(open) : null, light };
}

function pose(view: View, elapsedMs: number): BaccaratPose {
  const { phase, natural } = view.state;
  const result = winnerOf(view.state);
  const light = resultLight(phase, elapsedMs);
  const hand = (id: Hand) => handPose(view, id, elapsedMs, sideLight(id, result, light));
  const hands = { player: hand("player"), banker: hand("banker") };
  const badge = (id: Hand): number => {
    const { total, cards } = hands[id];
    if (!natural || total === null || total < 8 || cards[1].turn <= 0.5) {
      return 0;
    }
    if (phase !== "revealing") {
      return phase === "waiting" ? light : 1;
    }
    const { turnAtMs, turnMs } = timesOf(view, id, 1);
    return progress(elapsedMs, turnAtMs + turnMs, BACCARAT_MS.badge);
  };
  return {
    hands,
    natural: { player: badge("player"), banker: badge("banker") },
    tie: { ...sideLight("tie", result, light), won: result === "tie" },
  };
}

function restsAfterMs(view: View): number {
  switch (view.state.phase) {
    case "revealing": {
      const ends = HANDS.flatMap((hand) =>
        cardsOf(view, hand).map((_, i) => {
          const { turnAtMs, turnMs } = timesOf(view, hand, SLOTS[i] ?? 0);
          return turnAtMs + turnMs + (view.state.natural ? BACCARAT_MS.badge : 0);
        }),
      );
      return Math.max(0, ...ends);
    }
    case "result":
      return RESULT_MS.light;
    case "waiting":
      return SWEEP_MS.card + 2 * SWEEP_MS.every;
    default:
      return 0;
  }
}

function build(kit: Kit, view: View): Drawing<BaccaratPose> {
  const markOf = (id: string) => {
    const side = view.board.sides.find((one) => one.id === id);
    return { letter: side?.letter ?? "", colour: sideColours[side?.colour ?? "white"].fill };
  };
  const root = kit.group();
  const felt = kit.picture();
  const rule = kit.picture();
  const tieGlow = kit.picture();
  const tieName = kit.label();
  const shoe = kit.picture();
  root.add(felt, rule, tieGlow, tieName);
  const hand = (id: Hand) => {
    const mark = markOf(id);
    // The third card's place has no letter of its own: most hands never use it.
    const places = SLOTS.map(
      (slot) => new CardPlace(kit, { ...mark, letter: slot < 2 ? mark.letter : "" }),
    );
    const parts = { id, mark, places, name: kit.label(), cards: SLOTS.map(() => kit.card()) };
    root.add(...places.flatMap((place) => place.nodes), parts.name);
    return parts;
  };
  const hands = { player: hand("player"), banker: hand("banker") };
  root.add(...HANDS.flatMap((id) => hands[id].cards), shoe);
  const totals = {
    player: new TotalBadge(kit, hands.player.mark.colour, -1),
    banker: new TotalBadge(kit, hands.banker.mark.colour, 1),
  };
  root.add(...HANDS.flatMap((id) => totals[id].nodes));
  const sideOf = (id: Hand) => (id === "player" ? layout.left : layout.right);
  const word = (id: string) => (view.words.sides[id] ?? id).toUpperCase();
  let layout = twoHandsLayout({ width: 1, height: 1 });

  return {
    root,
    resize(size) {
      layout = twoHandsLayout(size);
      const { cardWidth } = layout;
      felt.paint(size, (context, box) => paintFelt(context, box));
      felt.place({ x: size.width / 2, y: size.height / 2 });
      const top = layout.left.name.y;
      const ruleBox = { width: 11, height: Math.max(11, layout.tie.y - layout.typePx * 1.4 - top) };
      rule.paint(ruleBox, (context, box) => paintRule(context, box, kit.accent));
      rule.place({ x: size.width / 2, y: top + ruleBox.height / 2 });
      for (const id of HANDS) {
        for (const slot of SLOTS) {
          hands[id].places[slot]?.fit(cardWidth, sideOf(id).spots[slot]);
          hands[id].cards[slot]?.fit(cardWidth);
        }
        totals[id].fit(layout.badgePx, sideOf(id).total);
      }
      tieGlow.paint({ width: cardWidth * 2.2, height: cardWidth * 1.5 }, (context, area) => {
        paintGlow(context, area, mix(markOf("tie").colour, "#7dffb8", 0.6));
      });
      const box = { width: cardWidth * 1.15, height: cardWidth * 1.2 };
      shoe.paint(box, (context, area) => paintShoe(context, area, kit.accent));
      shoe.place(layout.shoe);
    },
    show({ hands: poses, natural, tie }) {
      for (const id of HANDS) {
        const { cards, total, light } = poses[id];
        const { spots, name } = sideOf(id);
        for (const slot of SLOTS) {
          const part = hands[id].cards[slot];
          const way = { shoe: layout.shoe, place: spots[slot], off: layout.off };
          if (part) {
            layCard(part, cards[slot], way, 0);
          }
          const lies = cards[slot].travel > 0;
          hands[id].places[slot]?.light(lies ? light.lit : 0, markOf(tie.won ? "tie" : id).colour);
        }
        hands[id].name.write(word(id), {
          sizePx: layout.typePx,
          colour: light.lit > 0.5 ? palette.ink : palette.inkSoft,
          weight: 700,
          spacing: 0.14,
          maxWidthPx: layout.cardWidth * 2,
        });
        hands[id].name.place({ ...name, alpha: 1 - light.dim });
        totals[id].show(total, light, {
          word: (view.words.lettering?.natural ?? "").toUpperCase(),
          shown: natural[id],
        });
      }
      tieName.write(word("tie"), {
        sizePx: layout.typePx,
        colour: tie.won ? palette.ink : palette.inkSoft,
        weight: 700,
        spacing: 0.14,
        maxWidthPx: layout.cardWidth * 1.3,
      });
      tieName.place({ ...layout.tie, alpha: tie.won ? 1 : 0.7 });
      tieGlow.place({ ...layout.tie, alpha: tie.lit });
    },
  };
}

/** The drawing of Baccarat: player on the left, banker on the right, third cards laid across. */
export const scene: Scene<BaccaratOutcome, BaccaratPose> = { pose, restsAfterMs, build };
