import { HTTPError } from "h3";
import { slugs } from "../../src/games/index.ts";
import {
  clockAstray,
  demoOff,
  expired,
  dayUnreadable,
  historyUnavailable,
  keyInvalid,
  keyMissing,
  keySuspended,
  keyUnchecked,
  maintenance,
  malformedAddress,
  needsFrame,
  overloaded,
  otherSite,
  noStream,
  noSuchDay,
  noSuchRound,
  notReady,
  notWholeNumber,
  suspended,
  tooMuchWork,
  unknownGame,
  otherMode,
} from "../http/refusal.ts";

/** An address of the service as the contract tells it, besides what the types say. */
export interface Operation {
  /** Its name in generated clients, after `get` and the game if it has an address for each: `getBaccaratCurrent`. */
  readonly id: string;
  readonly path: string;
  /** Whether its answer depends on the game: then every game has an address of its own. */
  readonly isPerGame: boolean;
  readonly tag: "Rounds" | "Fairness" | "Service" | "Embed";
  readonly summary: string;
  readonly description?: string;
  /** The parameters besides the game, by their names in `parameters.ts`. */
  readonly parameters: readonly string[];
  readonly refusals: readonly HTTPError[];
}

const malformed = malformedAddress();
const fault = new HTTPError({ status: 500, message: "", unhandled: true });
const unexpected = [malformed, fault, overloaded()];
const closed = [maintenance(), suspended(12), clockAstray()];
const noSuchGame = unknownGame(slugs);
const refusedKeys = [
  keyMissing(),
  keyInvalid(),
  keySuspended(),
  demoOff(),
  expired(),
  otherMode(false),
  needsFrame(),
  otherSite("https://www.example.org"),
];

/** Every address that answers programs, in the order of the docs. */
export const operations = [
  {
    id: "current",
    path: "/embed/{slug}/api/current",
    isPerGame: true,
    tag: "Rounds",
    summary: "Current round",
    description:
      "The round that runs. Every field is there in every phase. May be polled every 300 ms.",
    parameters: [],
    refusals: [...unexpected, noSuchGame, ...closed],
  },
  {
    id: "stream",
    path: "/embed/{slug}/api/stream",
    isPerGame: true,
    tag: "Rounds",
    summary: "Stream",
    description:
      "The current round, pushed at every change of phase: server-sent events named `state`. The data of each is one state, as `current` answers it, and its id is the round and the phase. The first comes at once. `/schemas/stream-message.json` describes a whole message.",
    parameters: [],
    refusals: [...unexpected, noSuchGame, ...closed, noStream("full")],
  },
  {
    id: "results",
    path: "/embed/{slug}/api/results",
    isPerGame: true,
    tag: "Rounds",
    summary: "Results",
    description:
      "Finished rounds, newest first. A round enters when its phase becomes `result`, and never changes. Give at most one of `before`, `after` and `round`. Stays readable in maintenance.",
    parameters: ["limit", "before", "after", "round", "ifNoneMatch"],
    refusals: [
      malformed,
      notWholeNumber("limit", 1),
      fault,
      noSuchGame,
      tooMuchWork(),
      overloaded(),
      historyUnavailable(),
    ],
  },
  {
    id: "schedule",
    path: "/embed/{slug}/api/schedule",
    isPerGame: false,
    tag: "Rounds",
    summary: "Schedule",
    description:
      "When rounds start and how long each phase lasts. Times are in milliseconds since 1970 (UTC).",
    parameters: ["slug"],
    refusals: [...unexpected, noSuchGame],
  },
  {
    id: "lobbyCurrent",
    path: "/lobby/api/current",
    isPerGame: false,
    tag: "Rounds",
    summary: "All tables",
    description: "How the table of every game stands, and its clock. May be polled every 300 ms.",
    parameters: [],
    refusals: [...unexpected, clockAstray()],
  },
  {
    id: "lobbyStream",
    path: "/lobby/api/stream",
    isPerGame: false,
    tag: "Rounds",
    summary: "Stream of all tables",
    description:
      "All games over one connection: server-sent events named `table`. The data of each says how one table stands. First comes one for each game, then one at every change of phase, and whenever a game is closed or opened.",
    parameters: [],
    refusals: [...unexpected, clockAstray(), noStream("full")],
  },
  {
    id: "record",
    path: "/embed/{slug}/api/rounds/{round}",
    isPerGame: true,
    tag: "Fairness",
    summary: "Round record",
    description:
      "What proves a round. Without `seed`, `proof`, `beacon` and `outcome` until the result of the round stands; after that it never changes.",
    parameters: ["roundNumber"],
    refusals: [...unexpected, noSuchGame, noSuchRound(), tooMuchWork(), historyUnavailable()],
  },
  {
    id: "dayHeader",
    path: "/fairness/{slug}/{date}.json",
    isPerGame: false,
    tag: "Fairness",
    summary: "Day header",
    description:
      "What is promised of a game's rounds of a UTC day, signed. Published at least 24 hours before the day begins. It never changes.",
    parameters: ["slug", "date"],
    refusals: [...unexpected, noSuchGame, noSuchDay(), dayUnreadable()],
  },
  {
    id: "publishedKeys",
    path: "/fairness/keys.json",
    isPerGame: false,
    tag: "Fairness",
    summary: "Signing keys",
    description:
      "The public keys that sign day headers, the chains of beacons that these name, and the first round that they cover.",
    parameters: [],
    refusals: unexpected,
  },
  {
    id: "health",
    path: "/healthz",
    isPerGame: false,
    tag: "Service",
    summary: "Health",
    description: "Whether the service can serve. It can in maintenance.",
    parameters: [],
    refusals: [...unexpected, notReady("The service has stopped.")],
  },
  {
    id: "embedPage",
    path: "/embed/{slug}/",
    isPerGame: false,
    tag: "Embed",
    summary: "Embed page",
    description:
      "The table, for an iframe. It posts a phase message to the page that frames it at every change of phase: `/schemas/phase-message.json`. Refusals are pages too, unless only JSON is accepted. Options that are not allowed count as not given.",
    parameters: ["slug", "lang", "theme", "accent", "muted", "hands"],
    refusals: [...unexpected, ...refusedKeys, noSuchGame, ...closed, keyUnchecked()],
  },
  {
    id: "lobbyPage",
    path: "/lobby/",
    isPerGame: false,
    tag: "Embed",
    summary: "Lobby page",
    description:
      "All tables in small, for an iframe; a press opens one. Refusals are pages too, unless only JSON is accepted. Options that are not allowed count as not given.",
    parameters: ["games", "lang", "theme", "accent", "muted", "hands"],
    refusals: [...unexpected, ...refusedKeys, clockAstray(), keyUnchecked()],
  },
] as const satisfies readonly Operation[];
