import type { JsonSchema } from "../../server/contract/json-schema.ts";
import type {
  Example,
  OpenApi,
  OpenApiOperation,
  OpenApiResponse,
  Parameter,
  Ref,
} from "../../server/contract/openapi.ts";
import type { Problem } from "../../src/problem.ts";
import { fieldsTable, limitsOf, table, typeOf } from "./api-types.ts";

const HEAD = `---
title: API reference
description: Every address with its parameters, answers and errors, drawn from the service's OpenAPI document.
---

The service describes itself: [\`/openapi.json\`](../../../public/openapi.json) is the whole of this page as OpenAPI 3.1,
for generators of clients and other tools. [\`/schemas/phase-message.json\`](../../../public/schemas/phase-message.json) and
[\`/schemas/stream-message.json\`](../../../public/schemas/stream-message.json) are JSON Schemas of the messages. All of them are
generated from the types that the service is written in, and its tests hold every answer against them.

\`\`\`sh
npx @hey-api/openapi-ts -i "https://games.example.com/openapi.json" -o client
\`\`\`

Everything is \`GET\`, from any origin. Only the pages in frames take a key. Ignore fields that you do not know;
the service ignores parameters that it does not know.
`;

/** The schemas of messages, by name. */
type MessageSchemas = Readonly<Record<string, JsonSchema>>;

/** An address, or the same address of each game. */
interface Section {
  /** With `{slug}` for the game. */
  readonly path: string;
  readonly title: string;
  /** By game, or one alone. */
  readonly operations: readonly OpenApiOperation[];
}

