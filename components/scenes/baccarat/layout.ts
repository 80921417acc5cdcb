import { felt } from "../../../src/games/baccarat/felt.ts";
import { platesFrom } from "../../stage/plates.ts";

export const layout = {
  sides: ["player", "banker"],
  places: felt.places,
  lines: { band: felt.band, frames: felt.frames, tie: { ...felt.mark, height: 44 } },
  close: felt.places.banker1,
  totals: { player: { x: -27, y: -79 }, banker: { x: 27, y: -79 } },
  plates: platesFrom(
    import.meta.glob<{ matrix: number[][] }>("../../../src/games/baccarat/plates/*.json", {
      eager: true,
    }),
    import.meta.glob<string>("../../../src/games/baccarat/plates/*.avif", {
      eager: true,
      query: "?url",
      import: "default",
    }),
  ),
  focus: {
    master: felt.focus,
    squeeze: { x: 0.5, y: 0.53, width: 0.46, height: 0.5 },
    rail: { x: 0.5, y: 0.53, width: 0.8, height: 0.45 },
    hall: { x: 0.5, y: 0.66, width: 0.74, height: 0.45 },
    shoe: { x: 0.5, y: 0.5, width: 0.6, height: 0.45 },
  },
} as const;
