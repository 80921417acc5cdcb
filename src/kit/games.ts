import type { Game, StateFields } from "../games/contract.ts";
import type { GameSlug } from "../games/index.ts";
import type * as registry from "../games/registry.ts";
import type { HistoryEntry, RoundState } from "../wire/answers.ts";

/** The games by their slugs, with the fields of each. */
type Registry = typeof registry;

/** The fields of a game's finished round. */
export type OutcomeOf<Slug extends GameSlug> =
  Registry[Slug] extends Game<infer Outcome> ? Outcome : never;

/** The state of a game's round, as `current` and the stream have it. */
export type StateOf<Slug extends GameSlug> = RoundState<StateFields<OutcomeOf<Slug>>>;

/** A finished round of a game, as in `results`. */
export type EntryOf<Slug extends GameSlug> = HistoryEntry<OutcomeOf<Slug>>;
