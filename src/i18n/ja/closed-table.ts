import type { ClosedTableWords } from "../words.ts";

export const words: ClosedTableWords = {
  unavailable: "このテーブルは現在ご利用いただけません。",
  comesBack: "しばらくすると自動的に再開します。",
};
