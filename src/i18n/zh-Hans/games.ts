import type { GameStrings } from "../game-words.ts";

/** What each game is called and says, by its slug. */
export const games: Readonly<Record<string, GameStrings>> = {
  dragontiger: {
    name: "龙虎",
    sides: { dragon: "龙", tiger: "虎", tie: "和" },
    letters: { dragon: "龙", tiger: "虎", tie: "和" },
    playing: "开牌中",
    rules: [
      "每局用八副新洗的牌，龙、虎各发一张。",
      "点数大者胜。A最小，K最大，不比花色。",
      "倒计时圆环走完之前均可下注。",
    ],
    odds: {
      dragon: "龙赢",
      tiger: "虎赢",
      tie: "和",
      "suited-tie": "同花和",
    },
    won: { dragon: "龙赢", tiger: "虎赢", tie: "和局" },
  },
  baccarat: {
    name: "百家乐",
    sides: { player: "闲", banker: "庄", tie: "和" },
    letters: { player: "闲", banker: "庄", tie: "和" },
    playing: "开牌中",
    rules: [
      "每局用八副新洗的牌，闲、庄各发两张，点数更接近9点的一方胜。",
      "A计1点，2至9按牌面计，10和J、Q、K计0点；合计只看个位数。",
      "任何一方头两张牌合计8点或9点即为例牌，双方都不再补牌。",
      "没有例牌时，闲家5点或以下补第三张牌。闲家不补牌的，庄家5点或以下补牌。",
      "闲家已补牌的，庄家2点或以下补牌；3点时，除非闲家补到8，否则补牌；4点时，闲家补到2至7才补；5点时，闲家补到4至7才补；6点时，闲家补到6或7才补。",
    ],
    odds: {
      banker: "庄赢",
      player: "闲赢",
      tie: "和",
      natural: "任何一方例牌",
      "player-pair": "闲对",
      "banker-pair": "庄对",
    },
    won: { player: "闲赢", banker: "庄赢", tie: "和局" },
  },
  bigsixball: {
    name: "六球竞速",
    sides: {
      rovers: "流浪者",
      united: "联队",
      city: "城队",
      wanderers: "漫游者",
      athletic: "竞技队",
      rangers: "游骑兵",
    },
    playing: "比赛中",
    replayed: "终点回放",
    rules: [
      "六支球队各有一球参赛，冲线的先后次序就是赛果。",
      "全部720种名次的概率相同。名次先已抽定，比赛只是呈现，不会左右结果。",
      "倒计时圆环走完之前均可下注。",
    ],
    odds: {
      winner: "指定球队得第一",
      podium: "指定球队进前三",
      exacta: "指定两队依次得第一、第二",
      trifecta: "指定三队依次得第一、第二、第三",
    },
    won: "{side}夺冠",
    lettering: {
      photo: "终点摄影",
      runaway: "一骑绝尘",
      comeback: "后来居上",
      battle: "难分高下",
    },
  },
};
