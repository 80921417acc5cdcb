import type { SandboxClock } from "./clock.ts";
import type { SandboxCommand } from "./command.ts";
import type { Moves } from "./moves.ts";
import type { TestKeys } from "./requests.ts";
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

/** Does what a command says, and gives what came of it. @throws InvalidInput for what cannot be done. */
export async function perform(deps: PerformDeps, command: SandboxCommand): Promise<object> {
  const { clock, mode, life, moves, troubles, relay, keys, firstRate, file } = deps;
  switch (command.do) {
    case "next":
      return moves.toOutcome(command);
    case "move":
      return moves.toPlace(command);
    case "rate":
      mode.requireRate(command.rate);
      clock.rate = command.rate;
      return { rate: command.rate };
    case "trouble":
      await troubles.set(command.name, command.on, command.options);
      return { troubles: troubles.on };
    case "key": {
      const order = { label: "test", ...command };
      const issued = await withStore(file, (store) => issueTestKey(store, order, clock.now()));
      return { key: issued.keyText };
    }
    case "webhook": {
      const added = await withStore(file, (store) =>
        relay.add(store, keys.good, command, clock.now()),
      );
      await life.service.catchUp();
      return added;
    }
    case "await-webhooks": {
      const endMs = performance.now() + command.ms;
      let waiting = await life.service.webhooksWaiting();
      while (waiting > 0 && performance.now() < endMs) {
        await new Promise((resolve) => void setTimeout(resolve, WEBHOOKS_LOOK_MS));
        waiting = await life.service.webhooksWaiting();
      }
      return { waiting };
    }
    case "test-webhook":
      return { statuses: await relay.test() };
    case "replay-webhook":
      return { statuses: await relay.replay(command.ageMs) };
    case "restart":
      await life.restart(command.downMs);
      return { now: clock.iso() };
    case "cut-streams":
      life.cutStreams();
      return {};
    case "reset":
      await troubles.endAll();
      relay.dropLate();
      clock.rate = Math.min(firstRate, mode.maxRate);
      return { now: clock.iso(), rate: clock.rate };
    case "wait":
      await new Promise((resolve) => void setTimeout(resolve, command.ms));
      return {};
  }
}
