import type { NodeMood } from "./chain.ts";
import { backUp, cutPower, putInPlace } from "./disk.ts";
import type { SimulatedServer } from "./server.ts";
import type { World } from "./world.ts";

/** Something that goes wrong. Most of it ends by itself after a while. */
type Fault = (world: World) => void;

const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;

/** What can go wrong, and how often of all times. */
const FAULTS: readonly (readonly [weight: number, name: string, fault: Fault])[] = [
  [4, "crash at once", crashNow],
  [10, "crash at some await", crashAtAwait],
  [5, "crash within a change", crashInChange],
  [2, "stop and start", restart],
  [3, "freeze", freeze],
  [4, "database away", storeAway],
  [2, "slow database", slowStore],
  [3, "commits without an answer", loseAnswers],
  [3, "network cut", cutNetwork],
  [2, "slow network", slowNetwork],
  [2, "lost questions to others", loseQuestions],
  [3, "questions asked twice", repeatQuestions],
  [2, "busy machine", keepBusy],
  [5, "node in a mood", moodyNode],
  [3, "relay in a mood", moodyRelay],
  [3, "peer in a mood", moodyPeer],
  [1, "witness killed", ({ witness }) => witness.restart()],
  [3, "clock set", setClock],
  [2, "power cut", powerCut],
  [2, "backup", takeBackup],
  [2, "restore", restoreBackup],
];

/** Has things go wrong at moments that the seed chooses, until they are to end. */
export function startFaults(world: World): void {
  const { agenda, chance, trace } = world;
  const all = FAULTS.reduce((sum, [weight]) => sum + weight, 0);

  function next(): void {
    agenda.after(chance.between(SECOND_MS, 12 * SECOND_MS), "fault", strike, null);
  }

  function strike(): void {
    if (world.isCalm) {
      return;
    }
    let place = chance.real() * all;
    for (const [weight, name, fault] of FAULTS) {
      place -= weight;
      if (place < 0) {
        trace.note(`  fault: ${name}`);
        fault(world);
        break;
      }
    }
    next();
  }

  next();
  startSlowDisks(world);
}

/** In half of the worlds no disk is ever slow. */
const SLOW_DISKS = 0.5;

/** Has disks take their time: drawn apart, so that what else goes wrong in a world stays as it is until one does. */
function startSlowDisks(world: World): void {
  const { agenda, disks, trace } = world;
  const { chance } = disks[0];

  function next(): void {
    agenda.after(chance.between(20 * SECOND_MS, 2 * MINUTE_MS), "fault", strike, null);
  }

  function strike(): void {
    if (world.isCalm) {
      return;
    }
    const disk = chance.pick(disks);
    disk.slowMs = chance.pick([100, SECOND_MS, 4 * SECOND_MS]);
    trace.note(`  fault: slow disk, ${disk.slowMs} ms`);
    // Nobody is disturbed by it: who waits so much longer is answered all the same.
    later(world, chance.between(2 * SECOND_MS, 30 * SECOND_MS), "slow disk", () => {
      disk.slowMs = 0;
    });
    next();
  }

  if (chance.happens(SLOW_DISKS)) {
    next();
  }
}

function victimOf({ servers, chance }: World): SimulatedServer {
  return servers[chance.below(servers.length)] as SimulatedServer;
}

/** Ends something after a while, or at the end of all faults. */
function later(world: World, ms: number, label: string, end: () => void): void {
  const done = world.untilCalm(end);
  world.agenda.after(ms, `end of ${label}`, done, null);
}

function crashNow(world: World): void {
  victimOf(world).crash(world.chance.between(200, 20 * SECOND_MS));
}

function crashAtAwait(world: World): void {
  const server = victimOf(world);
  world.crashAfter(server, 1 + world.chance.below(400), world.chance.between(200, 20 * SECOND_MS));
}

/** Tables of which one change writes several rows: a half of it would be seen. */
const OF_CUSTOMERS =
  /^store (insert into|update|delete from) "(payment|invoice|subscription|api_key|claim|balance_entry|incoming_transfer|account_\w+)"/;

/** Before a write of a change to accounts or money: what it wrote before that must be undone. */
function crashInChange(world: World): void {
  const { chance } = world;
  const restartMs = chance.between(200, 20 * SECOND_MS);
  world.crashAfter(victimOf(world), 1 + chance.below(12), restartMs, (label) =>
    OF_CUSTOMERS.test(label),
  );
}

function restart(world: World): void {
  victimOf(world).restart(world.chance.between(200, 5 * SECOND_MS));
}

function freeze(world: World): void {
  const server = victimOf(world);
  const ms = world.chance.between(200, 30 * SECOND_MS);
  const { host } = server;
  host.isFrozen = true;
  const settle = server.disturb();
  later(world, ms, "freeze", () => {
    world.agenda.thaw(host);
    settle();
  });
}

function storeAway(world: World): void {
  const { way, chance, servers } = world;
  const gone = chance.happens(0.5) ? [victimOf(world)] : servers;
  const hosts = gone.map(({ host }) => host);
  hosts.forEach((host) => way.cutOff.add(host));
  const settling = gone.map((server) => server.disturb());
  later(world, chance.between(SECOND_MS, 60 * SECOND_MS), "database away", () => {
    hosts.forEach((host) => way.cutOff.delete(host));
    settling.forEach((settle) => settle());
  });
}

