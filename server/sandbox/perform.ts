import { setTimeout as pause } from "node:timers/promises";
import type { SandboxClock } from "./clock.ts";
import type { SandboxCommand } from "./command.ts";
import type { Moves } from "./moves.ts";
import type { SandboxCommands, TestKeys } from "./requests.ts";
import type { RoundMode } from "./round-mode.ts";
import type { ServiceLife } from "./service-life.ts";
import { issueTestKey, withStore } from "./test-keys.ts";
import type { Troubles } from "./trouble.ts";
import type { WebhookRelay } from "./webhook-relay.ts";

/** What commands are done with. */
export interface PerformDeps {
  readonly clock: SandboxClock;
  readonly mode: RoundMode;
  readonly life: ServiceLife;
  readonly moves: Moves;
  readonly troubles: Troubles;
  readonly relay: WebhookRelay;
  readonly keys: TestKeys;
  /** How fast the clock ran at first. */
  readonly firstRate: number;
  /** The path of its SQLite file. */
  readonly file: string;
}

const WEBHOOKS_LOOK_MS = 20;

type Names = keyof SandboxCommands;
/** What does each command, and gives the answer that the control API promises. */
type Performers = {
  readonly [Name in Names]: (
    command: Extract<SandboxCommand, { do: Name }>,
    deps: PerformDeps,
  ) => Promise<SandboxCommands[Name]["answer"]>;
};

const performers: Performers = {
  next: (command, { moves }) => moves.toOutcome(command),
  move: (command, { moves }) => moves.toPlace(command),
  async rate({ rate }, { mode, clock }) {
    mode.requireRate(rate);
    clock.rate = rate;
    return { rate };
  },
  async trouble({ name, on, options }, { troubles }) {
    await troubles.set(name, on, options);
    return { troubles: troubles.on };
  },
  async key({ days, origins }, { file, clock }) {
    const order = { label: "test", days, origins };
    const issued = await withStore(file, (store) => issueTestKey(store, order, clock.now()));
    return { key: issued.keyText };
  },
  async webhook(command, { file, relay, keys, clock, life }) {
    const added = await withStore(file, (store) =>
      relay.add(store, keys.good, command, clock.now()),
    );
    await life.service.catchUp();
    return added;
  },
  async "await-webhooks"({ ms }, { life }) {
    const endMs = performance.now() + ms;
    let waiting = await life.service.webhooksWaiting();
    while (waiting > 0 && performance.now() < endMs) {
      await pause(WEBHOOKS_LOOK_MS);
      waiting = await life.service.webhooksWaiting();
    }
    return { waiting };
  },
  "test-webhook": async ({ url }, { relay }) => ({ statuses: await relay.test(url) }),
  "replay-webhook": async ({ url, ageMs }, { relay }) => ({
    statuses: await relay.replay(url, ageMs),
  }),
  async restart({ downMs }, { life, clock }) {
    await life.restart(downMs);
    return { now: clock.iso() };
  },
  async "cut-streams"(_, { life }) {
    life.cutStreams();
    return {};
  },
  async reset(_, { troubles, relay, clock, firstRate, mode }) {
    await troubles.endAll();
    relay.dropLate();
    // Before it runs again: what a standing clock said is still true.
    const now = clock.iso();
    clock.rate = Math.min(firstRate, mode.maxRate);
    return { now, rate: clock.rate };
  },
  async wait({ ms }) {
    await pause(ms);
    return {};
  },
};

/** Does what a command says, and gives what came of it. @throws InvalidInput for what cannot be done. */
export async function perform(deps: PerformDeps, command: SandboxCommand): Promise<object> {
  // The command and its performer have the same name, which is more than the compiler can follow.
  const performer = performers[command.do] as (
    command: SandboxCommand,
    deps: PerformDeps,
  ) => Promise<object>;
  return performer(command, deps);
}
