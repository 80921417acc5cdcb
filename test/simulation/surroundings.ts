import type { Entropy } from "../../src/round/derive.ts";
import type { Agenda } from "./agenda.ts";
import { createChain, createNode } from "./chain.ts";
import type { Chain, ChainNode } from "./chain.ts";
import { chanceOf } from "./chance.ts";
import type { Chance } from "./chance.ts";
import type { DiskSpeed } from "./disk-speed.ts";
import { enter } from "./effects.ts";
import { fetchFrom } from "./network.ts";
import type { Network } from "./network.ts";
import { createRelay } from "./relays.ts";
import type { Relay } from "./relays.ts";
import { settingsOf } from "./settings.ts";
import { layWay } from "./store.ts";
import type { StoreWay } from "./store.ts";

/** What is around the servers of a world. */
export interface Surroundings {
  readonly network: Network;
  readonly way: StoreWay;
  readonly chain: Chain;
  readonly nodes: readonly ChainNode[];
  /** Those of the beacons; none in mode `seed`. */
  readonly relays: readonly Relay[];
  readonly entropy: Entropy;
  /** Whether the servers share one machine, and a file on it; else they share a database elsewhere. */
  readonly isOneMachine: boolean;
  /** Of the database, and of the servers, which have one for all of it on one machine. */
  readonly disks: readonly [DiskSpeed, ...DiskSpeed[]];
  readonly usualStoreMs: number;
  readonly usualNetworkMs: number;
  /** Those of each server, but for its folder. */
  readonly settings: Readonly<Record<string, string>>;
}

/** Draws what a world has around its servers, and puts it in its places. @param file of their database. */
export function layOut(seed: number, agenda: Agenda, chance: Chance, file: string): Surroundings {
  const isOneMachine = chance.happens(0.4);
  const usualStoreMs = chance.pick([1, 3, 10]);
  const usualNetworkMs = chance.pick([2, 30, 150]);
  const network: Network = {
    agenda,
    chance: chanceOf(seed, "network"),
    slowMs: usualNetworkMs,
    cutOff: new Set(),
    loss: 0,
    repeats: 0,
    peers: new Map(),
  };
  const disk = { chance: chanceOf(seed, "disk"), slowMs: 0 };
  const serversDisk = isOneMachine ? disk : { chance: chanceOf(seed, "servers' disk"), slowMs: 0 };
  const storeChance = chanceOf(seed, "store");
  const way: StoreWay = {
    agenda,
    chance: storeChance,
    sharedFile: file,
    slowMs: usualStoreMs,
    disk,
    cutOff: new Set(),
    lostAnswers: 0,
    lostMs: -Infinity,
  };
  layWay(way);
  enter({
    agenda,
    chance: chanceOf(seed, "hosts"),
    disk: serversDisk,
    fetch: fetchFrom(network),
  });

  const chain = createChain(agenda);
  const nodes = Array.from({ length: chance.pick([1, 2, 2]) }, () => createNode(chain, agenda));
  nodes.forEach((node, index) => network.peers.set(`node${index}.simulated`, node.answer));
  // Drawn apart: what else a seed decides stays as it is.
  const beaconChance = chanceOf(seed, "beacons");
  const entropy: Entropy = beaconChance.happens(0.3) ? "drand" : "seed";
  const relays = entropy === "seed" ? [] : [createRelay(agenda), createRelay(agenda)];
  const relayNames = relays.map((_, index) => `relay${index}.simulated`);
  relays.forEach((relay, index) => network.peers.set(relayNames[index] ?? "", relay.answer));
  const settings = settingsOf({ isOneMachine, entropy, relayNames, nodes: nodes.length });
  return {
    network,
    way,
    chain,
    nodes,
    relays,
    entropy,
    isOneMachine,
    disks: isOneMachine ? [disk] : [disk, serversDisk],
    usualStoreMs,
    usualNetworkMs,
    settings,
  };
}
