import type { JsonSchema } from "../../server/contract/json-schema.ts";

/** A table in Markdown. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  return [line(head), line(head.map(() => "---")), ...rows.map(line)].join("\n");
}

/** The fields of an object, those of them that `isShown`. */
export function fieldsTable(schema: JsonSchema, isShown: (name: string) => boolean): string {
  const fields = Object.entries(schema.properties ?? {}).filter(([name]) => isShown(name));
  const required = schema.required ?? [];
  return table(
    ["field", "meaning"],
    fields.map(([name, field]) => [
      `\`${name}\``,
      `${capital(typeOf(field))}${required.includes(name) ? "" : ", optional"}. ${field.description ?? ""}`.trim(),
    ]),
  );
}

/** `Integer`; what begins with code or a link stays as it is. */
const capital = (text: string) => text.replace(/^\[?[a-z]/, (start) => start.toUpperCase());

/** What a value may be, in words. */
export function typeOf(schema: JsonSchema): string {
  const { $ref, anyOf, items, properties } = schema;
  if ($ref !== undefined) {
    return linkTo($ref.split("/").at(-1) ?? "");
  }
  if (anyOf !== undefined) {
    return anyOf.map(typeOf).join(" or ");
  }
  if (schema.const !== undefined) {
    return `\`${String(schema.const)}\``;
  }
  if (schema.enum !== undefined) {
    return listed(schema.enum.map((value) => `\`${String(value)}\``));
  }
  const types = [schema.type].flat().filter((type) => type !== undefined);
  return types
    .map((type) => {
      if (type === "array" && items !== undefined) {
        return `list of ${typeOf(items)}`;
      }
      return type === "object" && properties !== undefined
        ? `object of ${listed(
            Object.keys(properties).map((name) => `\`${name}\``),
            "and",
          )}`
        : type === "null"
          ? "`null`"
          : type;
    })
    .join(" or ");
}

/** What the types of a game are called, and where the page shows their fields. */
const OF_GAMES: Readonly<Record<string, string>> = {
  State: "[state](#current-round)",
  Entry: "[entry](#results)",
  Outcome: "[fields of the game](#results)",
};

function linkTo(name: string): string {
  const [, kind = ""] = /(State|Entry|Outcome)$/.exec(name) ?? [];
  return OF_GAMES[kind] ?? `[${name}](#${name.toLowerCase()})`;
}

/** The values or the least value that a parameter may have. */
export function limitsOf(schema: JsonSchema): string {
  if (schema.enum !== undefined) {
    return `One of ${typeOf(schema)}.`;
  }
  return schema.minimum === undefined ? "" : `A whole number from ${schema.minimum} up.`;
}

function listed(names: readonly string[], word = "or"): string {
  return names.length < 2
    ? names.join("")
    : `${names.slice(0, -1).join(", ")} ${word} ${names.at(-1)}`;
}
