import type { Fixture } from "../../games/contract.ts";

const modules = import.meta.glob<{ fixtures: readonly Fixture[] }>("../../games/*/fixtures.ts", {
  eager: true,
});

export const fixtures: Readonly<Record<string, readonly Fixture[]>> = Object.fromEntries(
  Object.entries(modules).map(([path, module]) => [path.split("/").at(-2), module.fixtures]),
);
