/*
 * Cause: stopping waited for all due emails, half a minute each if the mail server hangs, and supervisors then kill the
 * server.
 */
import { beforeAll, expect, test } from "vitest";
import { ensureBuild } from "../../../support/build.ts";
import { eventually } from "../../../support/eventually.ts";
import { freePort } from "../../../support/free-port.ts";
import { startMailServer } from "../../../support/mail-server.ts";
import { startServer } from "../../../support/server-process.ts";

beforeAll(ensureBuild, 600_000);

const FROM = "games@example.com";
const BASE_URL = "https://games.example.com";
const bodies = (lines: readonly string[]) => lines.filter((line) => line === "DATA").length;

test("the server's process exits even while the mail server hangs", async () => {
  const emails = await startMailServer({ hangs: true });
  const port = await freePort();
  const env = { SMTP_URL: emails.url, MAIL_FROM: FROM, BASE_URL, PORT: String(port) };
  const server = await startServer(env);
  await fetch(`http://127.0.0.1:${port}/account/register/`, {
    method: "POST",
    redirect: "manual",
    headers: { "sec-fetch-site": "same-origin" },
    body: new URLSearchParams({ email: "ann@operator.example", password: "correct horse" }),
  });
  await eventually(() => bodies(emails.said) > 0);
  expect(await server.end("SIGTERM")).toBe(0);
});
