import { chromium } from "playwright-core";
import type { TestProject } from "vitest/node";
import { shellOptions } from "./chromium-options.ts";

declare module "vitest" {
  export interface ProvidedContext {
    /** The URL of the test run's Chromium. */
    chromiumAddress: string;
  }
}

/** Starts one Chromium for all pages of a run; each test opens its own windows in it. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const server = await chromium.launchServer(shellOptions);
  project.provide("chromiumAddress", server.wsEndpoint());
  return () => server.close();
}
