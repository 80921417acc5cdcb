import { bytesToHex } from "@noble/hashes/utils.js";
import { beaconSigner } from "../../server/sandbox/beacon-signer.ts";
import type { BeaconSigner } from "../../server/sandbox/beacon-signer.ts";
import { tickMs } from "../../src/fairness/chain.ts";
import type { Agenda } from "./agenda.ts";
import type { Peer } from "./network.ts";

/** How a relay behaves. `lies`: it gives the beacon of another number. */
export type RelayMood = "well" | "silent" | "late" | "busy" | "lies";

/** A relay of the beacons that decide rounds in mode `drand`. */
export interface Relay {
  mood: RelayMood;
  readonly answer: Peer;
}

/** How long after its tick a relay has a beacon: one that is late has it after the cards are to be turned. */
const USUAL_MS = 800;
const LATE_MS = 6_000;

/** Signed once for all worlds of the process: that takes longest. */
export const signer: BeaconSigner = beaconSigner("simulation");

/** The settings of a service that these relays serve. */
export function drandSettings(names: readonly string[]): Record<string, string> {
  const { chain } = signer;
  return {
    ENTROPY: "drand",
    DRAND_CHAIN_HASH: chain.hash,
    DRAND_PUBLIC_KEY: chain.public_key,
    DRAND_GENESIS: String(chain.genesis_time),
    DRAND_PERIOD: String(chain.period),
    DRAND_GROUP_HASH: chain.groupHash,
    DRAND_BEACON_ID: chain.metadata.beaconID,
    DRAND_RELAYS: names.map((name) => `http://${name}`).join(","),
  };
}

export function createRelay(agenda: Agenda): Relay {
  const relay: Relay = { mood: "well", answer: ({ url }) => answer(url) };

  function answer(url: URL) {
    const headers = { date: new Date(agenda.nowMs).toUTCString() };
    const number = Number(/\/public\/(\d+)$/.exec(url.pathname)?.[1]);
    if (relay.mood === "silent") {
      return null;
    }
    if (relay.mood === "busy") {
      return { status: 429, body: "", headers };
    }
    const waitMs = relay.mood === "late" ? LATE_MS : USUAL_MS;
    if (!(tickMs(signer.chain, number) + waitMs <= agenda.nowMs)) {
      return { status: 404, body: "", headers };
    }
    const signed = signer.sign(relay.mood === "lies" ? number - 1 : number);
    const body = JSON.stringify({ round: number, signature: bytesToHex(signed) });
    return { status: 200, body, headers };
  }

  return relay;
}
