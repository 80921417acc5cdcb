import { createConfig, lintFromString } from "@redocly/openapi-core";
import { expect, test } from "vitest";
import { contract } from "../support/contract.ts";

/** What Redocly's recommended rules have to say of a document, warnings too. */
async function faultsOf(document: unknown): Promise<string[]> {
  const config = await createConfig({
    extends: ["recommended"],
    // The embed page has always had a slash at its end; without it, it redirects.
    rules: { "no-path-trailing-slash": "off" },
  });
  const problems = await lintFromString({ source: JSON.stringify(document), config });
  return problems.map(
    ({ ruleId, message, location: [first] }) =>
      `${ruleId}: ${message} (${first && "pointer" in first ? first.pointer : ""})`,
  );
}

test("the contract passes Redocly's recommended rules without a warning", async () => {
  expect(await faultsOf(contract)).toEqual([]);
});

test("which find an example that is not true to its schema", async () => {
  const broken = structuredClone(contract);
  broken.components.examples["Baccarat.result"] = { summary: "Broken", value: { round: "1" } };
  expect((await faultsOf(broken)).join("\n")).toContain("round");
});
