import { once } from "node:events";
import { createServer } from "node:http";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { toNodeHandler } from "h3/node";
import { onTestFinished } from "vitest";
import { createPatientServer } from "./patient-server.ts";
import { startService, type ServiceOptions, type TestService } from "./service.ts";

/** A service on a port of this machine; its clock is stopped until the test moves it. */
export interface ListeningService extends TestService {
  /** Such as http://127.0.0.1:4321. */
  readonly url: string;
  /** Its app alone, behind a server without our limits. */
  readonly plainUrl: string;
  readonly server: Server;
}

/** Opens a service on a port, closed after the test. */
export async function startListening(options: ServiceOptions = {}): Promise<ListeningService> {
  const service = await startService(options);
  const server = createPatientServer(service.handle);
  const [url, plainUrl] = await Promise.all([
    addressOf(server),
    addressOf(createServer(toNodeHandler(service.app))),
  ]);
  return { ...service, server, url, plainUrl };
}

async function addressOf(server: Server): Promise<string> {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
