import type { SealWords } from "../seal-words.ts";

export const words: SealWords = {
  holds: "您的浏览器保存了主办方在停止下注前作出的承诺。已比对局数：{checked}，全部与承诺一致。",
  memory:
    "您的浏览器会将每局与主办方的承诺比对，但无法存储，关闭页面后即消失。已比对局数：{checked}，全部与承诺一致。",
  broken: "主办方违背了您的浏览器保存的承诺。请保存证据。",
  save: "保存证据",
  kept: {
    title: "您的浏览器保存的值",
    same: "与停止下注前的哈希相同。",
    other: "停止下注前是另一个值：",
    none: "无：停止下注前本页面未打开。",
  },
};
