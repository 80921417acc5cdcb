import { countedIn } from "../counted.ts";
import type { Words } from "../words.ts";
import { games } from "./games.ts";

const suits = { S: "스페이드", H: "하트", D: "다이아몬드", C: "클로버" } as const;
const courts: Readonly<Record<string, string>> = { A: "에이스", J: "잭", Q: "퀸", K: "킹" };
const counted = countedIn("ko");

export const words: Words = {
  lang: "ko",
  games,
  phases: {
    betting: "베팅하세요",
    revealing: "베팅 마감",
    result: "결과",
    waiting: "라운드 종료",
  },
  connections: {
    live: "실시간",
    stale: "동기화 중",
    offline: "연결 끊김",
    maintenance: "점검 중",
    suspended: "다음 라운드 대기",
  },
  controls: {
    toolbar: "테이블",
    sheet: "출목표, 결과, 규칙",
    close: "닫기",
    sound: "소리",
    soundLevel: "소리 설정",
    soundOff: "끄기",
    effects: "효과음",
    withCalls: "음성 포함",
    volume: "음량",
    ticks: "카운트다운 소리",
    calm: "동작 줄이기",
    fullScreen: "전체 화면",
  },
  sheets: { roads: "출목표", statistics: "통계", history: "기록", rules: "규칙" },
  oddsCaption: "한 라운드에서 나올 확률",
  independence:
    "라운드마다 8덱 전체를 새로 섞거나 모든 순위를 처음부터 다시 추첨합니다. 지난 결과는 다음 결과에 아무런 영향을 주지 않습니다.",
  ageSeconds: counted("#초 전 상태"),
  scores: {
    roads: {
      "bead-plate": "육매",
      "big-road": "원매",
      "big-eye-boy": "중국점 1군",
      "small-road": "중국점 2군",
      "cockroach-pig": "중국점 3군",
    },
    board: "출목표",
    results: counted("결과 #개"),
    marks: counted("표시 #개"),
    last: (name) => `마지막: ${name}`,
    colours: { red: "빨강", blue: "파랑" },
    suitedTie: "수티드 타이",
    wouldDraw: "다음 결과별",
    ifNext: (side) => `다음이 ${side}일 때`,
    nothing: "없음",
    side: "구분",
    count: "횟수",
    share: "비율",
    current: "현재 연속",
    longest: "최장 연속",
    pairs: "페어",
    wins: "우승",
    podiums: "3위 이내",
    outcome: "결과",
    winner: "승자",
  },
  card: ({ suit, value }) => `${suits[suit]} ${courts[value] ?? value}`,
  round: "라운드",
  dailyRound: "오늘",
  proof: "이 라운드 검증",
  lastResults: "최근 결과",
  noResults: "아직 결과가 없습니다",
  secondsLeft: counted("베팅 마감까지 #초"),
  lastBets: "마지막 베팅",
  betsClosed: "베팅이 마감되었습니다",
  nextRound: "곧 다음 라운드가 시작됩니다",
  upNext: (round) => `다음 ${round}`,
};
