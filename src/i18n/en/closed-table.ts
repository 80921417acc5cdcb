import type { ClosedTableWords } from "../closed-table.ts";

export const words: ClosedTableWords = {
  unavailable: "This table is not available at the moment.",
  comesBack: "It will come back by itself.",
};
