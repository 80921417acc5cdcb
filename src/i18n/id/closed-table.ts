import type { ClosedTableWords } from "../closed-table.ts";

export const words: ClosedTableWords = {
  unavailable: "Meja ini sedang tidak tersedia.",
  comesBack: "Meja akan terbuka kembali dengan sendirinya.",
};
