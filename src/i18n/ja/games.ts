import type { GameStrings } from "../game-words.ts";

/** What each game is called and says, by its slug. */
export const games: Readonly<Record<string, GameStrings>> = {
  dragontiger: {
    name: "ドラゴンタイガー",
    sides: { dragon: "ドラゴン", tiger: "タイガー", tie: "タイ" },
    playing: "カードオープン",
    rules: [
      "ラウンドごとに新しくシャッフルする8デックから、ドラゴンとタイガーに1枚ずつ配ります。",
      "数字の大きいほうが勝ちです。エースが最も弱く、キングが最も強いカードです。スートで勝敗はつきません。",
      "カウントダウンの輪が消えるまでベットできます。",
    ],
    odds: {
      dragon: "ドラゴンの勝ち",
      tiger: "タイガーの勝ち",
      tie: "タイ",
      "suited-tie": "同じスートのタイ",
    },
    won: { dragon: "ドラゴンの勝ち", tiger: "タイガーの勝ち", tie: "タイ" },
  },
  baccarat: {
    name: "バカラ",
    sides: { player: "プレイヤー", banker: "バンカー", tie: "タイ" },
    playing: "カードオープン",
    rules: [
      "ラウンドごとに新しくシャッフルする8デックから、プレイヤーとバンカーに2枚ずつ配ります。合計が9に近いほうが勝ちです。",
      "エースは1、2から9は数字どおり、10と絵札は0と数え、合計は下一桁だけを見ます。",
      "最初の2枚の合計が8か9ならナチュラルで、どちらも3枚目を引きません。",
      "ナチュラルでなければ、プレイヤーは5以下で3枚目を引きます。プレイヤーが引かなかったとき、バンカーは5以下で引きます。",
      "プレイヤーが引いたとき、バンカーは2以下なら引きます。3ならプレイヤーの3枚目が8以外、4なら2から7、5なら4から7、6なら6か7のときに引きます。",
    ],
    odds: {
      banker: "バンカーの勝ち",
      player: "プレイヤーの勝ち",
      tie: "タイ",
      natural: "どちらかがナチュラル",
      "player-pair": "プレイヤーペア",
      "banker-pair": "バンカーペア",
    },
    won: { player: "プレイヤーの勝ち", banker: "バンカーの勝ち", tie: "タイ" },
  },
  bigsixball: {
    name: "ビッグシックスボール",
    sides: {
      rovers: "ローバーズ",
      united: "ユナイテッド",
      city: "シティ",
      wanderers: "ワンダラーズ",
      athletic: "アスレチック",
      rangers: "レンジャーズ",
    },
    playing: "レース中",
    replayed: "ゴールリプレイ",
    rules: [
      "6チームのボールが1つずつ走ります。ゴールした順が結果です。",
      "720通りの着順はどれも同じ確率です。レースは先に抽選された着順を見せるもので、結果を決めるものではありません。",
      "カウントダウンの輪が消えるまでベットできます。",
    ],
    odds: {
      winner: "指定チームが1着",
      podium: "指定チームが3着以内",
      exacta: "指定2チームが順に1着・2着",
      trifecta: "指定3チームが順に1着・2着・3着",
    },
    won: "{side}優勝",
    lettering: {
      photo: "写真判定",
      runaway: "独走",
      comeback: "最後尾から首位へ",
      battle: "接戦",
    },
  },
};
