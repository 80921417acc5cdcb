import { readFileSync } from "node:fs";
import { backPrint, feltPrint } from "./prints.ts";
import type { Felt } from "./prints.ts";
import type { Picture, StudioSet } from "./studio-set.ts";

const cutOut = (name: string, size: number, samples: number, quality: number): Picture => ({
  name,
  script: "pack.py",
  arguments: [name],
  size,
  samples,
  quality,
  cut: "out",
});

/** Every card table's paddle and chips. */
export const PACK: StudioSet = {
  pictures: [cutOut("paddle", 2300, 72, 55), cutOut("chips", 960, 128, 60)],
  // These pictures' script imports table.py.
  sources: { "table.py": readFileSync(new URL("table.py", import.meta.url), "utf8") },
};

export function cardSet(game: string, felt: Felt): StudioSet {
  const plate = (shot: string, size: number, samples: number): Picture => ({
    name: shot,
    script: "table.py",
    arguments: [game, shot],
    size,
    samples,
    quality: 74,
  });
  const light = (shot: string, side: string): Picture => ({
    ...plate(shot, 384, 28),
    name: `${shot}-${side}`,
    arguments: [game, shot, side],
  });
  const wins = (shot: string) =>
    ["left", "right", "tie"].map((side) => ({
      ...light(shot, side),
      beyond: light(shot, "off"),
    }));
  const pictures = [
    { ...plate("master", 1152, 128), copies: [{ name: "first", size: 640, quality: 45 }] },
    plate("squeeze", 896, 48),
    // These are mostly out of focus, so few samples are enough.
    plate("rail", 1152, 36),
    plate("shoe", 1280, 32),
    plate("hall", 1280, 48),
    ...wins("master"),
    ...wins("hall"),
  ];
  const sources = { [`felt-${game}.svg`]: feltPrint(felt), "back.svg": backPrint() };
  return { pictures, sources };
}
