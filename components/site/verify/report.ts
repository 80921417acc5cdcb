import type { Check } from "../../../src/fairness/check-names.ts";
import type { Verification } from "../../../src/fairness/check-round.ts";
import { caveats, explain } from "../../../src/i18n/interpolate.ts";
import type { VerifyWords } from "../../../src/i18n/words.ts";
import { element } from "../dom.ts";

/** Each status's sign, for people who cannot distinguish the colours. */
const SIGNS = { pass: "✓", fail: "✗", word: "~", open: "?", none: "–" } as const;

export function renderReport({ verdict, checks }: Verification, words: VerifyWords): Node[] {
  return [
    element(
      "div",
      { class: "verdict", "data-verdict": verdict, role: "status" },
      element("p", {}, words.verdicts[verdict]),
      ...caveats(checks).map((check) =>
        element("p", { class: check.reason }, explain(check, words)),
      ),
    ),
    element("h2", {}, words.page.steps),
    element("ol", { class: "steps" }, ...checks.map((check) => step(check, words))),
  ];
}

function step(check: Check, words: VerifyWords): HTMLLIElement {
  const values = Object.entries(check.values);
  return element(
    "li",
    { "data-check": check.name, "data-status": check.status },
    element("span", { class: "sign", "aria-hidden": "true" }, SIGNS[check.status]),
    element(
      "div",
      {},
      element(
        "h3",
        {},
        words.checks[check.name],
        " ",
        element("em", {}, words.statuses[check.status]),
      ),
      element("p", {}, explain(check, words)),
      ...(values.length === 0 ? [] : [renderValues(values, words)]),
    ),
  );
}

function renderValues(values: readonly (readonly [string, string])[], words: VerifyWords): Node {
  return element(
    "details",
    {},
    element("summary", {}, words.page.values),
    element(
      "dl",
      {},
      ...values.flatMap(([name, value]) => [
        element("dt", {}, element("code", {}, name)),
        element("dd", {}, element("code", {}, value)),
      ]),
    ),
  );
}
