import type { Group, Kit } from "../../kit.ts";
import type { Play } from "../../scene.ts";
import { DEPTH } from "../depths.ts";
import { handAt } from "./gestures.ts";
import type { Deeds, HandPose } from "./gestures.ts";
import { Hand } from "./hand.ts";
import { touchAt } from "./reach.ts";
import type { CardStance, Reachable, Side } from "./reach.ts";

/** Where the dealer's hands are, and the cards that they may be at. */
export interface HandsPose {
  left: HandPose | null;
  right: HandPose | null;
  cards: Readonly<Record<string, CardStance>>;
}

/** What of a card's pose hands know: nothing of its face. */
function stanceOf({ travel, turn, axis, bend, lift, stray, sweep }: CardStance): CardStance {
  return { travel, turn, axis, bend, lift, stray, sweep };
}

/** Where the hands are at a moment of their deeds; nowhere if the operator has them hidden. */
export function handsPose(
  { hands = true }: Pick<Play, "hands">,
  { left, right }: Deeds,
  elapsedMs: number,
  cards: Readonly<Record<string, CardStance>>,
): HandsPose {
  const [one, other] = hands ? [handAt(left, elapsedMs), handAt(right, elapsedMs)] : [null, null];
  const isBusy = one !== null || other !== null;
  const known = Object.entries(cards).map(([name, card]) => [name, stanceOf(card)] as const);
  // Without hands at them nothing is drawn of their cards.
  return { left: one, right: other, cards: isBusy ? Object.fromEntries(known) : {} };
}

/** Whether a hand is at chips, or on its way to them or from there. */
const pays = (pose: HandPose | null): boolean =>
  [pose?.from, pose?.to].some((aim) => aim?.at === "chips");

/** Both hands of the dealer, over the cards of a table. */
export class DealerHands {
  readonly nodes: readonly Group[];
  readonly #left: Hand;
  readonly #right: Hand;
  #table: Reachable | undefined;

  constructor(kit: Kit) {
    this.#left = new Hand(kit, "left", ["flat", "pinch"]);
    this.#right = new Hand(kit, "right", ["flat", "pinch", "side"]);
    const over = kit.group();
    over.add(this.#left.node, this.#right.node);
    over.place({ x: 0, y: 0, depth: DEPTH.hands });
    this.nodes = [this.#left.beneath, this.#right.beneath, over];
  }

  /** Has them reach over a table. */
  fit(table: Reachable): void {
    this.#table = table;
    this.#left.fit(table.handPx, table.size);
    this.#right.fit(table.handPx, table.size);
  }

  show({ left, right, cards }: HandsPose): void {
    const table = this.#table;
    if (table) {
      const show = (hand: Hand, side: Side, pose: HandPose | null) =>
        hand.show(pose && touchAt(table, side, pose, cards), pose?.shape ?? "flat", pays(pose));
      show(this.#left, "left", left);
      show(this.#right, "right", right);
    }
  }
}
