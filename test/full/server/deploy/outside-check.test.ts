import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import { listen } from "../../../support/running-service.ts";
import { tempFolder } from "../../../support/temp-store.ts";

const CRON = new URL("../../../../server/deploy/tableside-watch.cron", import.meta.url);

// Cause: the check sent an email every minute during an outage.
test("the outside check sends one email per outage, and one when it ends", async () => {
  const [, line = ""] = /^\* \* \* \* \* root (.*)$/m.exec(await readFile(CRON, "utf8")) ?? [];
  const answer = { status: 200 };
  const { url, end } = await listen((_, response) => {
    response.writeHead(answer.status).end("{}");
  });
  onTestFinished(end);
  const folder = await tempFolder();
  const command = line.replace("/run", folder).replace("https://games.example.com", url);
  /** The command's output, which cron mails. */
  const mailAt = async (status: number) => {
    answer.status = status;
    const { stdout, stderr } = await promisify(execFile)("sh", ["-c", command]);
    return stdout + stderr;
  };
  expect(await mailAt(200)).toBe("");
  expect(await mailAt(503)).toMatch(/^Tableside is down\n.* 503\n/);
  expect(await mailAt(503)).toBe("");
  expect(await mailAt(200)).toBe("Tableside is up again\n");
  expect(await mailAt(200)).toBe("");
});
