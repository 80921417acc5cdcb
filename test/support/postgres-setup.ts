import type { TestProject } from "vitest/node";
import { startPostgres } from "./postgres.ts";

declare module "vitest" {
  export interface ProvidedContext {
    /** Where the PostgreSQL server of the run listens. */
    postgresPort: number;
  }
}

/** One PostgreSQL server for all tests of a run; each takes a database of its own in it. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const server = await startPostgres();
  project.provide("postgresPort", server.port);
  return () => server.end();
}
