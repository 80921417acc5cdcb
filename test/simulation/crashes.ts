import type { Agenda } from "./agenda.ts";
import type { Host } from "./host.ts";
import type { SimulatedServer } from "./server.ts";
import type { Trace } from "./trace.ts";

interface PlannedCrash {
  entries: number;
  readonly restartMs: number;
  readonly server: SimulatedServer;
  readonly counts: (label: string) => boolean;
}

/** Servers that are to crash in the middle of what they do. */
export interface Crashes {
  /** Has a server crash before one of the next things that it does, or of those of them that count. */
  plan(
    server: SimulatedServer,
    entries: number,
    restartMs: number,
    counts?: (label: string) => boolean,
  ): void;
  /** Has none of them happen any more. */
  clear(): void;
}

/** Has an agenda ask before each of its entries. */
export function planCrashes(agenda: Agenda, trace: Trace): Crashes {
  const planned = new Map<Host, PlannedCrash>();

  agenda.mayGoOn = (host, label) => {
    const crash = planned.get(host);
    if (crash === undefined || !crash.counts(label)) {
      return true;
    }
    crash.entries -= 1;
    if (crash.entries > 0) {
      return true;
    }
    planned.delete(host);
    trace.note(`  ${host.name} crashes`);
    crash.server.crash(crash.restartMs);
    return false;
  };

  return {
    plan(server, entries, restartMs, counts = () => true) {
      planned.set(server.host, { entries, restartMs, server, counts });
    },
    clear: () => planned.clear(),
  };
}
