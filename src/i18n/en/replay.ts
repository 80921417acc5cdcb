export const words = {
  replay: "Replay",
  play: "Play",
  pause: "Pause",
  position: "Moment",
  moment: "{chapter}, {at} of {length} seconds",
  speed: "Speed: {speed}",
  next: "Next part",
  link: "Copy the link",
  copied: "Link copied",
  selected: "Copy this link",
  unknownRound:
    "There is no replay of round {round}: it is not finished yet, or there is no such round.",
  offline: "The round could not be loaded.",
  again: "Try again",
  proof: "Proof",
};
