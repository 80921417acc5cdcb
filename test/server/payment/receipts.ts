import { readFileSync } from "node:fs";

interface Samples {
  constants: { usdt: Record<string, { base58: string; hex41: string }> };
  samples: { name: string; kind: string; response: Record<string, unknown> }[];
}

const file = new URL("tron-receipts.json", import.meta.url);

/** Responses of real nodes, collected from public documents and fixtures. */
export const { constants, samples } = JSON.parse(readFileSync(file, "utf8")) as Samples;

export function sample(name: string): Record<string, unknown> {
  const found = samples.find((each) => each.name === name);
  if (found === undefined) {
    throw new Error(`There is no sample ${name}.`);
  }
  return structuredClone(found.response);
}
