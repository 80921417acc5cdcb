import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";
import { startService, type ServiceOptions, type TestService } from "./service.ts";

/** A service on a port of this machine; its clock stands still until the test moves it. */
export interface ListeningService extends TestService {
  /** Such as http://127.0.0.1:4321 */
  readonly url: string;
}

/** Opens a service on a port; it ends with the test. */
export async function startListening(options: ServiceOptions = {}): Promise<ListeningService> {
  const service = await startService(options);
  const server = createServer(service.handle).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { ...service, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}
