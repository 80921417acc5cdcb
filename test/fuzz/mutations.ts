import fc from "fast-check";

interface Mutation {
  readonly steps: readonly number[];
  readonly does: "replaces" | "deletes" | "adds";
  readonly value: unknown;
}

const odd = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    "",
    0,
    -1,
    0.5,
    1e21,
    true,
    [],
    {},
    // Cannot be converted to text.
    { toString: 1, valueOf: null },
    [[{ toString: "" }]],
    "\0",
    "ff",
    "9".repeat(400),
    "__proto__",
  ),
  fc.jsonValue({ maxDepth: 2 }),
);

const mutation: fc.Arbitrary<Mutation> = fc.record({
  steps: fc.array(fc.nat({ max: 30 }), { minLength: 1, maxLength: 4 }),
  does: fc.constantFrom("replaces", "deletes", "adds"),
  value: odd,
});

/** JSON that resembles a value, with one to three changes. */
export function likeJson(value: unknown): fc.Arbitrary<unknown> {
  return fc
    .array(mutation, { minLength: 1, maxLength: 3 })
    .map((mutations) => mutations.reduce(mutate, structuredClone(value)));
}

function mutate(root: unknown, { steps, does, value }: Mutation): unknown {
  let at = root;
  for (const [index, step] of steps.entries()) {
    if (typeof at !== "object" || at === null) {
      return root;
    }
    const names = Object.keys(at);
    const name = names[step % Math.max(1, names.length)] ?? "new";
    const fields = at as Record<string, unknown>;
    const inner = fields[name];
    if (index === steps.length - 1 || typeof inner !== "object" || inner === null) {
      if (does === "deletes") {
        delete fields[name];
      } else {
        // A later change must not affect shared objects.
        fields[does === "adds" ? `${name}_2` : name] = structuredClone(value);
      }
      return root;
    }
    at = inner;
  }
  return root;
}

/** Text that resembles the given one, with one to three changes. */
export function likeText(text: string): fc.Arbitrary<string> {
  const piece = fc.oneof(
    fc.constantFrom(
      "",
      "\n",
      "\n\n",
      " ",
      "+",
      "/",
      "=",
      "\0",
      "—",
      "-1",
      "9".repeat(30),
      "A".repeat(200),
    ),
    fc.string({ unit: "binary", maxLength: 8 }),
  );
  return fc
    .array(fc.tuple(fc.nat(), fc.nat({ max: 40 }), piece), { minLength: 1, maxLength: 3 })
    .map((changes) =>
      changes.reduce((changed, [place, length, put]) => {
        const at = place % (changed.length + 1);
        return changed.slice(0, at) + put + changed.slice(at + length);
      }, text),
    );
}

/** JSON that no value serialises to: a number beyond the range, and lists eight thousand deep. */
const oddText = fc.constantFrom("1e999", "-1e999", `${"[".repeat(8_000)}${"]".repeat(8_000)}`);
const PLACE = "the place of an odd value";

/** JSON text that resembles a value, with an odd value in one place: each place is equally likely, however deep. */
export function oddPlaced(value: unknown): fc.Arbitrary<string> {
  const text = fc.oneof(
    { weight: 4, arbitrary: odd.map((each) => JSON.stringify(each)) },
    { weight: 1, arbitrary: oddText },
  );
  return fc
    .tuple(placed(value, fc.constant(PLACE)), text)
    .map(([root, put]) => JSON.stringify(root).replace(JSON.stringify(PLACE), () => put));
}

/** JSON with one of `puts` in one place, unchanged: each place is equally likely, however deep. */
function placed(value: unknown, puts: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  return fc.tuple(fc.constantFrom(...placesOf(value)), puts).map(([steps, put]) => {
    const root = structuredClone(value) as Record<string, unknown>;
    const parent = steps.slice(0, -1).reduce<Record<string, unknown>>(inner, root);
    parent[steps.at(-1) ?? ""] = put;
    return root;
  });
}

function inner(fields: Record<string, unknown>, name: string): Record<string, unknown> {
  return fields[name] as Record<string, unknown>;
}

/** Each place in a JSON value, as a path of names. */
function placesOf(value: unknown): string[][] {
  return typeof value !== "object" || value === null
    ? []
    : Object.entries(value).flatMap(([name, each]) => [
        [name],
        ...placesOf(each).map((steps) => [name, ...steps]),
      ]);
}
