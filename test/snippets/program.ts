import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { onTestFinished } from "vitest";
import { eventually } from "../support/eventually.ts";
import { programEnv } from "../support/program-env.ts";

const SNIPPETS = fileURLToPath(new URL("../../src/snippets", import.meta.url));

/** A snippet that runs as its own process. */
export interface Program {
  readonly address: string;
  /** All it wrote so far, to both of its outputs. */
  output(): string;
}

/** How a snippet ended. */
export interface Ended {
  readonly code: number | null;
  readonly output: string;
}

type Environment = Readonly<Record<string, string>>;

/** Nothing but what a program needs to be found and what the test gives it. */
function start(command: readonly string[], env: Environment, cwd = SNIPPETS) {
  const [name = "", ...args] = command;
  const child = spawn(name, args, {
    cwd,
    env: { ...programEnv, HOME: process.env["HOME"], ...env },
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => (output += text));
  }
  return { child, output: () => output };
}

/** Runs a snippet to its end, inside the folder of the snippets unless another is named. */
export async function runToEnd(
  command: readonly string[],
  env: Environment,
  cwd?: string,
): Promise<Ended> {
  const { child, output } = start(command, env, cwd);
  const [code] = (await once(child, "close")) as [number | null];
  return { code, output: output() };
}

/** Starts a snippet that serves pages, and waits until it does. Ended after the test. */
export async function serve(
  command: readonly string[],
  port: number,
  env: Environment,
): Promise<Program> {
  const { child, output } = start(command, { ...env, PORT: String(port) });
  const closed = once(child, "close");
  onTestFinished(async () => {
    child.kill();
    await closed;
  });
  const address = `http://127.0.0.1:${port}`;
  await eventually(async () => {
    if (child.exitCode !== null) {
      throw new Error(`${command.join(" ")} does not serve: ${output()}`);
    }
    return answers(address);
  });
  return { address, output };
}

async function answers(address: string): Promise<boolean> {
  try {
    await fetch(address);
    return true;
  } catch {
    return false;
  }
}
