import type { ProofWords } from "../words.ts";

export const words: ProofWords = {
  title: "第{round}局",
  earlier: "上一局",
  later: "下一局",
  before: "局前：哈希",
  beforeHelp: "它让主办方在这一局只能用一个种子，却不透露这个种子。",
  after: "局后：种子",
  afterHelp: "只有这个种子能得出上面的哈希；任何人都可以用它重演这一局。",
  notYet: "结果一经确定便会公布。",
  mode: "由什么决定结果",
  modes: {
    seed: "只由种子决定。主办方改动结果必会被发现，但在下注期间可能知道结果。",
    drand:
      "由种子和公共信标 {beacon} 共同决定，信标在停止下注 3 秒后才出现。只要产生信标的网络不是主办方自己的，下注期间就没有人知道结果，主办方也不知道。验证页会显示是哪个网络。",
  },
  check: "验证这一局",
  checkHelp: "由您的浏览器重演这一局，并核对每一步。",
  newTab: "在新标签页中打开",
  loading: "正在加载…",
  unpublished: "这一局没有证明：当日没有公布任何内容。",
  failed: "无法加载。",
  again: "重试",
};
