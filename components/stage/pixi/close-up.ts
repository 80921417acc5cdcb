import type { Bench } from "./bench.ts";
import { Blurred } from "./blurred.ts";
import { SqueezedCard } from "./squeezed-card.ts";

/** What a camera shows in close-up, made by Pixi; loaded after the first frame. */
export const closeUp = {
  card: (bench: Bench) => new SqueezedCard(bench),
  blurred: (bench: Bench) => new Blurred(bench),
};

export type CloseUp = typeof closeUp;
