import { access, constants, readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import about from "../../package.json" with { type: "json" };
import { requireBuild } from "../pages/require-build.ts";
import { openToOthers } from "../store/private-files.ts";
import type { ServerMark } from "../store/server-marks.ts";
import type { Say } from "./finding.ts";

/** Versions of Node and of the package, and whether the pages are built. */
export function lookAtVersions(say: Say, node: string, build: readonly URL[]): void {
  const [major = 0] = node.split(".").map(Number);
  const needed = Number(/\d+/.exec(about.engines.node)?.[0]);
  if (major < needed) {
    say(
      "fault",
      `Tableside needs Node ${needed} or newer; this is Node ${node}. Install a newer one.`,
    );
  } else {
    say("ok", `Tableside ${about.version} on Node ${node}.`);
  }
  requireBuild(build);
}

/** The data folder and who may read what is in it. */
export async function lookAtFiles(say: Say, folder: string): Promise<void> {
  const status = await stat(folder).catch(() => undefined);
  if (status === undefined) {
    say("warning", `There is no folder ${folder} yet. The first start makes it.`);
    return;
  }
  const rights = constants.R_OK | constants.W_OK | constants.X_OK;
  if (!(await may(folder, rights))) {
    say(
      "fault",
      `The user of this command cannot write to ${folder}. Run it, and the service, as the user it belongs to.`,
    );
  }
  if ((status.mode & 0o007) !== 0) {
    say("warning", `All users may look into ${folder}. Take them the right: chmod 700.`);
  }
  for (const { file } of await openToOthers(folder)) {
    say(
      "warning",
      `Others can read ${file}. Take them the right: chmod 600. What it holds may be known to them.`,
    );
  }
  for (const name of await readdir(folder)) {
    const file = join(folder, name);
    const { uid } = await stat(file);
    if (uid !== status.uid) {
      say(
        "warning",
        `${file} belongs to another user than its folder, so the service may not be able to write to it. Give it to the user the service runs as: chown.`,
      );
    }
  }
  say("ok", `${folder} belongs to the user with the number ${status.uid}.`);
}

async function may(file: string, rights: number): Promise<boolean> {
  return access(file, rights).then(
    () => true,
    () => false,
  );
}

/** The servers that run on the data folder. */
export function lookAtServers(say: Say, marks: readonly ServerMark[]): void {
  if (marks.length === 0) {
    say("ok", "No server runs on this data folder.");
  }
  for (const { pid, version, lost } of marks) {
    if (lost !== null) {
      say("fault", `The server with the process ${pid} has lost its database. ${lost}`);
    } else if (version === about.version) {
      say("ok", `A server of version ${version} runs (process ${pid}).`);
    } else {
      say(
        "warning",
        `The server with the process ${pid} is of version ${version}. Restart it to have ${about.version}.`,
      );
    }
  }
}
