import { fileURLToPath } from "node:url";
import ts from "typescript";
import type { JsonSchema } from "./json-schema.ts";
import { typeSchemas } from "./type-schemas.ts";
import type { TypeSchemas } from "./type-schemas.ts";

/** The schemas of everything that crosses the wire. */
export interface WireSchemas {
  /** By the name of the type. */
  readonly named: Readonly<Record<string, JsonSchema>>;
  /** What the names of each game's types begin with, by its slug: `DragonTiger`. */
  readonly prefixes: Readonly<Record<string, string>>;
}

const FILE = fileURLToPath(new URL("wire-types.ts", import.meta.url));

const OPTIONS: ts.CompilerOptions = {
  strict: true,
  noEmit: true,
  allowImportingTsExtensions: true,
  target: ts.ScriptTarget.ES2024,
  module: ts.ModuleKind.Preserve,
  types: [],
};

/** Reads the schemas out of the types in `wire-types.ts`; takes a second or two. */
export function wireSchemas(): WireSchemas {
  const program = ts.createProgram([FILE], OPTIONS);
  const checker = program.getTypeChecker();
  const source = program.getSourceFile(FILE);
  const module = source && checker.getSymbolAtLocation(source);
  if (module === undefined) {
    throw new Error(`${FILE} is no module.`);
  }
  const exported = (name: string): ts.Type => {
    const symbol = checker.getExportsOfModule(module).find((each) => each.name === name);
    if (symbol === undefined) {
      throw new Error(`${FILE} does not export ${name}.`);
    }
    return checker.getDeclaredTypeOfSymbol(symbol);
  };
  const schemas = typeSchemas(checker);
  const prefixes: Record<string, string> = {};
  for (const game of exported("GameTypes").getProperties()) {
    prefixes[game.name] = addGame(schemas, checker, game);
  }
  for (const field of exported("CommonTypes").getProperties()) {
    const type = checker.getTypeOfSymbol(field);
    schemas.add(field.name, type, commentOf(type.aliasSymbol ?? type.symbol, checker));
  }
  return { named: schemas.named, prefixes };
}

/** Adds the types of one game, and gives what their names begin with. */
function addGame(schemas: TypeSchemas, checker: ts.TypeChecker, game: ts.Symbol): string {
  const types = checker.getTypeOfSymbol(game).getProperties();
  const typeNamed = (name: string) =>
    checker.getTypeOfSymbol(types.find((type) => type.name === name) as ts.Symbol);
  const prefix = typeNamed("Outcome").symbol.name.replace(/Outcome$/, "");
  for (const type of types) {
    schemas.add(prefix + type.name, typeNamed(type.name), commentOf(type, checker));
    nameGame(schemas.named[prefix + type.name] ?? {}, game.name);
  }
  return prefix;
}

/** Fixes the fields that name the game: its own types hold no other. */
function nameGame({ properties = {} }: JsonSchema, slug: string): void {
  for (const [name, field] of Object.entries(properties)) {
    if (name === "game") {
      field.const = slug;
    }
    nameGame(field, slug);
  }
}

function commentOf(symbol: ts.Symbol, checker: ts.TypeChecker): string {
  return ts.displayPartsToString(symbol.getDocumentationComment(checker)).replaceAll(/\s+/g, " ");
}
