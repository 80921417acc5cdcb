import type { LobbyWords } from "../words.ts";

export const words: LobbyWords = {
  lang: "ja",
  title: "テーブル",
  open: "{game}を開く",
  back: "すべてのテーブル",
  badges: {
    streak: "{side} ツラ #",
    "ping-pong": "テレコ ×#",
    double: "ニコニコ ×#",
    "one-two": "ニコイチ ×#",
    wins: "{side} #連勝",
    podiums: "{side} #連続3着以内",
  },
  independence: "毎ラウンド、新しく始まります。出目は次の結果を示しません。",
};
