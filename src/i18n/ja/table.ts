import { countedIn } from "../counted.ts";
import type { Words } from "../words.ts";
import { games } from "./games.ts";

const suits = { S: "スペード", H: "ハート", D: "ダイヤ", C: "クラブ" } as const;
const courts: Readonly<Record<string, string>> = {
  A: "エース",
  J: "ジャック",
  Q: "クイーン",
  K: "キング",
};
const counted = countedIn("ja");

export const words: Words = {
  lang: "ja",
  games,
  phases: {
    betting: "ベットしてください",
    revealing: "ベット締切",
    result: "結果",
    waiting: "ラウンド終了",
  },
  connections: {
    live: "ライブ",
    stale: "同期中",
    offline: "接続なし",
    maintenance: "メンテナンス中",
    suspended: "次のラウンド待ち",
  },
  controls: {
    toolbar: "テーブル",
    sheet: "罫線・結果・ルール",
    close: "閉じる",
    sound: "サウンド",
    soundLevel: "サウンド設定",
    soundOff: "オフ",
    effects: "効果音",
    withCalls: "コールあり",
    volume: "音量",
    ticks: "残り時間の音",
    calm: "動きを減らす",
    fullScreen: "全画面",
  },
  sheets: { roads: "罫線", statistics: "統計", history: "履歴", rules: "ルール" },
  oddsCaption: "1ラウンドで出る確率",
  independence:
    "どのラウンドも、8デックすべてのカードをシャッフルし直すか、全着順をはじめから抽選し直します。過去の結果が次の結果に影響することはありません。",
  ageSeconds: counted("#秒前の状態"),
  scores: {
    roads: {
      "bead-plate": "珠盤路",
      "big-road": "大路",
      "big-eye-boy": "大眼仔",
      "small-road": "小路",
      "cockroach-pig": "甲由路",
    },
    board: "罫線",
    results: counted("結果#件"),
    marks: counted("マーク#個"),
    last: (name) => `直近：${name}`,
    colours: { red: "赤", blue: "青" },
    suitedTie: "同スートのタイ",
    wouldDraw: "次の結果別",
    ifNext: (side) => `次が${side}なら`,
    nothing: "なし",
    side: "サイド",
    count: "回数",
    share: "割合",
    current: "連続中",
    longest: "最長連続",
    pairs: "ペア",
    wins: "1着",
    podiums: "3着以内",
    outcome: "結果",
    winner: "勝者",
  },
  card: ({ suit, value }) => `${suits[suit]}の${courts[value] ?? value}`,
  round: "ラウンド",
  dailyRound: "本日",
  proof: "このラウンドを検証",
  lastResults: "直近の結果",
  noResults: "まだ結果がありません",
  secondsLeft: counted("ベット締切まで#秒"),
  lastBets: "ラストベット",
  betsClosed: "ベットは締め切りました",
  nextRound: "まもなく次のラウンドが始まります",
  upNext: (round) => `次回 ${round}`,
};
