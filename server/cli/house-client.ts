import type { HouseClient } from "../../src/fairness/house-sources.ts";
import { readJson, readTextFrom, UnavailableError } from "./read-json.ts";

/** A house at an address, asked over HTTP. */
export function houseClient(address: string): HouseClient {
  return {
    get: (path) => readJson(`${address}${path}`),
    getText: (path) => readTextFrom(`${address}${path}`),
    isMissing: (error) => error instanceof UnavailableError && error.status === 404,
  };
}
