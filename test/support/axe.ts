import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { AxeResults } from "axe-core";
import type { Page } from "playwright-core";

const source = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

export async function violations(page: Page): Promise<string[]> {
  if (!(await page.evaluate("'axe' in window"))) {
    await page.evaluate(source);
  }
  // Omits the elements that pass, since naming them would take longer than the audit.
  const { violations: found } = await page.evaluate<AxeResults>(
    `axe.run({ resultTypes: ["violations"] })`,
  );
  return found.flatMap(({ id, help, nodes }) =>
    nodes.map((node) => `${id}: ${help} (${node.target.join(" ")}) ${node.failureSummary ?? ""}`),
  );
}
