import type { HouseClient } from "../../src/fairness/house-sources.ts";
import { readJson, UnavailableError } from "./read-json.ts";

/** A house at an address, asked over HTTP. `isPatient`: again, where it is busy or away. */
export function houseClient(address: string, isPatient = true): HouseClient {
  return {
    get: (path) => readJson(`${address}${path}`, isPatient),
    isMissing: (error) => error instanceof UnavailableError && error.status === 404,
  };
}
