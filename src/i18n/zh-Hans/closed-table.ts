import type { ClosedTableWords } from "../words.ts";

export const words: ClosedTableWords = {
  unavailable: "该牌桌暂时无法使用。",
  comesBack: "稍后会自动恢复。",
};
