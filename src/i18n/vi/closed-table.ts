import type { ClosedTableWords } from "../words.ts";

export const words: ClosedTableWords = {
  unavailable: "Bàn này hiện không phục vụ.",
  comesBack: "Bàn sẽ sớm tự mở lại.",
};
