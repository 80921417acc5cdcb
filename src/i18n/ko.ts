import type { Words } from "./words.ts";

export const ko: Words = {
  lang: "ko",
  games: {
    dragontiger: {
      name: "드래곤 타이거",
      sides: { dragon: "드래곤", tiger: "타이거", tie: "타이" },
      won: { dragon: "드래곤 승리", tiger: "타이거 승리", tie: "타이" },
    },
    baccarat: {
      name: "바카라",
      sides: { player: "플레이어", banker: "뱅커", tie: "타이" },
      won: { player: "플레이어 승리", banker: "뱅커 승리", tie: "타이" },
      lettering: { natural: "내추럴" },
    },
    bigsixball: {
      name: "빅 식스 볼",
      sides: {
        rovers: "로버스",
        united: "유나이티드",
        city: "시티",
        wanderers: "원더러스",
        athletic: "애슬레틱",
        rangers: "레인저스",
      },
      won: {
        rovers: "로버스 우승",
        united: "유나이티드 우승",
        city: "시티 우승",
        wanderers: "원더러스 우승",
        athletic: "애슬레틱 우승",
        rangers: "레인저스 우승",
      },
      lettering: { start: "출발", finish: "결승" },
    },
  },
  phases: {
    betting: "베팅하세요",
    revealing: "베팅 마감",
    result: "결과",
    waiting: "다음 라운드",
  },
  links: {
    live: "실시간",
    stale: "동기화 중",
    offline: "연결 끊김",
    maintenance: "점검 중",
  },
  round: "라운드",
  dailyRound: "오늘",
  lastResults: "최근 결과",
  noResults: "아직 결과가 없습니다",
  secondsLeft: (seconds) => `베팅 마감까지 ${seconds}초`,
  betsClosed: "베팅이 마감되었습니다",
  nextRound: "곧 다음 라운드가 시작됩니다",
};
