import ts from "typescript";
import { refTo } from "./json-schema.ts";
import type { JsonSchema } from "./json-schema.ts";

/*
 * JSON Schemas from TypeScript's own view of types, in which mapped, inferred and generic types are as
 * plain as interfaces. Comments become descriptions; these tags become limits.
 */

/** Tags that hold a number, and those that hold a text. */
const NUMBER_TAGS = ["minimum", "maximum", "minItems", "maxItems"] as const;
const TEXT_TAGS = ["format", "pattern"] as const;

/** Schemas by name: those that were asked for and the interfaces that these refer to. */
export interface TypeSchemas {
  readonly named: Record<string, JsonSchema>;
  /** Adds the schema of a type under a name. */
  add(name: string, type: ts.Type, description?: string): void;
}

export function typeSchemas(checker: ts.TypeChecker): TypeSchemas {
  const named: Record<string, JsonSchema> = {};
  /** The names that types were added under which have none of their own. */
  const givenNames = new Map<ts.Type, string>();

  function schemaOf(type: ts.Type): JsonSchema {
    if (type.isUnion()) {
      return unionOf(type.types);
    }
    if (type.isStringLiteral()) {
      return { type: "string", const: type.value };
    }
    if (type.flags & ts.TypeFlags.Null) {
      return { type: "null" };
    }
    if (type.flags & ts.TypeFlags.String) {
      return { type: "string" };
    }
    if (type.flags & ts.TypeFlags.Number) {
      // No number on the wire has a fraction.
      return { type: "integer" };
    }
    if (type.flags & ts.TypeFlags.BooleanLike) {
      return { type: "boolean" };
    }
    if (checker.isTupleType(type)) {
      const items = checker.getTypeArguments(type as ts.TypeReference).map(schemaOf);
      return {
        type: "array",
        prefixItems: items,
        minItems: items.length,
        maxItems: items.length,
      };
    }
    if (checker.isArrayType(type)) {
      const [item] = checker.getTypeArguments(type as ts.TypeReference);
      return { type: "array", items: schemaOf(item as ts.Type) };
    }
    if (type.flags & (ts.TypeFlags.Object | ts.TypeFlags.Intersection)) {
      return objectRef(type);
    }
    throw new TypeError(`${checker.typeToString(type)} does not cross the wire as JSON.`);
  }

  /** Literals together as one list, and whatever else there is beside it. */
  function unionOf(types: readonly ts.Type[]): JsonSchema {
    const given = types.filter((type) => !(type.flags & ts.TypeFlags.Undefined));
    const literals = given.filter((type) => type.isStringLiteral());
    const others = given.filter((type) => !literals.includes(type as ts.StringLiteralType));
    const schemas = [
      ...new Map(others.map(schemaOf).map((schema) => [JSON.stringify(schema), schema])).values(),
    ];
    const values = literals.map(({ value }) => value);
    const isNullable = schemas.some(({ type }) => type === "null");
    const rest = schemas.filter(({ type }) => type !== "null");
    if (values.length > 0) {
      rest.push({ type: "string", enum: values });
    }
    const [only] = rest;
    if (only !== undefined && rest.length === 1 && (!isNullable || only.$ref === undefined)) {
      return isNullable ? nullable(only) : only;
    }
    return { anyOf: isNullable ? [...rest, { type: "null" }] : rest };
  }

  /** An interface or an alias is a schema of its own; what has no name of its own is written out. */
  function objectRef(type: ts.Type): JsonSchema {
    const name = givenNames.get(type) ?? nameOf(type);
    if (name === undefined) {
      return objectOf(type);
    }
    if (named[name] === undefined) {
      const schema: JsonSchema = {};
      // Before its fields, which may refer to it.
      named[name] = schema;
      Object.assign(schema, describedBy(type.aliasSymbol ?? type.getSymbol()), objectOf(type));
    }
    return refTo(name);
  }

  function objectOf(type: ts.Type): JsonSchema {
    const fields = checker.getPropertiesOfType(type);
    const properties = Object.fromEntries(fields.map((field) => [field.name, fieldOf(field)]));
    const required = fields
      .filter(({ flags }) => !(flags & ts.SymbolFlags.Optional))
      .map(({ name }) => name);
    return { type: "object", properties, ...(required.length > 0 && { required }) };
  }

  function fieldOf(field: ts.Symbol): JsonSchema {
    const schema = schemaOf(checker.getTypeOfSymbol(field));
    if (schema.enum !== undefined) {
      schema.enum = asDeclared(field, schema.enum);
    }
    return { ...describedBy(field), ...schema, ...limitsOf(field) };
  }

  /** Values in the order in which the field's type lists them: the checker's depends on other files. */
  function asDeclared(field: ts.Symbol, values: readonly unknown[]): unknown[] {
    const declared = field.declarations?.[0];
    const node = declared && ts.isPropertySignature(declared) ? declared.type : undefined;
    const alias = node && checker.getTypeAtLocation(node).aliasSymbol?.declarations?.[0];
    const text = (alias ?? node)?.getText() ?? "";
    const placeOf = (value: unknown) =>
      value === null ? text.length : text.indexOf(JSON.stringify(value));
    return values.every((value) => placeOf(value) >= 0)
      ? values.toSorted((a, b) => placeOf(a) - placeOf(b))
      : [...values];
  }

  function describedBy(symbol: ts.Symbol | undefined): JsonSchema {
    const comment = ts.displayPartsToString(symbol?.getDocumentationComment(checker));
    const description = comment
      .replaceAll(/\s*\(?\{@link [^}]*\}\)?/g, "")
      .replaceAll(/\s+/g, " ")
      .trim();
    return description === "" ? {} : { description };
  }

  return {
    named,
    add(name, type, description) {
      givenNames.set(type, name);
      named[name] = { ...(description !== undefined && { description }), ...objectOf(type) };
    },
  };
}

/** What the tags of a field say. */
function limitsOf(field: ts.Symbol): JsonSchema {
  const tags = new Map(
    field.getJsDocTags().map(({ name, text }) => [name, ts.displayPartsToString(text).trim()]),
  );
  const numbers = NUMBER_TAGS.filter((name) => tags.has(name));
  const texts = TEXT_TAGS.filter((name) => tags.has(name));
  return Object.fromEntries([
    ...texts.map((name) => [name, tags.get(name)]),
    ...numbers.map((name) => [name, Number(tags.get(name))]),
  ]) as JsonSchema;
}

/** The name of a type that has no arguments; undefined for any other. */
function nameOf(type: ts.Type): string | undefined {
  if (type.aliasSymbol !== undefined) {
    return type.aliasTypeArguments === undefined ? type.aliasSymbol.name : undefined;
  }
  const hasName = type.isClassOrInterface() && type.typeParameters === undefined;
  return hasName ? type.symbol.name : undefined;
}

/** The same or null. */
function nullable(schema: JsonSchema): JsonSchema {
  return {
    ...schema,
    type: [schema.type as string, "null"],
    ...(schema.enum !== undefined && { enum: [...schema.enum, null] }),
  };
}
