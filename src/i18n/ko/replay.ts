import type { ReplayWords } from "../words.ts";

export const words: ReplayWords = {
  replay: "다시보기",
  play: "재생",
  pause: "일시정지",
  position: "재생 위치",
  moment: "{chapter}, {length}초 중 {at}초",
  speed: "속도: {speed}",
  next: "다음 장면",
  link: "링크 복사",
  copied: "링크를 복사했습니다",
  selected: "이 링크를 복사하세요",
  unknownRound: "라운드 {round}의 다시보기가 없습니다. 아직 끝나지 않았거나 없는 라운드입니다.",
  offline: "라운드를 불러오지 못했습니다.",
  again: "다시 시도",
  proof: "증명",
};
