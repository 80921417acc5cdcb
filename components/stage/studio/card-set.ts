import type { Picture, StudioSet } from "./picture.ts";
import { backPrint, feltPrint } from "./prints.ts";
import type { Felt } from "./prints.ts";

/** The palette and the chips of every card table. */
export const PACK: StudioSet = {
  pictures: [
    {
      name: "palette",
      script: "pack.py",
      arguments: ["palette"],
      size: 1500,
      samples: 160,
      quality: 55,
    },
    {
      name: "chips",
      script: "pack.py",
      arguments: ["chips"],
      size: 960,
      samples: 128,
      quality: 60,
    },
  ],
  sources: {},
};

/** The pictures of a game of cards, out of its felt. */
export function cardSet(game: string, felt: Felt): StudioSet {
  const plate = (shot: string, size: number, samples: number): Picture => ({
    name: shot,
    script: "table.py",
    arguments: [game, shot],
    size,
    samples,
    quality: 74,
  });
  const light = (name: string): Picture => ({
    ...plate("master", 384, 28),
    name: `win-${name}`,
    arguments: [game, "master", name],
  });
  const pictures = [
    { ...plate("master", 1152, 128), copies: [{ name: "first", size: 640, quality: 45 }] },
    plate("squeeze", 896, 64),
    // They are out of focus for the most part.
    plate("rail", 720, 48),
    plate("shoe", 640, 48),
    ...["left", "right", "tie"].map((name) => ({ ...light(name), beyond: light("off") })),
  ];
  const sources = { [`felt-${game}.svg`]: feltPrint(felt), "back.svg": backPrint() };
  return { pictures, sources };
}
