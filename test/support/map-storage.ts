import type { Storage } from "../../components/keeper/memory.ts";

/** What a browser stores, without a browser: values are copied, as a browser does. */
export function mapStorage(values: Map<string, unknown> = new Map()): Storage {
  return {
    read: async (name) => structuredClone(values.get(name)),
    async update(name, change) {
      values.set(name, structuredClone(change(values.get(name) as never)));
    },
  };
}
