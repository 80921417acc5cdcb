import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { programEnv } from "./program-env.ts";
import { tempFolder } from "./temp-store.ts";

/** A project that knows nothing of this repository. */
export interface FreshProject {
  readonly root: string;
  /** Runs a command in it and gives what it printed; one that fails throws all that it wrote. */
  call(command: string, ...args: string[]): Promise<string>;
}

/** Ends an installation that the network lets hang. */
const COMMAND_LIMIT_MS = 600_000;
/** What npm reaches its registry with, as set where the tests run. */
const NETWORK =
  /^(home|node_extra_ca_certs|(https?|no)_proxy|npm_config_(cafile|registry|userconfig))$/i;
const networkEnv = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => NETWORK.test(name)),
);

/**
 * An empty folder, removed after the test, in which packages are installed from the registry.
 *
 * @param env what its commands get besides what npm needs.
 */
export async function freshProject(
  env: Readonly<Record<string, string>> = {},
): Promise<FreshProject> {
  const root = await tempFolder();
  return {
    root,
    async call(command, ...args) {
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

/** What `npm install` is asked besides packages: nothing that tests do not look at. */
export const INSTALL = ["install", "--no-audit", "--no-fund", "--prefer-offline"] as const;
