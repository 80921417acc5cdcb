import fc from "fast-check";

/** One step into a JSON value, what is done there, and what stands there afterwards. */
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

/** JSON that is like this, with one to three things changed. */
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
        // A later change must not reach into what others share.
        fields[does === "adds" ? `${name}_2` : name] = structuredClone(value);
      }
      return root;
    }
    at = inner;
  }
  return root;
}

/** Text that is like this, with one to three places changed. */
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
