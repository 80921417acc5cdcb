import { readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import ts from "typescript";

/** An import of a file, in a declaration. */
const IMPORT = /((?:from|import\(|import)\s*")(\.{1,2}\/[^"]+?)(?:\.d)?\.ts"/g;

/**
 * The declarations of modules and of all they name, by their path, with the imports of what is shipped.
 *
 * @throws Error for a module whose types are wrong.
 */
export function declarationsOf(root: string, entries: readonly string[]): Map<string, string> {
  const emitted = emit(root, entries);
  const shipped = new Map<string, string>();
  const waiting = entries.map((entry) => entry.replace(/(\.d)?\.ts$/, ".d.ts"));
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (shipped.has(path)) {
      continue;
    }
    // One that was written as a declaration is not emitted again.
    const text = emitted.get(path) ?? readFileSync(join(root, path), "utf8");
    for (const [, , specifier = ""] of text.matchAll(IMPORT)) {
      waiting.push(`${join(dirname(path), specifier)}.d.ts`);
    }
    shipped.set(path, text.replace(IMPORT, '$1$2.js"'));
  }
  return shipped;
}

function emit(root: string, entries: readonly string[]): Map<string, string> {
  const file = join(root, "tsconfig.json");
  const { config } = ts.readConfigFile(file, ts.sys.readFile) as { config: object };
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, root);
  const roots = [...entries.map((entry) => join(root, entry)), join(root, ".astro/types.d.ts")];
  const host = ts.createCompilerHost(options);
  const emitted = new Map<string, string>();
  host.writeFile = (path, text) => emitted.set(relative(root, path), text);
  const program = ts.createProgram(
    roots.filter((path) => host.fileExists(path)),
    {
      ...options,
      // Those of tests are not there where only what serves is installed.
      types: [],
      noEmit: false,
      declaration: true,
      emitDeclarationOnly: true,
      incremental: false,
      rootDir: root,
      outDir: root,
    },
    host,
  );
  const { diagnostics } = program.emit();
  const [fault] = diagnostics;
  if (fault !== undefined) {
    throw new Error(ts.flattenDiagnosticMessageText(fault.messageText, "\n"));
  }
  return emitted;
}
