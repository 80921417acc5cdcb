/** What the controls of a replay say, and its page; `{name}` stands for a value. */
export interface ReplayWords {
  /** What it is: never to be taken for the live game. */
  readonly replay: string;
  readonly play: string;
  readonly pause: string;
  /** The scrubber, and what it says of its place: the chapter, and seconds. */
  readonly position: string;
  readonly moment: string;
  readonly speed: string;
  readonly next: string;
  readonly link: string;
  readonly copied: string;
  /** Where copying is not allowed: the address is selected. */
  readonly selected: string;
  readonly unknownRound: string;
  readonly offline: string;
  readonly again: string;
  /** The heading of what stands beside the table on its page. */
  readonly proof: string;
}
