import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import data from "@mdn/browser-compat-data" with { type: "json" };
import type { Identifier, SimpleSupportStatement } from "@mdn/browser-compat-data/types";
import { parseAst } from "vite";
import { expect, test } from "vitest";
import { BROWSERS } from "../../src/build/browsers.ts";

/* What browsers load, as it was built. */

const dist = fileURLToPath(new URL("../../dist/", import.meta.url));

/** Looked for before it is used, by a dependency. */
const OPTIONAL = ["Uint8Array.fromHex"];

interface Node {
  readonly type: string;
  readonly [part: string]: unknown;
}

const isNode = (value: unknown): value is Node =>
  typeof value === "object" && value !== null && "type" in value;

/** A part of a script and all that it is made of. */
function* nodesIn(node: Node): Generator<Node> {
  yield node;
  for (const part of Object.values(node).flat()) {
    if (isNode(part)) {
      yield* nodesIn(part);
    }
  }
}

/** The scripts of the build, those within pages among them. */
function* scripts(): Generator<{ name: string; code: string }> {
  for (const name of globSync("**/*.{js,html}", { cwd: dist })) {
    const text = readFileSync(dist + name, "utf8");
    if (name.endsWith(".js")) {
      yield { name, code: text };
      continue;
    }
    for (const [, code = ""] of text.matchAll(/<script(?: type="module")?>([\s\S]*?)<\/script>/g)) {
      yield { name, code };
    }
  }
}

/** What a script names of the platform, as `URL.parse`. */
function namedIn({ type, object, callee, property }: Node): string | undefined {
  if (
    type === "MemberExpression" &&
    isNode(object) &&
    object.type === "Identifier" &&
    isNode(property)
  ) {
    return `${String(object["name"])}.${String(property["name"])}`;
  }
  return type === "NewExpression" && isNode(callee) ? String(callee["name"]) : undefined;
}

const number = (version: string): number => {
  const [major = "", minor = "0"] = version.replace("≤", "").split(".");
  return Number(major) + Number(minor) / 1_000;
};

const isIn = ({ flags, prefix, version_added: since }: SimpleSupportStatement, version: string) =>
  flags === undefined &&
  prefix === undefined &&
  typeof since === "string" &&
  number(since) <= number(version);

/** The browsers among those of the docs that do not have what is named; none for what is of no platform. */
function without(named: string): string[] {
  const [owner = "", member] = named.split(".");
  const known: Identifier | undefined = data.api[owner] ?? data.javascript["builtins"]?.[owner];
  const part = member === undefined ? known : (known?.[`${member}_static`] ?? known?.[member]);
  return BROWSERS.filter((browser) => {
    const [, name = "", version = ""] = /^([a-z]+)(.*)$/.exec(browser) ?? [];
    const support = part?.__compat?.support[name as "chrome"];
    return support !== undefined && ![support].flat().some((each) => isIn(each, version));
  });
}

// `URL.parse` is newer than the browsers of the docs: the port of a frame stayed silent in them.
test("names nothing that the browsers of the docs do not have", () => {
  const newer = new Set<string>();
  for (const { name, code } of scripts()) {
    for (const node of nodesIn(parseAst(code) as unknown as Node)) {
      const named = namedIn(node);
      if (named !== undefined && !OPTIONAL.includes(named) && without(named).length > 0) {
        newer.add(`${name}: ${named}`);
      }
    }
  }
  expect([...newer]).toEqual([]);
});
