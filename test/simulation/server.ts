import type { Server } from "node:http";
import { readConfig } from "../../server/config/config.ts";
import { createHttpServer } from "../../server/http/http-server.ts";
import type { Assets } from "../../server/pages/assets.ts";
import type { Pages } from "../../server/pages/pages.ts";
import { openService } from "../../server/service.ts";
import type { Service } from "../../server/service.ts";
import { quickHashing } from "../support/quick-hashing.ts";
import type { Agenda } from "./agenda.ts";
import { crash, createHost, present } from "./host.ts";
import type { Host } from "./host.ts";

/** A server of the service and who keeps it running: as a process it comes and goes. */
export interface SimulatedServer {
  readonly name: string;
  /** The present process. */
  readonly host: Host;
  readonly http: Server;
  /** Whether it answers. */
  readonly isUp: boolean;
  /** Since when nothing has kept it from its work: no start, no freeze, no store away. ms of the world. */
  readonly calmSinceMs: number;
  /**
   * Notes that something keeps it, or whatever process comes after it, from its work.
   *
   * @returns what ends that.
   */
  disturb(): () => void;
  /** Why its last start failed. */
  readonly startFault: string | null;
  /** Ends the process at once, and starts another one after so long. */
  crash(restartMs: number): void;
  /** Stops it as SIGTERM does, and starts it again. */
  restart(restartMs: number): void;
  /** Ends the process, if there is one, and starts none. */
  down(): void;
  startAfter(ms: number): void;
  /** Sets how far its clock is ahead, also that of processes to come. */
  setClock(aheadMs: number): void;
}

export interface ServerDeps {
  readonly agenda: Agenda;
  readonly pages: Pages;
  readonly assets: Assets;
  readonly settings: Readonly<Record<string, string>>;
  readonly log: (name: string, event: string, fields: Readonly<Record<string, unknown>>) => void;
}

/** How long a supervisor waits after a start that failed, ms. */
const RETRY_MS = 4_000;
/** A store that was lost counts as back only after some prompt answers, ms. */
const SETTLES_MS = 3_000;
/** What a stop may take before it is killed, as under systemd, ms. */
const STOP_MS = 90_000;

export function createServer(name: string, deps: ServerDeps): SimulatedServer {
  const { agenda, pages, assets, settings, log } = deps;
  let aheadMs = 0;
  let lives = 0;
  let host = createHost(name, agenda.nowMs);
  host.isAlive = false;
  let service: Service | null = null;
  let http = createHttpServer(() => {});
  let startFault: string | null = null;
  let calmSinceMs = Infinity;
  let troubles = 0;
  let quietFromMs = -Infinity;
  let cancelStart = () => {};

  function startAfter(ms: number): void {
    cancelStart();
    cancelStart = agenda.after(ms, `start ${name}`, start, null);
  }

  function start(): void {
    cancelStart();
    lives += 1;
    const life = createHost(`${name}.${lives}`, agenda.nowMs, aheadMs);
    host = life;
    calmSinceMs = Infinity;
    present.run(life, () => {
      openService(readConfig(settings), {
        pages,
        assets,
        now: () => Date.now(),
        steady: () => performance.now(),
        log: (event, fields = {}) => log(life.name, event, fields),
        hashing: quickHashing,
        // Instead of a page, what it would show.
        drawPage: async (_event, headers, locals) =>
          new Response(JSON.stringify(locals), { headers }),
      }).then(
        (opened) => {
          service = opened;
          http = createHttpServer(opened.handle);
          calmSinceMs = agenda.nowMs;
          startFault = null;
          log(life.name, "up", {});
        },
        (error: unknown) => {
          startFault = String(error);
          log(life.name, "start failed", { cause: startFault });
          end(RETRY_MS);
        },
      );
    });
  }

  function end(restartMs: number | null): void {
    service = null;
    calmSinceMs = Infinity;
    crash(host);
    cancelStart();
    if (restartMs !== null) {
      startAfter(restartMs);
    }
  }

  return {
    name,
    get host() {
      return host;
    },
    get http() {
      return http;
    },
    get isUp() {
      return service !== null && host.isAlive;
    },
    get calmSinceMs() {
      return troubles > 0 ? Infinity : Math.max(calmSinceMs, quietFromMs);
    },
    disturb() {
      troubles += 1;
      return () => {
        troubles -= 1;
        quietFromMs = agenda.nowMs + SETTLES_MS;
      };
    },
    get startFault() {
      return startFault;
    },
    crash: end,
    restart(restartMs) {
      const stopping = service;
      const life = host;
      if (stopping === null) {
        return;
      }
      service = null;
      calmSinceMs = Infinity;
      const endLife = () => {
        if (life === host) {
          end(restartMs);
        }
      };
      agenda.after(STOP_MS, `kill ${name}`, endLife, null);
      present.run(life, async () => {
        stopping.endStreams();
        await stopping.close().catch((error: unknown) => {
          log(life.name, "stop failed", { cause: String(error) });
        });
        endLife();
      });
    },
    down: () => end(null),
    startAfter,
    setClock(ms) {
      aheadMs = ms;
      host.aheadMs = ms;
    },
  };
}
