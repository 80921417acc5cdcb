import type { Game } from "../../src/games/contract.ts";
import { games } from "../../src/games/index.ts";
import { games as gameWords } from "../../src/i18n/en/games.ts";
import { PHASES } from "../../src/round/phases.ts";
import type { LobbyChange } from "../../src/wire.ts";
import { exampleKeys, exampleRound } from "./example-rounds.ts";
import type { JsonSchema } from "./json-schema.ts";
import { refTo } from "./json-schema.ts";
import type { Example, OpenApiResponse } from "./openapi.ts";
import type { operations } from "./operations.ts";

/** What an address answers when it does not refuse. */
export type Answers = Readonly<Record<OperationId, (game: Game) => OpenApiResponse>>;

type OperationId = (typeof operations)[number]["id"];

export interface AnswersOptions {
  /** What the names of each game's schemas begin with, by slug. */
  readonly prefixes: Readonly<Record<string, string>>;
  /** Where examples are put. */
  readonly examples: Record<string, Example>;
}

/** The answers of all addresses, with true examples. */
export function answers({ prefixes, examples }: AnswersOptions): Answers {
  const prefixOf = ({ slug }: Game) => prefixes[slug] as string;
  const rounds = new Map(games.map((game) => [game, exampleRound(game)]));
  const roundOf = (game: Game) => rounds.get(game) as ReturnType<typeof exampleRound>;

  function example(name: string, summary: string, value: unknown): string {
    examples[name] = { summary, value };
    return name;
  }

  function json(description: string, schema: JsonSchema, names: string[]): OpenApiResponse {
    return { description, content: { "application/json": { schema, examples: refs(names) } } };
  }

  const stateExamples = (game: Game) =>
    PHASES.map((phase) =>
      example(`${prefixOf(game)}.${phase}`, `In phase ${phase}`, roundOf(game).states[phase]),
    );

  const anyGame = (type: string): JsonSchema => ({
    anyOf: games.map((game) => refTo(`${prefixOf(game)}${type}`)),
  });

  const changeOf = (game: Game): LobbyChange => ({
    game: game.slug,
    closed: null,
    state: roundOf(game).states.betting,
  });

  return {
    current: (game) =>
      json("The current round.", refTo(`${prefixOf(game)}State`), stateExamples(game)),

    stream: (game) => ({
      description: "An endless stream. Each event's data is one state.",
      content: {
        "text/event-stream": {
          schema: refTo(`${prefixOf(game)}State`),
          examples: refs(stateExamples(game)),
        },
      },
    }),

    results: (game) => ({
      ...json(
        "Finished rounds; an empty list where there are none.",
        { type: "array", items: refTo(`${prefixOf(game)}Entry`) },
        [example(`${prefixOf(game)}.results`, "The last two", roundOf(game).entries)],
      ),
      headers: { ETag: { $ref: "#/components/headers/ETag" } },
    }),

    schedule: () =>
      json(
        "The game's clock.",
        refTo("Schedule"),
        games.map((game) =>
          example(`${prefixOf(game)}.schedule`, nameOf(game), roundOf(game).schedule),
        ),
      ),

    lobbyCurrent: () =>
      json("The tables, one for each game.", { type: "array", items: anyGame("LobbyTable") }, [
        example(
          "lobby",
          "While bets are open",
          games.map((game) => ({ ...changeOf(game), schedule: roundOf(game).schedule })),
        ),
      ]),

    lobbyStream: () => ({
      description: "An endless stream. Each event's data is one table.",
      content: {
        "text/event-stream": {
          schema: anyGame("LobbyChange"),
          examples: refs(
            games.map((game) => example(`${prefixOf(game)}.table`, nameOf(game), changeOf(game))),
          ),
        },
      },
    }),

    record: (game) => {
      const { open, record } = roundOf(game);
      const prefix = prefixOf(game);
      return json("The record.", { anyOf: [refTo(`${prefix}Record`), refTo("OpenRecord")] }, [
        example(`${prefix}.record`, "Once the result stands", record),
        example(`${prefix}.openRecord`, "Before", open),
      ]);
    },

    dayHeader: () =>
      json(
        "The header of the day.",
        refTo("SignedHeader"),
        games.map((game) =>
          example(`${prefixOf(game)}.header`, nameOf(game), roundOf(game).header),
        ),
      ),

    publishedKeys: () =>
      json("The public keys.", refTo("PublishedKeys"), [
        example("publishedKeys", "Of the examples", exampleKeys),
      ]),

    health: () => ({
      description: "It can serve.",
      content: { "application/json": { schema: refTo("Health") } },
    }),

    embedPage: page,
    lobbyPage: page,
  };
}

const page = (): OpenApiResponse => ({
  description: "The page.",
  content: { "text/html": { schema: { type: "string" } } },
});

function refs(names: readonly string[]): Record<string, { $ref: string }> {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/examples/${name}` }]));
}

const nameOf = ({ slug }: Game): string => gameWords[slug]?.name ?? slug;
