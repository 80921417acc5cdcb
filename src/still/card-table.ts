import { betsStyle } from "./bets.ts";
import { cardStyle } from "./card.ts";
import { clothStyle } from "./cloth.ts";
import { emblemStyle } from "./emblem.ts";
import { pillStyle } from "./pill.ts";
import { shoeStyle } from "./shoe.ts";
import { isLaid } from "./shown.ts";
import type { StillView } from "./still.ts";
import { tieStyle } from "./tie.ts";

/** The style sheet of a card table: what all have, and `own`. Where no cards lie, emblems are seen. */
export function cardTableStyle(view: StillView, own: string): string {
  const shared = [clothStyle(view), betsStyle, tieStyle, shoeStyle];
  const laid = isLaid(view) ? [cardStyle] : [emblemStyle, pillStyle];
  return [...shared, ...laid, own].join("").replace(/\n/g, "");
}
