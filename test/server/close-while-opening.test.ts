/* Cause: a service that closed while its portal was opening created the accounts' key file in a deleted folder. */
import { readdir, rm } from "node:fs/promises";
import { dirname } from "node:path";
import { expect, test } from "vitest";
import { openTestService } from "../support/service.ts";

test("a service that is closed while its account pages open does not write again", async () => {
  const [service] = await openTestService({});
  const asked = service.ask("/account/sign-in/").catch(() => {});
  await new Promise(setImmediate);
  await service.close();
  const files = await readdir(service.dataDir);
  await asked;
  expect(await readdir(service.dataDir)).toEqual(files);
  await rm(dirname(service.dataDir), { recursive: true });
});
