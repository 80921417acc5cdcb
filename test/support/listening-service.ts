import { onTestFinished } from "vitest";
import { listen } from "./running-service.ts";
import { startService, type ServiceOptions } from "./service.ts";

/** A service on a port of this machine; its clock is stopped until the test moves it. */
export type ListeningService = Awaited<ReturnType<typeof startListening>>;

export async function startListening(options: ServiceOptions = {}) {
  const service = await startService(options);
  const { end, ...listening } = await listen(service.handle);
  onTestFinished(end);
  return { ...service, ...listening };
}
