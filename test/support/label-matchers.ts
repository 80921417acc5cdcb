import { STATUS_CODES } from "node:http";
import { games } from "../../src/games/index.ts";
import type { EmittedLabels } from "./metric-labels.ts";

/** One condition on a label, such as `part="disk"` of tableside_fault. */
interface LabelMatcher {
  readonly metric: string;
  readonly label: string;
  readonly operator: string;
  readonly value: string;
}

/** All conditions on labels in expressions, or in series as promtool's tests write them. */
export function matchersIn(text: string): LabelMatcher[] {
  return [...text.matchAll(/([a-z][\w:]*)\{([^}]*)\}/g)].flatMap(([, metric = "", inner = ""]) =>
    [...inner.matchAll(/(\w+)(=~|!~|!=|=)"([^"]*)"/g)].map(
      ([, label = "", operator = "", value = ""]) => ({ metric, label, operator, value }),
    ),
  );
}

/** What is wrong with a condition: it can never be true, or one of its alternatives cannot. */
export function whyItNeverHolds(
  { metric, label, operator, value }: LabelMatcher,
  emitted: EmittedLabels,
): string | null {
  const said = `${metric}{${label}${operator}"${value}"}`;
  if (label === "instance" || (label === "job" && value === "tableside")) {
    return null;
  }
  const own = [metric, metric.replace(/_(bucket|sum|count)$/, "")].find((name) =>
    emitted.labels.has(name),
  );
  if (own === undefined) {
    return `${said}: the metric is not one of ours`;
  }
  if (label === "le") {
    const isBound = emitted.buckets.get(own)?.includes(Number(value)) ?? false;
    return isBound && metric.endsWith("_bucket") ? null : `${said}: no bucket ends there`;
  }
  if (emitted.labels.get(own)?.has(label) !== true) {
    return `${said}: the metric has no such label`;
  }
  const values = valuesOf(own, label, emitted);
  if (values.length === 0) {
    return `${said}: its values are not to be found in the source`;
  }
  const alternatives = operator.endsWith("~") ? alternativesOf(value) : [escaped(value)];
  for (const alternative of alternatives) {
    const pattern = new RegExp(`^(?:${alternative})$`);
    if (!values.some((one) => pattern.test(one))) {
      return `${said}: "${alternative}" never occurs`;
    }
  }
  const whole = new RegExp(`^(?:${operator.endsWith("~") ? value : escaped(value)})$`);
  const isForAll = operator.startsWith("!") && values.every((one) => whole.test(one));
  return isForAll ? `${said}: nothing else occurs` : null;
}

function valuesOf(metric: string, label: string, { values, routes }: EmittedLabels): string[] {
  const open: Readonly<Record<string, Iterable<string>>> = {
    route: routes,
    status: Object.keys(STATUS_CODES),
    game: games.map(({ slug }) => slug),
  };
  return [...(open[label] ?? values.get(`${metric} ${label}`) ?? [])];
}

/** The pattern once for each alternative of each of its groups, with that alternative alone. */
function alternativesOf(pattern: string): string[] {
  const groups = [...pattern.matchAll(/\(([^()]*)\)/g)];
  return groups.length === 0
    ? pattern.split("|")
    : groups.flatMap(({ 0: group, 1: inner = "", index }) =>
        inner
          .split("|")
          .map((one) => `${pattern.slice(0, index)}(${one})${pattern.slice(index + group.length)}`),
      );
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}
