import type { LobbyWords } from "../words.ts";

export const words: LobbyWords = {
  lang: "ko",
  title: "테이블",
  open: "{game} 열기",
  back: "모든 테이블",
  badges: {
    streak: "{side} #줄",
    "ping-pong": "퐁당 ×#",
    double: "두 번씩 ×#",
    "one-two": "하나둘 ×#",
    wins: "{side} #연승",
    podiums: "{side} #연속 3위 안",
  },
  independence: "라운드마다 새로 시작합니다. 그림은 다음 결과와 관계가 없습니다.",
};
