import { globSync } from "node:fs";
import { fileURLToPath } from "node:url";
import ts from "typescript";

/** What the server's source says of its metrics and of the label values they can ever have. */
export interface EmittedLabels {
  /** The label names of each of our metrics, by its name. */
  readonly labels: ReadonlyMap<string, ReadonlySet<string>>;
  /** The upper bounds of each histogram's buckets. */
  readonly buckets: ReadonlyMap<string, readonly number[]>;
  /** By `metric label`: what the types allow where the source counts. Missing: any text. */
  readonly values: ReadonlyMap<string, ReadonlySet<string>>;
  /** Like `values`, of series that are only begun at 0, so that an increase to 1 is seen. */
  readonly begun: ReadonlyMap<string, ReadonlySet<string>>;
  /** The patterns of all addresses under which answers are counted. */
  readonly routes: ReadonlySet<string>;
}

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const KINDS = ["Counter", "Gauge", "Histogram"];
const COUNTED = ["inc", "set", "observe"];

/** Reads the source as the compiler does, without what it imports from elsewhere: that has no labels. */
function program(): ts.Program {
  const sources = globSync(["server/**/*.ts", "src/games/**/*.ts"], { cwd: ROOT })
    .filter((file) => !file.startsWith("server/cli/"))
    .map((file) => ROOT + file);
  return ts.createProgram([...sources, `${ROOT}node_modules/prom-client/index.d.ts`], {
    noResolve: true,
    noEmit: true,
    allowImportingTsExtensions: true,
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    target: ts.ScriptTarget.ESNext,
    strict: true,
    types: [],
    lib: ["lib.esnext.d.ts"],
  });
}

/** Every text that a type allows, or undefined when that is any. */
function textsOf(type: ts.Type): string[] | undefined {
  if (type.isStringLiteral()) {
    return [type.value];
  }
  const parts = type.isUnion() ? type.types.map(textsOf) : [undefined];
  return parts.every((part) => part !== undefined) ? parts.flat() : undefined;
}

/** Finds where metrics are made and counted, and what the log tells, since its events are a label. */
export function emittedLabels(): EmittedLabels {
  const compiled = program();
  const checker = compiled.getTypeChecker();
  const nameOf = new Map<string, string>();
  const labels = new Map<string, Set<string>>();
  const buckets = new Map<string, number[]>();
  const texts = new Map<string, Set<string>>();
  const begunTexts = new Map<string, Set<string>>();
  const events = new Set<string>();
  const routes = new Set<string>();

  function each(visit: (node: ts.Node) => void): void {
    const walk = (node: ts.Node) => {
      visit(node);
      ts.forEachChild(node, walk);
    };
    for (const file of compiled.getSourceFiles()) {
      if (!file.isDeclarationFile) {
        walk(file);
      }
    }
  }

  /** `new Counter({ name, labelNames })`, under the name that the source calls it by. */
  function learnMetric(node: ts.Node): void {
    const [options] = ts.isNewExpression(node) ? (node.arguments ?? []) : [];
    const { parent } = node;
    if (
      !ts.isNewExpression(node) ||
      !KINDS.includes(node.expression.getText()) ||
      options === undefined ||
      !ts.isObjectLiteralExpression(options) ||
      !(ts.isVariableDeclaration(parent) || ts.isPropertyAssignment(parent))
    ) {
      return;
    }
    const option = new Map<string, ts.Node>();
    for (const property of options.properties) {
      if (ts.isPropertyAssignment(property)) {
        option.set(property.name.getText(), property.initializer);
      }
    }
    const inner = (key: string, is: (node: ts.Node) => boolean) => {
      const found: string[] = [];
      const walk = (at: ts.Node): void => {
        if (is(at)) {
          found.push(at.getText());
        }
        ts.forEachChild(at, walk);
      };
      const start = option.get(key);
      if (start !== undefined) {
        walk(start);
      }
      return found.map((text) => text.replace(/^"|"$|_(?=\d)/g, ""));
    };
    const [name = ""] = inner("name", ts.isStringLiteral);
    nameOf.set(parent.name.getText(), name);
    labels.set(name, new Set(inner("labelNames", ts.isStringLiteral)));
    buckets.set(name, inner("buckets", ts.isNumericLiteral).map(Number));
  }

  function learnCount(call: ts.CallExpression, target: ts.PropertyAccessExpression): void {
    const kind = checker.getTypeAtLocation(target.expression).symbol?.name ?? "";
    const method = target.name.text;
    const [first, second] = call.arguments;
    const own = target.expression.getText().split(".").at(-1) ?? "";
    const metric = nameOf.get(own);
    if (
      metric === undefined ||
      !KINDS.includes(kind) ||
      ![...COUNTED, "zero"].includes(method) ||
      first === undefined ||
      !ts.isObjectLiteralExpression(first)
    ) {
      return;
    }
    const isBegun = method === "zero" || (method === "inc" && second?.getText() === "0");
    for (const property of first.properties) {
      const symbol = ts.isShorthandPropertyAssignment(property)
        ? checker.getShorthandAssignmentValueSymbol(property)
        : undefined;
      const type =
        symbol === undefined
          ? checker.getTypeAtLocation((property as ts.PropertyAssignment).initializer)
          : checker.getTypeOfSymbol(symbol);
      add(
        isBegun ? begunTexts : texts,
        `${metric} ${property.name?.getText()}`,
        textsOf(type) ?? [],
      );
    }
  }

  function add(to: Map<string, Set<string>>, key: string, more: readonly string[]): void {
    to.set(key, new Set([...(to.get(key) ?? []), ...more]));
  }

  each(learnMetric);
  each((node) => {
    if (!ts.isCallExpression(node)) {
      return;
    }
    const { expression: target } = node;
    const [first] = node.arguments;
    if (ts.isPropertyAccessExpression(target)) {
      learnCount(node, target);
      const isRoute = target.name.text === "all" || target.name.text === "countAnswer";
      if (isRoute && first !== undefined && ts.isStringLiteral(first)) {
        routes.add(first.text);
      }
    }
    if (first !== undefined && checker.getTypeAtLocation(target).aliasSymbol?.name === "Log") {
      for (const event of eventsOf(first)) {
        events.add(event);
      }
    }
  });

  /** A template's text is the product of what its gaps can hold. */
  function eventsOf(node: ts.Expression): string[] {
    if (!ts.isTemplateExpression(node)) {
      return textsOf(checker.getTypeAtLocation(node)) ?? [];
    }
    return node.templateSpans.reduce<string[]>(
      (before, { expression, literal }) =>
        before.flatMap((text) =>
          (textsOf(checker.getTypeAtLocation(expression)) ?? []).map(
            (gap) => text + gap + literal.text,
          ),
        ),
      [node.head.text],
    );
  }

  texts.set("tableside_log_events_total event", events);
  const known = [...texts].filter(([, found]) => found.size > 0);
  return { labels, buckets, routes, values: new Map(known), begun: begunTexts };
}