/** The page of the API, as Markdown. */
export function apiPage(
  contract: OpenApi,
  { "phase-message": phaseMessage = {}, "stream-message": streamMessage = {} }: MessageSchemas,
): string {
  const { components } = contract;
  const sections = sectionsOf(contract);
  const anchor = (title: string) =>
    title
      .toLowerCase()
      .replaceAll(/[^\w -]/g, "")
      .replaceAll(" ", "-");
  const addresses = table(
    ["address", "answers"],
    sections.map(({ path, title }) => [`\`${path}\``, `[${title}](#${anchor(title)})`]),
  );

  function sectionText(section: Section): string {
    const [operation] = section.operations as [OpenApiOperation];
    return [
      `## ${section.title}`,
      `\`GET ${section.path}\``,
      operation.description ?? "",
      parametersTable(operation),
      fieldsOf(section),
      answersTable(operation),
      examplesOf(section),
    ]
      .filter((part) => part !== "")
      .join("\n\n");
  }

  function parametersTable({ parameters = [], security }: OpenApiOperation): string {
    const key: Parameter[] =
      security === undefined
        ? []
        : [{ name: "key", in: "query", required: true, description: "The API key.", schema: {} }];
    const all = [...parameters.map((each) => resolved(each, components.parameters)), ...key];
    return all.length === 0
      ? ""
      : table(
          ["parameter", "meaning"],
          all.map(({ name, in: place, required, description = "", schema }) => [
            `\`${name}\``,
            [
              description,
              limitsOf(schema),
              place === "query"
                ? ""
                : place === "path"
                  ? "In the path."
                  : "A header of the request.",
              required === true && place === "query" ? "Required." : "",
            ]
              .filter((part) => part !== "")
              .join(" "),
          ]),
        );
  }

  function answersTable({ responses }: OpenApiOperation): string {
    return table(
      ["status", "answer"],
      Object.entries(responses).map(([status, response]) => {
        const { content, description, headers = {} } = resolved(response, components.responses);
        const [[type, { examples = {} }] = ["", {}]] = Object.entries(content ?? {});
        const codes = Object.keys(examples).map((code) => `[\`${code}\`](#errors)`);
        const isProblem = type === "application/problem+json";
        const names = Object.keys(headers).map((name) => `\`${name}\``);
        const answer = isProblem ? codes.join(", ") : description.replace(/\.$/, "");
        return [status, [answer, ...names.map((name) => `with ${name}`)].join("; ")];
      }),
    );
  }

  /** What the games have in common, and then what each has of its own. */
  function fieldsOf({ operations }: Section): string {
    const schemas = operations.map((operation) => answerSchemas(operation));
    const [first] = schemas;
    if (first === undefined || first.length === 0) {
      return "";
    }
    const [present] = first as [JsonSchema];
    if (schemas.length === 1) {
      return fieldsTable(ofAnyGame(first), () => true);
    }
    const all = schemas.map(([schema]) => schema?.properties ?? {});
    const isCommon = (name: string) =>
      all.every((fields) => JSON.stringify(fields[name]) === JSON.stringify(all[0]?.[name]));
    const ofGames = operations.map((operation, index) => {
      const own = fieldsTable(schemas[index]?.[0] ?? {}, (name) => !isCommon(name));
      return `**${gameOf(operation)}**\n\n${own}`;
    });
    return [fieldsTable(present, isCommon), ...ofGames].join("\n\n");
  }

  /** The schemas of an answer, references followed: of an item, where it is a list. */
  function answerSchemas({ responses }: OpenApiOperation): JsonSchema[] {
    const { content = {} } = responses["200"] as OpenApiResponse;
    const { schema } = content["application/json"] ?? {};
    const listed = schema?.items ?? schema;
    const parts = listed === undefined ? [] : (listed.anyOf ?? [listed]);
    return parts.flatMap((part) => {
      const found = components.schemas[part.$ref?.split("/").at(-1) ?? ""];
      return found === undefined ? [] : [found];
    });
  }

  /** What is shown of each game when its line is pressed. */
  function examplesOf({ operations }: Section): string {
    const blocks = operations.map((operation) => {
      const { content = {} } = operation.responses["200"] as OpenApiResponse;
      const given = Object.values(content["application/json"]?.examples ?? {});
      const examples = given.map((ref) => resolved<Example>(ref, components.examples));
      return operations.length === 1
        ? examples.map(({ summary, value }) => details(`Example: ${summary}`, jsonBlock(value)))
        : examples.length === 0
          ? []
          : [
              details(
                `${examples.length > 1 ? "Examples" : "Example"}: ${gameOf(operation)}`,
                examples
                  .map(({ summary, value }) => `${summary}:\n\n${jsonBlock(value)}`)
                  .join("\n\n"),
              ),
            ];
    });
    return blocks.flat().join("\n\n");
  }

  /** What is posted to endpoints: the headers, then the body of each event. */
  function webhooksText(): string {
    const all = Object.entries(contract.webhooks ?? {});
    const { parameters = [] } = all[0]?.[1].post ?? {};
    const headers = parameters.map((each) => resolved(each, components.parameters));
    const events = all.map(([event, { post }]) => {
      const { schema = {}, examples = {} } = post.requestBody?.content["application/json"] ?? {};
      const [part = schema] = schema.anyOf ?? [];
      const body = components.schemas[part.$ref?.split("/").at(-1) ?? ""] ?? {};
      // One will do: the fields of each game stand above.
      const blocks = Object.values(examples)
        .slice(0, 1)
        .map((ref) => {
          const { summary, value } = resolved<Example>(ref, components.examples);
          return details(`Example: ${summary}`, jsonBlock(value));
        });
      const fields = fieldsTable(flattened(body), () => true);
      return [`### ${event}`, `${post.summary}.`, fields, ...blocks].join("\n\n");
    });
    return [
      "## Webhooks",
      "What is posted to the endpoints of an account. [Webhooks](webhooks.md) says how to receive them.",
      table(
        ["header", "meaning"],
        headers.map(({ name, description = "" }) => [`\`${name}\``, description]),
      ),
      ...events,
    ].join("\n\n");
  }

  const errors = problemsOf(contract).map(({ status, title, code, detail, reason }) => [
    `\`${code}\``,
    `${status} ${title}: ${detail}${reason === undefined ? "" : ` \`reason\` is \`${reason}\`.`}`,
  ]);
  const shared = ["Card", "PhaseLength", "BeaconChain", "MissedRounds"].map(
    (name) => `### ${name}\n\n${fieldsTable(components.schemas[name] ?? {}, () => true)}`,
  );

  return [
    HEAD.trim(),
    `## Addresses\n\n\`{slug}\` is ${typeOf(components.parameters["slug"]?.schema ?? {})}.\n\n${addresses}`,
    ...sections.map(sectionText),
    `## Stream messages\n\n${streamMessage.description}\n\n${fieldsTable(streamMessage.$defs?.[firstRef(streamMessage)] ?? {}, () => true)}`,
    `## Phase messages\n\n${phaseMessage.description}\n\n${fieldsTable(phaseMessage, () => true)}`,
    webhooksText(),
    `## Shared types\n\n${shared.join("\n\n")}`,
    `## Errors\n\nErrors are \`application/problem+json\`. Every 503 and 429 carries \`Retry-After\`, in seconds. The embed page shows the same errors as a page, in the viewer's language, unless only JSON is accepted.\n\n${fieldsTable(components.schemas["Problem"] ?? {}, (name) => name !== "code")}\n\n${table(["code", "status, title, and what to do"], errors)}`,
  ]
    .join("\n\n")
    .concat("\n");
}