function slowStore(world: World): void {
  const { way, chance, servers } = world;
  way.slowMs = chance.between(100, 1_500);
  const settling = servers.map((server) => server.disturb());
  later(world, chance.between(SECOND_MS, 20 * SECOND_MS), "slow database", () => {
    way.slowMs = world.usualStoreMs;
    settling.forEach((settle) => settle());
  });
}

function loseAnswers({ way, chance }: World): void {
  way.lostAnswers = 1 + chance.below(3);
}

function cutNetwork(world: World): void {
  const { network, chance } = world;
  const server = victimOf(world);
  const { host } = server;
  network.cutOff.add(host);
  later(world, chance.between(SECOND_MS, 40 * SECOND_MS), "network cut", () => {
    network.cutOff.delete(host);
  });
}

function slowNetwork(world: World): void {
  const { network, chance } = world;
  network.slowMs = chance.between(100, 2_000);
  later(world, chance.between(SECOND_MS, 30 * SECOND_MS), "slow network", () => {
    network.slowMs = world.usualNetworkMs;
  });
}

function loseQuestions(world: World): void {
  const { network, chance } = world;
  network.loss = chance.between(0.05, 0.6);
  later(world, chance.between(SECOND_MS, 60 * SECOND_MS), "lost questions", () => {
    network.loss = 0;
  });
}

function repeatQuestions(world: World): void {
  const { network, chance } = world;
  network.repeats = chance.between(0.1, 0.6);
  later(world, chance.between(5 * SECOND_MS, 60 * SECOND_MS), "questions asked twice", () => {
    network.repeats = 0;
  });
}

/** Timers go off late, while what comes in is answered: no promise may hang on them. */
function keepBusy(world: World): void {
  const { host } = victimOf(world);
  host.lateMs = world.chance.between(20, 400);
  later(world, world.chance.between(5 * SECOND_MS, 60 * SECOND_MS), "busy machine", () => {
    host.lateMs = 0;
  });
}

function moodyNode(world: World): void {
  const { nodes, chance } = world;
  const moods = ["silent", "busy", "fault", "html", "behind", "other_network"] as const;
  const node = nodes[chance.below(nodes.length)];
  // One that lies is found out only by another one, and only if that one does not.
  const mayLie = nodes.length > 1 && nodes.every(({ mood }) => mood !== "lies");
  const mood: NodeMood = mayLie && chance.happens(0.4) ? "lies" : chance.pick([...moods]);
  if (node !== undefined) {
    node.mood = mood;
    later(world, chance.between(2 * SECOND_MS, 4 * MINUTE_MS), `node ${mood}`, () => {
      node.mood = "well";
    });
  }
}

function moodyRelay(world: World): void {
  const { relays, chance } = world;
  const relay = relays[chance.below(relays.length)];
  if (relay !== undefined) {
    relay.mood = chance.pick(["silent", "late", "busy", "lies", "lies"]);
    later(world, chance.between(5 * SECOND_MS, 2 * MINUTE_MS), `relay ${relay.mood}`, () => {
      relay.mood = "well";
    });
  }
}

function moodyPeer(world: World): void {
  const { peers, chance } = world;
  const peer = peers[chance.below(peers.length)];
  if (peer !== undefined) {
    peer.mood = chance.pick(["silent", "fault"]);
    later(world, chance.between(2 * SECOND_MS, 2 * MINUTE_MS), `peer ${peer.mood}`, () => {
      peer.mood = "well";
    });
  }
}

/** Servers on machines of their own: each has its clock. One that is far off must notice and stop. */
function setClock(world: World): void {
  if (world.isOneMachine) {
    return;
  }
  const { chance } = world;
  const server = victimOf(world);
  const mostMs = chance.pick([400, 20 * SECOND_MS, 60 * MINUTE_MS, 24 * 60 * MINUTE_MS]);
  const aheadMs = chance.between(-mostMs, mostMs);
  server.setClock(aheadMs);
  const settle = server.disturb();
  later(world, chance.between(5 * SECOND_MS, 3 * MINUTE_MS), "clock set", () => {
    server.setClock(0);
    settle();
  });
}

/** Takes what was not synced. Only one machine's servers lose by it: a database server has its own syncs. */
function powerCut(world: World): void {
  if (!world.isOneMachine) {
    return;
  }
  const { servers, chance } = world;
  const putBack = cutPower(world.file);
  servers.forEach((server) => server.down());
  world.replaceFile(putBack);
  // What became of webhooks is noted without waiting for the disk.
  world.mails.forget();
  world.webhooks.forget(world.agenda.nowMs);
  servers.forEach((server) => server.startAfter(chance.between(500, 15 * SECOND_MS)));
}

function takeBackup(world: World): void {
  backUp(world.file, `${world.file}.backup`);
  world.backupMs = world.agenda.nowMs;
}

function restoreBackup(world: World): void {
  const { servers, chance, backupMs } = world;
  if (backupMs === null) {
    return;
  }
  servers.forEach((server) => server.down());
  world.replaceFile(() => putInPlace(world.file, `${world.file}.backup`));
  world.restores += 1;
  world.keys.forgetSince(backupMs);
  world.books.forgetSince(backupMs);
  world.mails.forget();
  world.webhooks.forget(world.agenda.nowMs);
  servers.forEach((server) => server.startAfter(chance.between(500, 15 * SECOND_MS)));
}
