import { LAST_SECONDS, palette, typeface } from "../../src/look/tokens.ts";

/*
 * How the art direction of `src/look/tokens.ts` moves: warm light is calm, amber from the sides is urgency,
 * shade around one place is suspense, rays are a feast. What slides eases out, what a hand moves eases
 * both ways, what is swept eases in (`tracks.ts`).
 */

/** Lengths of what every table does, in ms from the start of its phase. */
export const TABLE_MS = {
  /** The words "place your bets" sweep over the table at the start of `betting`. */
  opening: 1_000,
  /** The words "no more bets" sweep over the table at the start of `revealing`. */
  closing: 760,
  /** The last seconds of betting, in which the light of the table tenses. */
  last: LAST_SECONDS * 1_000,
  /** The number of each of them swells for so long. */
  pop: 300,
  /** The first of these is over before the first card is turned. */
  relax: 900,
  /** From here on, in `waiting`, light announces the next round. */
  callAt: 1_050,
  call: 850,
} as const;

/** How long a card that came down on the felt springs, in ms. */
export const SETTLE_MS = 220;

/** Lengths of the parts of a reveal, in ms from the start of phase `revealing` or of their own start. */
export const DRAGON_TIGER_MS = {
  /** The phase that all of this is timed for; in a longer one it takes its time. */
  phase: 5_000,
  /** Each card's way from the shoe to its place. */
  deal: 520,
  dealDragonAt: 640,
  dealTigerAt: 900,
  turn: 680,
  turnDragonAt: 1_560,
  turnTigerAt: 2_560,
  /** With less at stake the hand takes its time before it turns the tiger's card. */
  breath: 1_000,
  /** And longest before the snap that ends a landslide. */
  longBreath: 1_600,
  /** How long the tiger's card takes when the dragon's leaves it open who has won. */
  slowTurn: 2_000,
  snapTurn: 420,
} as const;

/** All of this is over before 4.6 s. */
export const BACCARAT_MS = {
  deal: 360,
  /** The phase that all of this is timed for; in a longer one it takes its time. */
  phase: 5_000,
  dealAt: 600,
  /** Between the starts of one card and the next. */
  dealEvery: 165,
  turn: 360,
  /** Between the first and the second card of a hand. */
  turnEvery: 90,
  turnPlayerAt: 1_480,
  turnBankerAt: 1_960,
  /** Where nobody draws a third card, the four are turned one by one, the last of them slowly. */
  oneByOne: { turnAt: [1_480, 2_080, 2_780, 3_600], turn: 420, last: 700 },
  /** The light narrows before a third card leaves the shoe. */
  hush: 300,
  /** A lone third card takes its time. */
  lone: { dealAt: 2_700, turnAfterDeal: 360, turn: 1_300 },
  /** Two third cards share the time that is left. */
  both: { dealAt: [2_560, 3_400], turnAfterDeal: 330, turn: 640 },
  /** How long the word "natural" takes to appear, and how long its light. */
  badge: 300,
  burst: 660,
  /** How long the bracket of a pair takes to close. */
  pair: 420,
} as const;

/** The race is over, and every ball lies still, before 12.6 s. */
export const RACE_MS = {
  /** The phase that all of this is timed for; in a longer one it takes its time. */
  phase: 13_000,
  /** The camera goes close to the gate, and draws back with the launch. */
  pushAt: 100,
  push: 1_250,
  /** Balls roll back out of their stalls while the call is read. */
  lineUpAt: 260,
  leave: 300,
  /** Then one rolls into each lane, in the launch order, so long after another. */
  drawAt: 580,
  drawEvery: 105,
  draw: 330,
  /** Before a ball is in its stall its colour begins to flood the lane. */
  floodAfter: 200,
  flood: 320,
  /** Three lamps over the gate, each so long after another; all go out with the launch, as a fourth would come. */
  lampAt: 600,
  lampEvery: 300,
  /** The names in the lanes go, and then the floods ebb. */
  namedUntil: 2_000,
  floodedUntil: 2_050,
  ebb: 900,
  /** How long the name of a ball takes to come or go. */
  name: 260,
  /** After the first launch, how long the list takes to become one of ranks. */
  list: 900,
  /** How long the gate takes to rise. */
  gate: 300,
  launchAt: 1_500,
  /** Between one launch and the next. */
  launchEvery: 70,
  firstFinishAt: 9_950,
  /** Bounds of the gap between one ball's finish and the next. */
  gapMin: 90,
  gapMax: 340,
  /** From the finish line to standing still, for the last of them. */
  runOut: 950,
  /** Every race is over, and every ball still. */
  over: 12_500,
  /** Then the camera draws back from the line a little. */
  back: { at: 11_300, length: 1_650 },
  /** The flash of the camera on the line, and how long after the third ball its picture comes up. */
  flash: 420,
  photoAfter: 920,
  photo: 380,
  /** From the line to the flag with the place, and how long that takes to come up. */
  flagAfter: 80,
  flag: 160,
  /** From the first finish to the words that name the race's story. */
  toldAfter: 250,
  /** How long slow motion takes to come and go, and a beat of the ring on the line meanwhile. */
  slow: 320,
  beat: 1_000,
} as const;

