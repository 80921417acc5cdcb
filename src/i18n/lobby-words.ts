/** A pattern of results, or a run of a side: those of `src/roads/good-roads.ts` and `place-run.ts`. */
export type BadgeKind = "streak" | "ping-pong" | "double" | "one-two" | "wins" | "podiums";

/** The words of the lobby besides those of its tables. */
export interface LobbyWords {
  /** BCP 47 tag. */
  readonly lang: string;
  /** What the lobby is called, for screen readers. */
  readonly title: string;
  /** What a press on a tile does; `{game}` stands for the name of its game. */
  readonly open: string;
  /** Leads back from a table. */
  readonly back: string;
  /**
   * What players call patterns of results; there is little room. The sign # stands for the number of wins or
   * columns, always two or more, and `{side}` for the side.
   */
  readonly badges: Readonly<Record<BadgeKind, string>>;
  /** Says in short that patterns tell nothing of the next round. */
  readonly independence: string;
}
