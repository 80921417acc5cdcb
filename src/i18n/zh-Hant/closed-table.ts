import type { ClosedTableWords } from "../words.ts";

export const words: ClosedTableWords = {
  unavailable: "此牌桌暫時無法使用。",
  comesBack: "稍後會自動恢復。",
};
