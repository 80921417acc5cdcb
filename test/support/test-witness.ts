import { createServer } from "node:http";
import type { RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { serveWitness } from "../../server/witness/serve.ts";
import { openWitnessState } from "../../server/witness/state.ts";
import { createWitness } from "../../server/witness/witness.ts";
import type { Witness } from "../../server/witness/witness.ts";
import type { VerifierKey } from "../../src/tlog/verifier-key.ts";
import { tempFolder } from "./temp-store.ts";
import type { Signer } from "./test-tlog.ts";
import { HOUSE, WITNESSES } from "./test-tlog.ts";

/** A witness with a real file, whose clock a test sets. */
export interface TestWitness extends Witness {
  readonly clock: { nowMs: number };
  readonly file: string;
  /** Ends it and opens its file again, as after a crash. */
  restart(): TestWitness;
}

/** A witness that is a signer of the tests'. */
export async function testWitness(
  nowMs: number,
  logs: readonly VerifierKey[] = [HOUSE.key],
  signer: Signer = WITNESSES[0]!,
): Promise<TestWitness> {
  return openAt(join(await tempFolder(), "witness.sqlite"), { nowMs }, logs, signer);
}

function openAt(
  file: string,
  clock: { nowMs: number },
  logs: readonly VerifierKey[],
  { key, sign }: Signer,
): TestWitness {
  const state = openWitnessState(file, key.name);
  let isOpen = true;
  const close = () => {
    if (isOpen) {
      isOpen = false;
      state.close();
    }
  };
  onTestFinished(close);
  return {
    ...createWitness({ key, sign, logs, state, now: () => clock.nowMs }),
    clock,
    file,
    restart() {
      close();
      return openAt(file, clock, logs, { key, sign, secretKey: new Uint8Array() });
    },
  };
}

/** Serves it on a port for as long as the test; gives its address. */
export async function serveOnPort(handle: RequestListener): Promise<string> {
  const server = createServer(handle).listen(0, "127.0.0.1");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  await new Promise((resolve) => void server.once("listening", resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** A witness's address for as long as the test. */
export function serveTestWitness(witness: Witness): Promise<string> {
  return serveOnPort(serveWitness(witness, () => {}));
}