/** What every table does once its result is out: the winner's light, and what celebrates it. */
export const RESULT_MS = {
  light: 600,
  /** How long a flood of light, or a beam, takes to grow. */
  grow: 1_100,
  /** The whole of it: the shortest `result` there will be is 3 s. */
  feast: 3_000,
  /** A highlight runs once around what has won. */
  roundAt: 500,
  round: 1_700,
  /** The loser's cards slide back. */
  backAt: 250,
  back: 1_900,
  /** Light comes up where bets on the winner lie. */
  betsAt: 1_000,
  bets: 1_900,
  /** A gleam runs over each of the winner's cards, one after another. */
  gleam: 620,
  gleamEvery: 170,
} as const;

/** The end of a race: it goes dark around the winner, who is carried onto the podium as that rises. */
export const PODIUM_MS = {
  /** Flags, photo and words. */
  leave: 80,
  /** Behind the veil the camera draws back from where the balls are, and then goes back to the gate. */
  camera: 620,
  panAt: 620,
  pan: 620,
  veil: 240,
  riseAt: 80,
  rise: 360,
  /** When the first, the second and the third ball take off, and how long they fly: the first lands last. */
  hopAt: [100, 460, 340],
  hop: [880, 420, 420],
  /** How long one springs that has landed. */
  squash: 180,
  /** Rays break out as the winner lands. */
  raysAt: 1_000,
  rays: 400,
  /** From then on rays turn and foil falls, to the end of the phase. */
  shine: 5_000,
  /** In `waiting` it sinks, and then balls roll in, one so long after another. */
  sink: 350,
  rollEvery: 55,
} as const;

/** How the table is cleared in phase `waiting`, the loser's cards first: the shortest is 2 s. */
export const SWEEP_MS = { card: 560, every: 80, winnerAt: 300, balls: 1_400 } as const;

/** Height of a playing card by its width: 5:7. */
export const CARD_RATIO = 7 / 5;

/** The height of a box less its foot, where the hud lays its result banner. CSS pixels. */
export function clearHeight(height: number): number {
  return height - Math.max(24, Math.min(54, height * 0.15));
}

/** How far the piping of a table's rail lies within a box of a height. CSS pixels. */
export function rimInset(height: number): number {
  return Math.max(5, Math.min(12, height * 0.035));
}

/** Typefaces of the machine. */
export const TYPEFACE = {
  plain: typeface,
  /** Drawn capitals, for what is lettered on the cloth; signs that they do not have are plain. */
  display: '"Palatino Linotype", Palatino, P052, "Noto Serif", Georgia, serif, system-ui',
  /** Narrow figures, for what has little room and must be read from afar. */
  index: '"Liberation Sans Narrow", "Arial Narrow", "Helvetica Neue", Arial, sans-serif',
} as const;

/** The face of what is lettered at a size, in CSS pixels: on small letters fine strokes are lost. */
export function faceAt(sizePx: number): "plain" | "display" {
  return sizePx < 14 ? "plain" : "display";
}

/** What scenes take of the tokens that they share with the hud: they import nothing else of it. */
export { contrastFills, sideColours } from "../../src/look/tokens.ts";

/** Colours of celebration. */
export const LIGHTS = { gold: palette.feast, tie: palette.feastTie } as const;
