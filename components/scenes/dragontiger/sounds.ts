import type { DragonTigerOutcome } from "../../../src/games/dragontiger/game.ts";
import { cardSounds, chipSounds } from "../../stage/card-sounds.ts";
import { rareSounds } from "../../stage/cards/rare-sounds.ts";
import type { Heard, HeardAt } from "../../stage/heard.ts";
import { winnerOf } from "../../stage/lights.ts";
import type { Play } from "../../stage/scene.ts";
import type { DragonTigerPose } from "./pose.ts";

/** Where either card is heard. */
const PANS = { dragon: -0.35, tiger: 0.35 } as const;

/** What is heard of a Dragon Tiger table. */
export function heard({ cards, dimming }: DragonTigerPose): Heard {
  return {
    moving: [
      ...cardSounds("dragon", cards.dragon, PANS.dragon),
      ...cardSounds("tiger", cards.tiger, PANS.tiger),
    ],
    lasting: { tension: dimming?.depth ?? 0 },
  };
}

/** What is heard of chips that are paid, and of rare rounds: most of all gold that rains on a suited tie. */
export function heardAt(view: Play<DragonTigerOutcome>): HeardAt[] {
  const { dragon, tiger, phase } = view.state;
  const winner = winnerOf(view.state);
  const isSuited = phase === "result" && winner === "tie" && dragon?.suit === tiger?.suit;
  return [
    ...chipSounds(view, winner, winner === "dragon" || winner === "tiger" ? PANS[winner] : 0),
    ...rareSounds(view, winner),
    ...(isSuited ? [{ atMs: 180, sound: "gold" as const, pan: 0 }] : []),
  ];
}
