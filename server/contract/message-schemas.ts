import type { JsonSchema } from "./json-schema.ts";
import type { WireSchemas } from "./schemas.ts";

const DIALECT = "https://json-schema.org/draft/2020-12/schema";

/** The schemas that are served apart, by the names of their files: each stands on its own. */
export function messageSchemas({ named, prefixes }: WireSchemas): Record<string, JsonSchema> {
  return {
    "phase-message": {
      $schema: DIALECT,
      title: "Phase message",
      ...named["PhaseMessage"],
      // The contract: these five fields, no more.
      additionalProperties: false,
    },
    "stream-message": standingAlone(
      {
        $schema: DIALECT,
        title: "Stream message",
        description:
          "A server-sent event of a game's stream: its name, its id, and its data, parsed as JSON.",
        anyOf: Object.values(prefixes).map((prefix) => ({
          $ref: `#/components/schemas/${prefix}StreamMessage`,
        })),
      },
      named,
    ),
  };
}

/** A schema with all that it refers to. */
function standingAlone(schema: JsonSchema, named: WireSchemas["named"]): JsonSchema {
  const needed = new Set<string>();
  const look = (part: JsonSchema) => {
    for (const [, name = ""] of JSON.stringify(part).matchAll(/#\/components\/schemas\/(\w+)/g)) {
      if (!needed.has(name)) {
        needed.add(name);
        look(named[name] ?? {});
      }
    }
  };
  look(schema);
  const $defs = Object.fromEntries([...needed].map((name) => [name, named[name]]));
  const text = JSON.stringify({ ...schema, $defs });
  return JSON.parse(text.replaceAll("#/components/schemas/", "#/$defs/")) as JsonSchema;
}
