import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import data from "@mdn/browser-compat-data" with { type: "json" };
import type { Identifier, SimpleSupportStatement } from "@mdn/browser-compat-data/types";
import { parseAst, Visitor } from "vite";
import { expect, test } from "vitest";
import { BROWSERS } from "../../src/build/chunks.ts";

/* The built scripts that browsers load. */

const root = fileURLToPath(new URL("../../", import.meta.url));

/** A dependency tests for it before use. */
const OPTIONAL = ["Uint8Array.fromHex"];

function* scripts(): Generator<{ name: string; code: string }> {
  for (const name of globSync("{dist,dist-kit}/**/*.{js,html}", { cwd: root })) {
    const text = readFileSync(root + name, "utf8");
    if (name.endsWith(".js")) {
      yield { name, code: text };
      continue;
    }
    for (const [, code = ""] of text.matchAll(/<script(?: type="module")?>([\s\S]*?)<\/script>/g)) {
      yield { name, code };
    }
  }
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

/** The documented browsers that lack `named`; none if it is not a platform API. */
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

// `URL.parse` is newer than the documented browsers: in some, the port of a frame stayed silent.
test("the built scripts use only APIs that every supported browser has", () => {
  const newer = new Set<string>();
  for (const { name, code } of scripts()) {
    const look = (named: string) => {
      if (!OPTIONAL.includes(named) && without(named).length > 0) {
        newer.add(`${name}: ${named}`);
      }
    };
    new Visitor({
      MemberExpression({ object, property }) {
        if (object.type === "Identifier" && property.type === "Identifier") {
          look(`${object.name}.${property.name}`);
        }
      },
      NewExpression({ callee }) {
        // Two letters are a name of the minifier, which once equalled an API's: `ML`.
        if (callee.type === "Identifier" && callee.name.length > 2) {
          look(callee.name);
        }
      },
    }).visit(parseAst(code));
  }
  expect([...newer]).toEqual([]);
});

// A page's own `Array.prototype.x` was taken for a system of Pixi, which then drew nothing, and
// `Object.prototype.x` for a game by a helper of the bundler.
test("the element works on pages that extend built-in prototypes", () => {
  const unguarded: string[] = [];
  for (const { name, code } of scripts()) {
    new Visitor({
      ForInStatement({ start, body }) {
        if (!/^\{?\s*(if ?\()?!?Object\.hasOwn\(/.test(code.slice(body.start))) {
          unguarded.push(`${name}: ${code.slice(start, start + 80)}`);
        }
      },
    }).visit(parseAst(code));
  }
  expect(unguarded).toEqual([]);
});

test("the build contains no preview", () => {
  const files = globSync("dist/**/*", { cwd: root });
  expect(files.filter((file) => file.includes("preview"))).toEqual([]);
  const drawing = [...scripts()].filter(({ code }) => code.includes("preview-table"));
  expect(drawing.map(({ name }) => name)).toEqual([]);
});
