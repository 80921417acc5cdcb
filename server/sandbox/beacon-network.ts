import { once } from "node:events";
import { createServer } from "node:http";
import type { ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { hexToBytes } from "@noble/hashes/utils.js";
import { decidingBeacon } from "../../src/fairness/betting-close.ts";
import { beaconAt, tickMs } from "../../src/fairness/chain.ts";
import type { Game } from "../../src/games/contract.ts";
import { games } from "../../src/games/index.ts";
import type { BeaconInput } from "../../src/round/derive.ts";
import { roundAt, roundStartMs } from "../../src/round/phases.ts";
import { beaconSigner } from "./beacon-signer.ts";
import type { SandboxClock } from "./clock.ts";
import { createDelay } from "./trouble.ts";
import type { Trouble } from "./trouble.ts";

/** The beacons of a sandbox: a chain of its own, which ticks by its clock, and a relay of it. */
export interface BeaconNetwork {
  /** The settings of a service whose rounds these beacons decide. */
  readonly settings: Readonly<Record<string, string>>;
  /** The beacon that decides a round of mode `drand`. */
  deciding(game: Game, round: number): BeaconInput;
  /** The beacons that the rounds at a time need, as far as they have come by then. */
  due(nowMs: number): { readonly number: number; readonly signature: Uint8Array }[];
  /** Beacons come late, by `ms` of the sandbox's clock. */
  readonly late: Trouble;
  close(): void;
}

const MAX_LATE_MS = 3_600_000;
/** So long before a round begins come the beacons that let it open, in ms. */
const OPENING_MS = [6_000, 3_000];
/** How often a held request looks whether its beacon has come, in ms. */
const LOOK_MS = 50;

/** Opens the relay on a free port of this machine. */
export async function openBeaconNetwork(
  clock: Pick<SandboxClock, "now" | "setTimer">,
): Promise<BeaconNetwork> {
  const { chain, sign } = beaconSigner("sandbox", { metadata: { beaconID: "sandbox" } });
  const chainHash = hexToBytes(chain.hash);
  const late = createDelay("late-beacons", 4_000, MAX_LATE_MS);

  const comesMs = (number: number) => tickMs(chain, number) + late.ms;
  const deciding = (game: Game, round: number) =>
    decidingBeacon(roundStartMs(round, game.intervalMs) + game.drand.closesMs, chain);

  function answer(response: ServerResponse, number: number): void {
    if (response.destroyed) {
      return;
    }
    if (comesMs(number) <= clock.now()) {
      const signature = Buffer.from(sign(number)).toString("hex");
      response.end(JSON.stringify({ round: number, signature }));
    } else if (tickMs(chain, number) - clock.now() <= chain.period * 1_000) {
      // As drand's relays do: held until it is there.
      clock.setTimer(() => answer(response, number), LOOK_MS);
    } else {
      response.writeHead(425).end();
    }
  }

  const relay = createServer((request, response) => {
    const number = new RegExp(`^/${chain.hash}/public/(\\d{1,12})$`).exec(request.url ?? "")?.[1];
    // As drand's relays do: any page may read.
    response.setHeader("access-control-allow-origin", "*");
    if (number === undefined) {
      response.writeHead(404).end();
    } else {
      answer(response, Number(number));
    }
  });
  relay.listen(0, "127.0.0.1");
  await once(relay, "listening");
  const { port } = relay.address() as AddressInfo;

  return {
    settings: {
      DRAND_CHAIN_HASH: chain.hash,
      DRAND_PUBLIC_KEY: chain.public_key,
      DRAND_GENESIS: String(chain.genesis_time),
      DRAND_PERIOD: String(chain.period),
      DRAND_GROUP_HASH: chain.groupHash,
      DRAND_BEACON_ID: chain.metadata.beaconID,
      DRAND_RELAYS: `http://127.0.0.1:${port}`,
    },
    deciding(game, round) {
      const number = deciding(game, round);
      return { chainHash, round: number, signature: sign(number) };
    },
    due(nowMs) {
      const numbers = games.flatMap((game) => {
        const round = roundAt(nowMs, game.intervalMs);
        const nextMs = roundStartMs(round + 1, game.intervalMs);
        const opening = OPENING_MS.map((ms) => beaconAt(chain, nextMs - ms) as number);
        return [deciding(game, round), ...opening];
      });
      return [...new Set(numbers)]
        .filter((number) => comesMs(number) <= nowMs)
        .map((number) => ({ number, signature: sign(number) }));
    },
    late,
    close() {
      relay.close();
      relay.closeAllConnections();
    },
  };
}
