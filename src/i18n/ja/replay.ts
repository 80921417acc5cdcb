import type { ReplayWords } from "../words.ts";

export const words: ReplayWords = {
  replay: "リプレイ",
  play: "再生",
  pause: "一時停止",
  position: "再生位置",
  moment: "{chapter}、{length}秒中{at}秒",
  speed: "速度：{speed}",
  next: "次の場面",
  link: "リンクをコピー",
  copied: "リンクをコピーしました",
  selected: "このリンクをコピーしてください",
  unknownRound:
    "ラウンド {round} のリプレイはありません。まだ終わっていないか、存在しないラウンドです。",
  offline: "ラウンドを読み込めませんでした。",
  again: "もう一度試す",
  proof: "証明",
};
