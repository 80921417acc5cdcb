import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { programEnv } from "./program-env.ts";
import { tempFolder } from "./temp-store.ts";

export type FreshProject = Awaited<ReturnType<typeof freshProject>>;

const COMMAND_LIMIT_MS = 600_000;
const NETWORK =
  /^(home|node_extra_ca_certs|(https?|no)_proxy|npm_config_(cafile|registry|userconfig))$/i;
const networkEnv = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => NETWORK.test(name)),
);

/** A folder, removed after the test, for packages from the registry. `env`: additional variables for its commands. */
export async function freshProject(env: Readonly<Record<string, string>> = {}) {
  const root = await tempFolder();
  return {
    root,
    async call(command: string, ...args: string[]) {
      try {
        const { stdout } = await promisify(execFile)(command, args, {
          cwd: root,
          env: { ...networkEnv, ...programEnv, ...env },
          timeout: COMMAND_LIMIT_MS,
        });
        return stdout;
      } catch (error) {
        const { stdout, stderr } = error as { stdout: string; stderr: string };
        throw new Error(`${command} ${args.join(" ")}\n${stdout}${stderr}`, { cause: error });
      }
    },
  };
}

/** Arguments of `npm install` that skip everything tests do not need. */
export const INSTALL = ["install", "--no-audit", "--no-fund", "--prefer-offline"] as const;
