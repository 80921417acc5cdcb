import type { Server } from "node:http";
import { onTestFinished } from "vitest";
import { listenOn } from "./free-port.ts";
import { createPatientServer } from "./patient-server.ts";
import { startService, type ServiceOptions, type TestService } from "./service.ts";

/** A service on a port of this machine; its clock is stopped until the test moves it. */
export interface ListeningService extends TestService {
  readonly url: string;
  readonly server: Server;
}

export async function startListening(options: ServiceOptions = {}): Promise<ListeningService> {
  const service = await startService(options);
  const server = createPatientServer(service.handle);
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const url = `http://127.0.0.1:${await listenOn(server)}`;
  return { ...service, server, url };
}
