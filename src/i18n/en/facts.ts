import type { Counted } from "../counted.ts";

export const words = {
  last: "Last round",
  wins: "{side}: {times} of the last {of}",
  podiums: "{side} on the podium in {times} of the last {of}",
  longestToday: "Longest run today: {side}, {length}",
  longest: "Longest run of the last {of} rounds: {side}, {length}",
  ahead: "{side} ahead of {behind} in {times} of the last {of}",
  rare: { tie: "Last tie", suitedTie: "Last suited tie", bothPairs: "Last pair on both sides" },
  ago: { one: "# round ago", other: "# rounds ago" } as Counted,
  fixed: "The seed of this round is fixed: {hash}…",
  anew: "Every round is drawn anew.",
  next: "Next",
  hide: "Hide",
};
