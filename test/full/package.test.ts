import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { checkPackage, createPackageFromTarballData } from "@arethetypeswrong/core";
import { publint } from "publint";
import { expect, test } from "vitest";
import { packedKit as kit } from "../support/packed-kit.ts";

/* The package for integrators, in tools and in Node without a DOM. */

test("publint finds no errors in the package", async () => {
  const { messages } = await publint({ pkgDir: kit.folder, strict: true });
  expect(messages).toEqual([]);
});

test("the package's types are right for every bundler and for Node", async () => {
  const data = await readFile(kit.tarball);
  const analysis = await checkPackage(createPackageFromTarballData(data));
  if (analysis.types === false) {
    throw new Error("The package has no types.");
  }
  // The package ships only ES modules. Runtimes without ESM or `exports` support are unsupported.
  const found = analysis.problems.filter(
    (problem) =>
      problem.kind !== "CJSResolvesToESM" &&
      !("resolutionKind" in problem && problem.resolutionKind === "node10"),
  );
  expect(found).toEqual([]);
});

// Cause: Node printed `u [SettleError]` for an uncaught error, because the build had renamed the class.
test.each([
  ["client", "ApiError"],
  ["settle", "SettleError"],
  ["webhooks", "WebhookError"],
  ["index", "TableError"],
])("the package's %s exports the %s class under its own name", async (entry, name) => {
  const exports = (await import(join(kit.folder, `${entry}.js`))) as Record<string, () => void>;
  expect(exports[name]?.name).toBe(name);
});
