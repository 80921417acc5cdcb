import type { ClosedTableWords } from "../words.ts";

export const words: ClosedTableWords = {
  unavailable: "지금은 이 테이블을 이용할 수 없습니다.",
  comesBack: "잠시 후 자동으로 다시 열립니다.",
};
