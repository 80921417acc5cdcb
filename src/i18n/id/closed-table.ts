import type { ClosedTableWords } from "../words.ts";

export const words: ClosedTableWords = {
  unavailable: "Meja ini sedang tidak tersedia.",
  comesBack: "Meja akan terbuka kembali dengan sendirinya.",
};
