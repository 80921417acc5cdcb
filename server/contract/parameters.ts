import { slugs } from "../../src/games/index.ts";
import { langs } from "../../src/i18n/langs.ts";
import { THEMES } from "../../src/look/themes.ts";
import type { JsonSchema } from "./json-schema.ts";
import type { Parameter } from "./openapi.ts";

const query = (name: string, description: string, schema: JsonSchema): Parameter => ({
  name,
  in: "query",
  description,
  schema,
});

/** The parameters of all addresses. Those of `results` are the fields of its type. */
export function parametersOf(resultsQuery: JsonSchema): Record<string, Parameter> {
  const ofResults = Object.entries(resultsQuery.properties ?? {}).map(([name, field]) => {
    const { description = "", ...schema } = field;
    return [name, query(name, description, schema)] as const;
  });
  return {
    slug: {
      name: "slug",
      in: "path",
      required: true,
      description: "The game.",
      schema: { type: "string", enum: [...slugs] },
    },
    roundNumber: {
      name: "round",
      in: "path",
      required: true,
      description: "Global cumulative round number.",
      schema: { type: "integer", minimum: 1 },
    },
    date: {
      name: "date",
      in: "path",
      required: true,
      description: "The UTC day, YYYY-MM-DD, from 2026-01-01 on.",
      schema: { type: "string", format: "date" },
    },
    ...Object.fromEntries(ofResults),
    ifNoneMatch: {
      name: "If-None-Match",
      in: "header",
      description: "The `ETag` of an earlier answer: 304 while nothing has changed.",
      schema: { type: "string" },
    },
    lang: query(
      "lang",
      `A language: ${langs.join(", ")}. The viewer's browser decides if left out.`,
      {
        type: "string",
      },
    ),
    theme: query("theme", "How the table looks.", { type: "string", enum: [...THEMES] }),
    accent: query("accent", "The colour of rings and lines: three or six hexadecimal digits.", {
      type: "string",
      pattern: "^#?([0-9A-Fa-f]{6}|[0-9A-Fa-f]{3})$",
    }),
    games: query(
      "games",
      "The games that the lobby shows, in this order, with commas between. All if left out.",
      { type: "string" },
    ),
    muted: query("muted", "`0` or `false` begins with sound, where the browser allows that.", {
      type: "string",
    }),
    hands: query("hands", "`0` or `false` leaves out the hands that deal the cards.", {
      type: "string",
    }),
  };
}