/** The addresses in their order, those of the games together. */
function sectionsOf({ paths }: OpenApi): Section[] {
  const all = Object.entries(paths).map(([path, { get }]) => ({
    path: get.summary.includes(": ") ? path.replace(/^\/embed\/\w+\//, "/embed/{slug}/") : path,
    operation: get,
  }));
  return [...Map.groupBy(all, ({ path }) => path)].map(([path, each]) => ({
    path,
    title: (each[0]?.operation.summary ?? "").split(": ")[0] ?? "",
    operations: each.map(({ operation }) => operation),
  }));
}

/** The body of a webhook with the fields of its data in one table; the game is any. */
function flattened({ properties = {} }: JsonSchema): JsonSchema {
  const { data = {}, ...rest } = properties;
  const inData = Object.entries(data.properties ?? {}).map(([name, field]) => [
    `data.${name}`,
    name === "game" ? { type: "string", description: "The slug of the game." } : field,
  ]);
  const all = { ...rest, ...(Object.fromEntries(inData) as Record<string, JsonSchema>) };
  return { properties: all, required: Object.keys(all) };
}

/** What an answer about any game looks like: a field that is fixed for each of them lists all its values. */
function ofAnyGame(schemas: readonly JsonSchema[]): JsonSchema {
  const [first = {}] = schemas;
  const fields = Object.entries(first.properties ?? {}).map(([name, field]) => {
    const values = schemas.map(({ properties = {} }) => properties[name]?.const);
    const isFixed = new Set(values).size > 1 && !values.includes(undefined);
    const { const: _one, ...rest } = field;
    return [name, isFixed ? { ...rest, enum: values } : field];
  });
  return { ...first, properties: Object.fromEntries(fields) as Record<string, JsonSchema> };
}

const gameOf = ({ summary }: OpenApiOperation): string => summary.split(": ")[1] ?? "";

/** Every refusal there is, by status. */
function problemsOf({ components }: OpenApi): Problem[] {
  const examples = Object.values(components.examples).map(({ value }) => value);
  const all = [...examples, ...(components.schemas["Problem"]?.examples ?? [])] as Problem[];
  return all.filter((each) => "code" in each).toSorted((a, b) => a.status - b.status);
}

function firstRef({ anyOf = [] }: JsonSchema): string {
  return anyOf[0]?.$ref?.split("/").at(-1) ?? "";
}

function resolved<T extends object>(part: T | Ref, parts: Readonly<Record<string, T>>): T {
  return "$ref" in part ? (parts[part.$ref.split("/").at(-1) ?? ""] as T) : part;
}

const details = (title: string, content: string) =>
  `<details><summary>${title}</summary>\n\n${content}\n\n</details>`;

/** JSON in which what is short stands on one line. */
function jsonBlock(value: unknown): string {
  const text = JSON.stringify(value, null, 2).replaceAll(
    /[{[]\n\s+[^{}[\]]*?\n\s*[}\]]/g,
    (part, at: number) => {
      const line = part.replaceAll(/\s*\n\s*/g, " ");
      return at > 0 && line.length <= 60 ? line : part;
    },
  );
  return `\`\`\`json\n${text}\n\`\`\``;
}
