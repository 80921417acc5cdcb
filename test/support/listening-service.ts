import { onTestFinished } from "vitest";
import { listen } from "./running-service.ts";
import { startService, type ServiceOptions } from "./service.ts";

export type ListeningService = Awaited<ReturnType<typeof startListening>>;

export async function startListening(options: ServiceOptions = {}) {
  const service = await startService(options);
  const { end, ...listening } = await listen(service.handle);
  onTestFinished(end);
  return { ...service, ...listening };
}
