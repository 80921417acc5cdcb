import type { ClosedTableWords } from "../words.ts";

export const words: ClosedTableWords = {
  unavailable: "ขณะนี้โต๊ะนี้ไม่เปิดให้บริการ",
  comesBack: "โต๊ะจะเปิดใหม่เองในอีกสักครู่",
};
