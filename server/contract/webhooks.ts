import type { Game } from "../../src/games/contract.ts";
import { games } from "../../src/games/index.ts";
import { games as gameWords } from "../../src/i18n/en/games.ts";
import { phaseStartMs, roundAt, roundStartMs } from "../../src/round/phases.ts";
import { ROUND_EVENTS } from "../../src/webhooks/payload.ts";
import type { RoundEventType, WebhookPayload } from "../../src/webhooks/payload.ts";
import { createOracle } from "../rounds/oracle.ts";
import { createPayloads } from "../webhooks/payloads.ts";
import type { Payloads } from "../webhooks/payloads.ts";
import { EXAMPLE_MS, EXAMPLE_SECRET } from "./example-rounds.ts";
import { refTo } from "./json-schema.ts";
import type { Content, Example, OpenApi, OpenApiOperation, Parameter } from "./openapi.ts";

export interface WebhooksOptions {
  /** What the names of each game's schemas begin with, by slug. */
  readonly prefixes: Readonly<Record<string, string>>;
  /** Where examples are put. */
  readonly examples: Record<string, Example>;
}

/** Of each event: what it is, the end of its schemas' names, and when it happens in a round. */
const ABOUT: Readonly<Record<RoundEventType, { summary: string; type: string }>> = {
  "round.opened": { summary: "A round has begun and bets are open", type: "RoundOpened" },
  "round.closed": { summary: "Bets are closed", type: "RoundClosed" },
  "round.result": { summary: "The result of a round is confirmed", type: "RoundResult" },
};

const header = (name: string, description: string): Parameter => ({
  name,
  in: "header",
  required: true,
  description,
  schema: { type: "string" },
});

/** The headers of every webhook, by their names among the parameters of the contract. */
export const webhookParameters: Readonly<Record<string, Parameter>> = {
  webhookId: header(
    "webhook-id",
    "The same however often it is sent: leave out what you have had already.",
  ),
  webhookTimestamp: header(
    "webhook-timestamp",
    "When it was sent, in seconds since 1970 (UTC). Refuse what is older than five minutes.",
  ),
  webhookSignature: header(
    "webhook-signature",
    "One signature for each secret of the endpoint, with spaces between them: `v1,` and base64.",
  ),
};

/** What is posted to the endpoints of an account: the service calls, the receiver answers. */
export async function webhooks(
  options: WebhooksOptions,
): Promise<NonNullable<OpenApi["webhooks"]>> {
  const payloads = examplePayloads();
  const found: NonNullable<OpenApi["webhooks"]> = {};
  for (const event of ROUND_EVENTS) {
    const { summary, type } = ABOUT[event];
    const examples: Record<string, WebhookPayload> = {};
    for (const game of games) {
      examples[nameOf(game)] = await exampleOf(payloads, event, game);
    }
    const schema = { anyOf: games.map(({ slug }) => refTo(`${options.prefixes[slug]}${type}`)) };
    found[event] = posted(event, summary, { schema, examples }, options);
  }
  const missed = payloads.missed([{ game: games[0]?.slug ?? "", from: 1, to: 900 }], EXAMPLE_MS);
  found["missed"] = posted(
    "missed",
    "Webhooks were dropped, since too many were waiting: read `results` instead",
    { schema: refTo("Missed"), examples: { "900 rounds": missed } },
    options,
  );
  found["test"] = posted(
    "test",
    "Somebody tries out the endpoint",
    { schema: refTo("WebhookTest"), examples: {} },
    options,
  );
  return found;
}

function posted(
  event: string,
  summary: string,
  body: { readonly schema: Content[string]["schema"]; readonly examples: Record<string, unknown> },
  { examples }: WebhooksOptions,
): { post: OpenApiOperation } {
  const names = Object.entries(body.examples).map(([title, value]) => {
    const name = `${event}.${title.replaceAll(" ", "")}`;
    examples[name] = { summary: title, value };
    return name;
  });
  const refs = Object.fromEntries(
    names.map((name) => [name, { $ref: `#/components/examples/${name}` }]),
  );
  const json = { schema: body.schema, ...(names.length > 0 && { examples: refs }) };
  return {
    post: {
      operationId: `on.${event}`.replaceAll(/\.(\w)/g, (_, letter: string) => letter.toUpperCase()),
      tags: ["Webhooks"],
      summary,
      parameters: Object.keys(webhookParameters).map((name) => ({
        $ref: `#/components/parameters/${name}`,
      })),
      requestBody: { required: true, content: { "application/json": json } },
      responses: {
        "2XX": { description: "Received. Any other answer but 410 has it sent again later." },
        410: { description: "The endpoint is gone: it is switched off." },
      },
    },
  };
}

/** Bodies about the rounds of the examples, by the code that makes those that are sent. */
function examplePayloads(): Payloads {
  const oracle = createOracle({ secret: EXAMPLE_SECRET, timeZone: "UTC" });
  const entryOf = async (game: Game, round: number, nowMs: number) =>
    oracle.results(game, nowMs, { limit: 1, round })[0];
  return createPayloads({ oracle, entryOf }, "https://games.example.com");
}

/** An event of the round of a game that begins at {@link EXAMPLE_MS}. */
async function exampleOf(
  payloads: Payloads,
  type: RoundEventType,
  game: Game,
): Promise<WebhookPayload> {
  const round = roundAt(EXAMPLE_MS, game.intervalMs);
  const startMs = roundStartMs(round, game.intervalMs);
  const atMs = {
    "round.opened": startMs,
    "round.closed": startMs + game.closesMs,
    "round.result": phaseStartMs(round, "result", game),
  }[type];
  const payload = await payloads.of({ seq: 1, game: game.slug, round, type, atMs }, atMs);
  if (payload === undefined) {
    throw new Error(`There is no ${type} of round ${round}.`);
  }
  return payload;
}

function nameOf({ slug }: Game): string {
  return gameWords[slug]?.name ?? slug;
}
