import type { BeaconChain } from "../../src/fairness/chain.ts";
import { FieldError, readChain } from "../../src/fairness/read-untrusted.ts";
import { StartError } from "../runtime/start-error.ts";
import { readJson } from "./read-json.ts";

/** A chain as its relays describe it at `/info`, from a file or an address. Throws a StartError. */
export async function readChainFrom(source: string): Promise<BeaconChain> {
  try {
    return readChain(await readJson(source));
  } catch (error) {
    throw error instanceof FieldError
      ? new StartError(`${source} tells no chain: ${error.message}`, { cause: error })
      : error;
  }
}
