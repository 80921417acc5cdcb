import type { GameStrings } from "../game-words.ts";

/** What each game is called and says, by its slug. */
export const games: Readonly<Record<string, GameStrings>> = {
  dragontiger: {
    name: "龍虎",
    sides: { dragon: "龍", tiger: "虎", tie: "和" },
    letters: { dragon: "龍", tiger: "虎", tie: "和" },
    playing: "開牌中",
    rules: [
      "每局使用八副新洗的牌，龍、虎各發一張。",
      "點數大的一方獲勝。A最小，K最大，不比花色。",
      "倒數圓環走完之前均可下注。",
    ],
    odds: {
      dragon: "龍贏",
      tiger: "虎贏",
      tie: "和",
      "suited-tie": "同花和",
    },
    won: { dragon: "龍贏", tiger: "虎贏", tie: "和局" },
  },
  baccarat: {
    name: "百家樂",
    sides: { player: "閒", banker: "莊", tie: "和" },
    letters: { player: "閒", banker: "莊", tie: "和" },
    playing: "開牌中",
    rules: [
      "每局使用八副新洗的牌，閒、莊各發兩張，點數較接近9點的一方獲勝。",
      "A算1點，2至9依牌面計算，10與J、Q、K算0點；總和只看個位數。",
      "任何一方前兩張牌合計8點或9點即為例牌，雙方都不再補牌。",
      "沒有例牌時，閒家5點或以下須補第三張牌。閒家不補牌時，莊家5點或以下須補牌。",
      "閒家已補牌時，莊家2點或以下須補牌；3點時，除非閒家補到8，否則補牌；4點時，閒家補到2至7才補；5點時，閒家補到4至7才補；6點時，閒家補到6或7才補。",
    ],
    odds: {
      banker: "莊贏",
      player: "閒贏",
      tie: "和",
      natural: "任何一方例牌",
      "player-pair": "閒對",
      "banker-pair": "莊對",
    },
    won: { player: "閒贏", banker: "莊贏", tie: "和局" },
  },
  bigsixball: {
    name: "六球競速",
    sides: {
      rovers: "流浪者",
      united: "聯隊",
      city: "城隊",
      wanderers: "漫遊者",
      athletic: "競技隊",
      rangers: "遊騎兵",
    },
    playing: "比賽中",
    replayed: "終點重播",
    rules: [
      "六支球隊各有一球參賽，衝線的先後次序就是賽果。",
      "全部720種名次的機率相同。名次早已抽定，比賽只是呈現結果，不會左右結果。",
      "倒數圓環走完之前均可下注。",
    ],
    odds: {
      winner: "指定球隊獲得第一",
      podium: "指定球隊進入前三",
      exacta: "指定兩隊依序獲得第一、第二",
      trifecta: "指定三隊依序獲得第一、第二、第三",
    },
    won: "{side}奪冠",
    lettering: {
      photo: "終點攝影",
      runaway: "一騎絕塵",
      comeback: "後來居上",
      battle: "難分高下",
    },
  },
};
