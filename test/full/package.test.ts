import { cp, mkdir, readFile, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { checkPackage, createPackageFromTarballData } from "@arethetypeswrong/core";
import { publint } from "publint";
import ts from "typescript";
import { describe, expect, test } from "vitest";
import { packedKit as kit } from "../support/packed-kit.ts";
import { tempFolder } from "../support/temp-store.ts";

/* The package for integrators, as tools and Node without a DOM see it. */

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
  // It ships ES modules only. Runtimes without ESM or `exports` support are unsupported.
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
])("the package's %s exports the class %s under its own name", async (entry, name) => {
  const exports = (await import(join(kit.folder, `${entry}.js`))) as Record<string, () => void>;
  expect(exports[name]?.name).toBe(name);
});

describe("the package's types, checked strictly", () => {
  /** The type errors of a file in a project with the package and some of our dependencies. */
  async function faultsOf(code: string, packages: readonly string[] = []): Promise<string[]> {
    const root = await tempFolder();
    await cp(kit.folder, join(root, "node_modules/tableside"), { recursive: true });
    await mkdir(join(root, "node_modules/@types"));
    for (const name of packages) {
      const own = fileURLToPath(new URL(`../../node_modules/${name}`, import.meta.url));
      await symlink(own, join(root, "node_modules", name));
    }
    const file = join(root, "page.tsx");
    await writeFile(file, code);
    const program = ts.createProgram([file], {
      strict: true,
      noEmit: true,
      target: ts.ScriptTarget.ES2023,
      module: ts.ModuleKind.NodeNext,
      jsx: ts.JsxEmit.ReactJSX,
      types: [],
    });
    return ts
      .getPreEmitDiagnostics(program)
      .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, "\n"));
  }

  test.each([
    ["game-table", "element"],
    ["game-lobby", "lobby"],
  ])("React knows <%s> through tableside/%s", async (name, entry) => {
    const option = name === "game-table" ? 'game="baccarat"' : 'games="baccarat"';
    const code = (accent: string) =>
      `import "tableside/${entry}";\nexport const tag = <${name} ${option} accent=${accent} />;`;
    expect(await faultsOf(code('"#fff"'), ["@types/react"])).toEqual([]);
    expect(await faultsOf(code("{1}"), ["@types/react"])).toHaveLength(1);
  });
});
