import { spawn } from "node:child_process";
import type { Socket } from "node:net";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { askControl } from "../sandbox/ask-control.ts";
import type {
  SandboxClient,
  SandboxRequest,
  SandboxScriptFile,
  SandboxState,
} from "../sandbox/requests.ts";

/*
 * The module of the package `tableside-sandbox`. A sandbox is a process of its own: a test may replace
 * timers, `fetch` or whole globals, and the service goes on.
 */

export type {
  SandboxClient,
  SandboxCommands,
  SandboxRequest,
  SandboxScriptFile,
  SandboxState,
} from "../sandbox/requests.ts";
export type { Destination } from "../sandbox/destination.ts";
export type { TroubleName } from "../sandbox/trouble-names.ts";

export interface StartOptions {
  /** How it begins, as in a script's file. */
  readonly script?: SandboxScriptFile;
  /** A free one if left out. */
  readonly port?: number;
  /** A free one if left out. */
  readonly controlPort?: number;
  /** 127.0.0.1 if left out. */
  readonly host?: string;
}

/** A sandbox that this process started. It ends with it, too. */
export interface StartedSandbox extends SandboxClient {
  /** The service's address, such as http://127.0.0.1:4321 */
  readonly url: string;
  /** For SANDBOX_CONTROL of other programs. */
  readonly controlUrl: string;
  readonly keys: SandboxState["keys"];
  /** Ends it; resolves when its ports are free. */
  stop(): Promise<void>;
}

const PROGRAM = fileURLToPath(new URL("./sandbox.ts", import.meta.url));
const STOP_MS = 10_000;

/** Starts a sandbox; there can be several at once. @throws Error when it cannot start, in its words. */
export async function startSandbox(options: StartOptions = {}): Promise<StartedSandbox> {
  const { script, port = 0, controlPort = 0, host = "127.0.0.1" } = options;
  const args = ["--json", "--end-with-stdin", "--host", host];
  args.push("--port", String(port), "--control-port", String(controlPort));
  if (script !== undefined) {
    args.push("--script", JSON.stringify(script));
  }
  const child = spawn(process.execPath, [PROGRAM, ...args], { stdio: "pipe" });
  const ended = new Promise<void>((resolve) => void child.once("close", () => resolve()));
  let faults = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => (faults += text));
  const line = await new Promise<string>((resolve, reject) => {
    createInterface(child.stdout).once("line", resolve);
    child.once("error", reject);
    void ended.then(() => {
      // The command line's usage follows: no help to a program.
      const [words = ""] = faults.split(/^Usage: /m);
      reject(new Error(`The sandbox did not start. ${words.trim()}`));
    });
  });
  // A test that forgets to stop it can end all the same, and the sandbox ends with it.
  child.unref();
  for (const stream of [child.stdin, child.stdout, child.stderr]) {
    (stream as Socket).unref();
  }
  const ready = JSON.parse(line) as Pick<StartedSandbox, "url" | "controlUrl" | "keys">;
  return {
    ...ready,
    ...connectSandbox(ready.controlUrl),
    async stop() {
      child.ref();
      child.stdin.end();
      const timer = setTimeout(() => child.kill("SIGKILL"), STOP_MS);
      await ended;
      clearTimeout(timer);
    },
  };
}

/** Speaks to a sandbox that runs already. @param controlUrl SANDBOX_CONTROL, or its usual address, if left out. */
export function connectSandbox(
  controlUrl: string = process.env["SANDBOX_CONTROL"] ?? "http://127.0.0.1:3101/",
): SandboxClient {
  const ask = (command?: SandboxRequest | readonly SandboxRequest[]) =>
    askControl(controlUrl, command);
  return { state: ask, command: ask } as SandboxClient;
}
