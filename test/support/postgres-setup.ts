import type { TestProject } from "vitest/node";
import { openStore } from "../../server/store/open-store.ts";
import { memoryFolder } from "./memory-folder.ts";
import { asAdmin, databaseUrl, MIGRATED, startPostgres } from "./postgres.ts";

declare module "vitest" {
  export interface ProvidedContext {
    /** The port of the test run's PostgreSQL server. */
    postgresPort: number;
  }
}

/**
 * One server for all tests of a run, in memory if there is room: on a disk, copying a database takes ten times as long.
 */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const server = await startPostgres(memoryFolder()["TMPDIR"]);
  await asAdmin(server.port, `create database ${MIGRATED} owner tableside`);
  const store = await openStore({ url: databaseUrl(server.port, MIGRATED) });
  await store.close();
  project.provide("postgresPort", server.port);
  return () => server.end();
}
