/** Lengths of the parts of a race, in ms from the start of phase `revealing`. It is over, and every ball lies still, before 12.6 s. */
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
  /** TiePlace one launch and the next. */
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
  storyAfter: 250,
  /** How long slow motion takes to come and go, and a beat of the ring on the line meanwhile. */
  slow: 320,
  beat: 1_000,
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
  /** Until then all of them are back behind the gate. */
  backAt: 1_400,
} as const;
