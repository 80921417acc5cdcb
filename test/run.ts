import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { existsSync } from "node:fs";

/* Runs a suite, `node test/run.ts [quick|full]`, two commands at a time. A failing command prints its whole output. */

interface Step {
  readonly name: string;
  /** Its command lines, one after another. */
  readonly lines: readonly string[];
}

const vitest = "vitest run --reporter=dot";
const lint: Step = { name: "lint", lines: ["oxlint --deny-warnings", "oxfmt --check"] };
const imports: Step = { name: "import rules", lines: ["depcruise src components server"] };

/** Single-threaded, because the tests use the other core. A fresh clone first generates the types of its pages. */
const scriptTypes: Step = {
  name: "types",
  lines: [
    ...(existsSync(".astro/types.d.ts") ? [] : ["astro sync"]),
    "GOGC=300 node node_modules/typescript-native/bin/tsc --noEmit --singleThreaded",
  ],
};
/** Only Astro can read its pages, and its checker needs TypeScript 6, so only the pages wait for it. */
const types: Step = {
  name: "types",
  lines: [
    ...scriptTypes.lines,
    "astro check --tsconfig tsconfig.pages.json --minimumSeverity warning",
  ],
};
const unused: Step = { name: "unused code", lines: ["knip --no-config-hints"] };

const SUITES: Readonly<Record<string, readonly Step[]>> = {
  quick: [{ name: "unit tests", lines: [`${vitest} --project unit`] }, scriptTypes, lint, imports],
  all: [
    { name: "tests", lines: [vitest] },
    types,
    lint,
    imports,
    unused,
    { name: "element", lines: ["wtr"] },
  ],
  full: [{ name: "long tests", lines: [`TABLESIDE_FULL=1 ${vitest}`] }],
};

const suite = process.argv[2] ?? "all";
const steps = SUITES[suite];
if (steps === undefined) {
  throw new Error(`There is no suite ${suite}: name one of ${Object.keys(SUITES).join(", ")}.`);
}

const running = new Set<ChildProcess>();
for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.once(signal, () => {
    for (const child of running) {
      child.kill(signal);
    }
    process.exit(1);
  });
}

const startedMs = performance.now();
const waiting = [...steps];
const failed: string[] = [];
console.log(`Running ${steps.map(({ name }) => name).join(", ")}.`);
await Promise.all([workOff(), workOff()]);
if (failed.length > 0) {
  console.log(`Failed: ${failed.join(", ")}.`);
  process.exitCode = 1;
} else {
  console.log(`All passed in ${secondsSince(startedMs)}.`);
}

async function workOff(): Promise<void> {
  for (let step = waiting.shift(); step !== undefined; step = waiting.shift()) {
    const beganMs = performance.now();
    const fault = await faultOf(step);
    if (fault === null) {
      console.log(`✓ ${step.name}, ${secondsSince(beganMs)}`);
    } else {
      console.log(`✗ ${step.name}, ${secondsSince(beganMs)}\n\n${fault.trim()}\n`);
      failed.push(step.name);
    }
  }
}

/** The output of a failing step, with the command that repeats it; null for a successful one. */
async function faultOf({ lines }: Step): Promise<string | null> {
  for (const line of lines) {
    const { code, output } = await runLine(line);
    if (code !== 0) {
      return `${output.trim()}\n\nThis was: npx ${line}`;
    }
  }
  return null;
}

function runLine(line: string): Promise<{ code: number | null; output: string }> {
  const env = { ...process.env, ASTRO_TELEMETRY_DISABLED: "1" };
  const child = spawn(line, { shell: true, stdio: ["ignore", "pipe", "pipe"], env });
  running.add(child);
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => (output += text));
  }
  return new Promise((resolve) => {
    child.once("close", (code) => {
      running.delete(child);
      resolve({ code, output });
    });
  });
}

function secondsSince(sinceMs: number): string {
  return `${Math.round((performance.now() - sinceMs) / 1_000)} s`;
}
