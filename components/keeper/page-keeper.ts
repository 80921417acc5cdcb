import script from "virtual:keeper-script";
import type { Promised } from "../../src/watch/watched-house.ts";
import type { KeeperReply, KeeperRequest, KeeperState } from "./messages.ts";

/** The keeper of a page, for one service. All of its tables share it. */
export interface PageKeeper {
  /** See {@link KeeperRequest}. */
  turn(slug: string, round: number): void;
  /** What was kept of a round before bets closed; null: nothing was. */
  kept(slug: string, round: number): Promise<Promised | null>;
  /** What proves what is wrong, as JSON. */
  evidence(slug: string): Promise<string>;
  /** Calls back whenever more is known of a game. */
  onState(slug: string, callback: (state: KeeperState) => void, signal: AbortSignal): void;
}

const keepers = new Map<string, PageKeeper>();

/**
 * The page's keeper for a service.
 *
 * @param service its address, with the slash at its end.
 */
export function pageKeeper(service: string): PageKeeper {
  const keeper = keepers.get(service) ?? startKeeper(service.replace(/\/$/, ""));
  keepers.set(service, keeper);
  return keeper;
}

function startKeeper(name: string): PageKeeper {
  // Not by its address: on a page of another origin a browser starts no worker from there.
  const address = URL.createObjectURL(new Blob([script], { type: "text/javascript" }));
  const worker = new Worker(trusted(address), { name });
  // Where the page's policy allows no such worker, its tables show no seal.
  worker.addEventListener("error", (event) => {
    event.preventDefault();
    console.info("Tableside: this page lets no keeper run, see worker-src in the docs.");
  });
  const states = new Map<string, KeeperState>();
  const listeners = new EventTarget();
  const asked = new Map<number, (value: unknown) => void>();
  let lastId = 0;

  worker.addEventListener("message", ({ data }: MessageEvent<KeeperReply>) => {
    if (data.kind === "state") {
      states.set(data.slug, data.state);
      listeners.dispatchEvent(new Event(data.slug));
    } else {
      asked.get(data.id)?.(data.value);
      asked.delete(data.id);
    }
  });
  const send = (request: KeeperRequest) => worker.postMessage(request);
  const ask = (of: (id: number) => KeeperRequest) =>
    new Promise<unknown>((resolve) => {
      const id = ++lastId;
      asked.set(id, resolve);
      send(of(id));
    });

  return {
    turn: (slug, round) => send({ kind: "turn", slug, round }),
    kept: (slug, round) =>
      ask((id) => ({ kind: "kept", id, slug, round })) as Promise<Promised | null>,
    evidence: (slug) => ask((id) => ({ kind: "evidence", id, slug })) as Promise<string>,
    onState(slug, callback, signal) {
      const tell = () => {
        const state = states.get(slug);
        if (state !== undefined) {
          callback(state);
        }
      };
      listeners.addEventListener(slug, tell, { signal });
      tell();
    },
  };
}

/** An address as a page takes it that requires Trusted Types. */
function trusted(address: string): string {
  const { trustedTypes } = window as { trustedTypes?: TrustedTypePolicies };
  const policy = trustedTypes?.createPolicy("tableside-keeper", { createScriptURL: (url) => url });
  return policy?.createScriptURL(address) ?? address;
}

/** As far as it is used here; TypeScript does not know it. */
interface TrustedTypePolicies {
  createPolicy(
    name: string,
    rules: { createScriptURL(url: string): string },
  ): { createScriptURL(url: string): string };
}
