import about from "../../package.json" with { type: "json" };
import type { Game } from "../../src/games/contract.ts";
import { games } from "../../src/games/index.ts";
import { games as gameWords } from "../../src/i18n/en/games.ts";
import { READ_METHODS } from "../http/headers.ts";
import { toProblem } from "../http/problem.ts";
import { methodNotAllowed, notFound } from "../http/refusal.ts";
import { answers } from "./answers.ts";
import type { Answers } from "./answers.ts";
import type { OpenApi, OpenApiOperation } from "./openapi.ts";
import { operations } from "./operations.ts";
import { parametersOf } from "./parameters.ts";
import { problemResponses } from "./problems.ts";
import type { WireSchemas } from "./schemas.ts";
import { webhookParameters, webhooks } from "./webhooks.ts";

/** Schemas that no address refers to. */
const APART = /^(PhaseMessage|ResultsQuery|.*StreamMessage)$/;

const DESCRIPTION = `The rounds of three games as JSON: ${games.map(nameOf).join(", ")}. Everything is read only; no key is needed but for the pages in frames. Unknown query parameters are ignored, and new fields may be added: ignore those you do not know.`;

/** The contract as an OpenAPI document. */
export async function openApiDocument({ named, prefixes }: WireSchemas): Promise<OpenApi> {
  const document: OpenApi = {
    openapi: "3.1.1",
    info: {
      title: "Tableside",
      version: about.version,
      description: DESCRIPTION,
      license: { name: about.license, identifier: about.license },
    },
    servers: [{ url: "/", description: "The service that serves this document." }],
    security: [],
    tags: [
      { name: "Rounds", description: "Rounds as they run and as they ended." },
      {
        name: "Fairness",
        description: "What proves that rounds were fixed before bets were taken.",
      },
      { name: "Service", description: "The service itself." },
      { name: "Embed", description: "Tables in pages." },
      { name: "Webhooks", description: "Calls to your own server, as an account asks for them." },
    ],
    paths: {},
    components: {
      schemas: Object.fromEntries(Object.entries(named).filter(([name]) => !APART.test(name))),
      parameters: { ...parametersOf(named["ResultsQuery"] ?? {}), ...webhookParameters },
      headers: {
        ETag: {
          description: "Changes when the answer does; send it back as `If-None-Match`.",
          required: true,
          schema: { type: "string" },
        },
        RetryAfter: {
          description: "Seconds after which to ask again.",
          required: true,
          schema: { type: "integer", minimum: 1 },
        },
      },
      responses: {},
      examples: {},
      securitySchemes: {
        key: {
          type: "apiKey",
          in: "query",
          name: "key",
          description: "The key of a subscription.",
        },
      },
    },
  };
  // Those of other addresses and methods, which stand nowhere else.
  document.components.schemas["Problem"] = {
    ...named["Problem"],
    examples: [notFound(), methodNotAllowed(READ_METHODS)].map(toProblem),
  };
  const answersOf = answers({ prefixes, examples: document.components.examples });
  for (const operation of operations) {
    if (!operation.isPerGame) {
      const get = operationOf(operation, games[0] as Game, answersOf, document);
      document.paths[operation.path] = { get };
      continue;
    }
    for (const game of games) {
      const get = operationOf(operation, game, answersOf, document, prefixes[game.slug]);
      get.summary += `: ${nameOf(game)}`;
      document.paths[operation.path.replace("{slug}", game.slug)] = { get };
    }
  }
  document.webhooks = await webhooks({ prefixes, examples: document.components.examples });
  return document;
}

function operationOf(
  { id, tag, parameters, refusals, ...told }: (typeof operations)[number],
  game: Game,
  answersOf: Answers,
  { components }: OpenApi,
  prefix = "",
): OpenApiOperation {
  return {
    operationId: `get${prefix}${id[0]?.toUpperCase()}${id.slice(1)}`,
    tags: [tag],
    summary: told.summary,
    ...("description" in told && { description: told.description }),
    ...(tag === "Embed" && { security: [{ key: [] }] }),
    ...(parameters.length > 0 && {
      parameters: parameters.map((name) => ({ $ref: `#/components/parameters/${name}` })),
    }),
    responses: {
      200: answersOf[id](game),
      ...(id === "results" && { 304: { description: "Nothing has changed." } }),
      ...problemResponses(refusals, components),
    },
  };
}

function nameOf({ slug }: Game): string {
  return gameWords[slug]?.name ?? slug;
}
