import { readFileSync } from "node:fs";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { Ajv2020 } from "ajv/dist/2020.js";
import type { ValidateFunction } from "ajv/dist/2020.js";

type JsonSchema = Readonly<Record<string, unknown>>;

type Content = Readonly<Record<string, { schema: JsonSchema; examples?: Record<string, Ref> }>>;

interface Ref {
  readonly $ref: string;
}

interface OpenApiResponse {
  readonly headers?: Readonly<Record<string, unknown>>;
  readonly content?: Content;
}

interface OpenApi {
  readonly paths: Readonly<
    Record<string, { get: { responses: Readonly<Record<string, OpenApiResponse | Ref>> } }>
  >;
  readonly webhooks: Readonly<Record<string, { post: { requestBody: { content: Content } } }>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, JsonSchema>>;
    readonly responses: Readonly<Record<string, OpenApiResponse>>;
    readonly examples: Readonly<Record<string, { value: unknown }>>;
  };
}

/* All responses from the tests' services pass through here, so that the contract documents everything they send. */

const PUBLIC = new URL("../../public/", import.meta.url);

const readJson = (name: string): unknown => JSON.parse(readFileSync(new URL(name, PUBLIC), "utf8"));

export const contract = readJson("openapi.json") as OpenApi;

const ajv = new Ajv2020({
  allErrors: true,
  strict: true,
  allowUnionTypes: true,
  // With several types, a limit applies only to the types that support it.
  strictTypes: false,
  // A refusal's title, status and code are narrowed where it is used.
  strictRequired: false,
  keywords: ["components"],
  formats: { date: /^\d{4}-\d\d-\d\d$/, "date-time": true, uri: true },
});
ajv.addSchema(
  closed({ $id: "contract", components: { schemas: contract.components.schemas } }) as object,
);

/** The same schemas without additional fields, since the service sends none. */
function closed(part: unknown): unknown {
  if (typeof part !== "object" || part === null) {
    return part;
  }
  if (Array.isArray(part)) {
    return part.map(closed);
  }
  const copy = Object.fromEntries(
    Object.entries(part).map(([name, value]) => [name, closed(value)]),
  );
  const isObject = [(part as JsonSchema)["type"]].flat().includes("object");
  return isObject && "properties" in copy ? { additionalProperties: false, ...copy } : copy;
}

const compiled = new Map<string, ValidateFunction>();

/** @throws an Error that names the value's deviation from its schema. */
function requireValid(schema: JsonSchema, value: unknown, subject: string): void {
  const text = JSON.stringify(schema);
  let validate = compiled.get(text);
  if (validate === undefined) {
    validate = ajv.compile(closed(schema) as object);
    compiled.set(text, validate);
  }
  if (!validate(value)) {
    const faults = ajv.errorsText(validate.errors, { dataVar: "" });
    throw new Error(`${subject} does not match the contract: ${faults}\n${JSON.stringify(value)}`);
  }
}

/** Compares a value with part of the contract, which may refer to other parts. */
function requireValidPart(schema: JsonSchema, value: unknown, subject: string): void {
  const text = JSON.stringify(schema).replaceAll('"#/', '"contract#/');
  requireValid(JSON.parse(text) as JsonSchema, value, subject);
}

const messageSchemas = {
  "phase-message": readJson("schemas/phase-message.json") as JsonSchema,
  "stream-message": readJson("schemas/stream-message.json") as JsonSchema,
};

/** Compares a message with its schema. Throws an Error that names the fault. */
export function requireMessage(name: keyof typeof messageSchemas, message: unknown): void {
  requireValid(messageSchemas[name], message, name);
}

/** Compares a webhook body with the contract. Throws an Error that names the fault. */
export function requireWebhook(body: unknown): void {
  const type = String(Object(body).type);
  const content = contract.webhooks[type]?.post.requestBody.content["application/json"];
  if (content === undefined) {
    throw new Error(`The contract has no ${type} webhook.`);
  }
  requireValidPart(content.schema, body, `The ${type} webhook`);
}

/** The contract's URLs, those without parameters first. */
const addresses = Object.keys(contract.paths)
  .map((path) => ({ path, pattern: new RegExp(`^${path.replaceAll(/\{\w+\}/g, "[^/]+")}$`) }))
  .toSorted((a, b) => a.path.split("{").length - b.path.split("{").length);

/** The contract's responses for a path, by status; undefined for a path that is not in it. */
function responsesOf(pathname: string): Record<string, OpenApiResponse> | undefined {
  const found = addresses.find(({ pattern }) => pattern.test(pathname));
  const responses = Object.entries(contract.paths[found?.path ?? ""]?.get.responses ?? {});
  return found && Object.fromEntries(responses.map(([status, part]) => [status, resolved(part)]));
}

function resolved(response: OpenApiResponse | Ref): OpenApiResponse {
  if (!("$ref" in response)) {
    return response;
  }
  const name = response.$ref.split("/").at(-1) as string;
  return contract.components.responses[name] as OpenApiResponse;
}

/** Throws an Error that names the fault: an undocumented status or type, a missing header, or an invalid body. */
export async function requireDocumentedResponse(
  method: string,
  address: string,
  response: Response,
): Promise<void> {
  const { status, headers } = response;
  const subject = `${method} ${address}, ${status},`;
  const { pathname } = new URL(address, "http://tableside.test");
  const type = headers.get("content-type")?.split(";")[0] ?? "";
  const isJson = type === "application/json" || type === "application/problem+json";
  const hasBody = isJson && method !== "HEAD" && status !== 304;
  const body: unknown = hasBody ? JSON.parse(await textOf(response.clone())) : undefined;
  const responses = method === "GET" ? responsesOf(pathname) : undefined;
  if (responses === undefined) {
    if (type === "application/problem+json" && hasBody && !pathname.startsWith("/account/")) {
      requireValidPart({ $ref: "#/components/schemas/Problem" }, body, subject);
    }
    return;
  }
  const documented = responses[status];
  if (documented === undefined) {
    throw new Error(`${subject} is not a response in the contract.`);
  }
  for (const name of Object.keys(documented.headers ?? {})) {
    if (!headers.has(name)) {
      throw new Error(`${subject} has no ${name}.`);
    }
  }
  const content = documented.content?.[type];
  // A refusal as a page.
  const isRefusedPage = status >= 400 && type === "text/html";
  if (content !== undefined && hasBody) {
    requireValidPart(content.schema, body, subject);
  } else if (documented.content !== undefined && content === undefined && !isRefusedPage) {
    throw new Error(`${subject} is ${type}, which the contract does not document.`);
  }
}

/** The text of a possibly compressed response. */
export async function textOf(response: Response): Promise<string> {
  const bytes = Buffer.from(await response.arrayBuffer());
  switch (response.headers.get("content-encoding")) {
    case "br":
      return brotliDecompressSync(bytes).toString();
    case "gzip":
      return gunzipSync(bytes).toString();
    default:
      return bytes.toString();
  }
}
