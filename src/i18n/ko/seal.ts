import type { SealWords } from "../seal-words.ts";

export const words: SealWords = {
  holds:
    "브라우저가 베팅 마감 전에 하우스가 약속한 내용을 보관합니다. 비교한 라운드: {checked}, 모두 약속과 일치합니다.",
  memory:
    "브라우저가 라운드를 하우스의 약속과 비교하지만 저장할 수는 없어, 페이지를 닫으면 사라집니다. 비교한 라운드: {checked}, 모두 약속과 일치합니다.",
  broken: "하우스가 브라우저에 보관된 약속을 어겼습니다. 증거를 저장하세요.",
  save: "증거 저장",
  kept: {
    title: "내 브라우저에 보관된 값",
    same: "베팅 마감 전과 같은 해시입니다.",
    other: "베팅 마감 전에는 다른 값이었습니다:",
    none: "없음: 베팅 마감 전에 이 페이지가 열려 있지 않았습니다.",
  },
};
