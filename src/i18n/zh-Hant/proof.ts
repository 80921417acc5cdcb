import type { ProofWords } from "../words.ts";

export const words: ProofWords = {
  title: "第{round}局",
  earlier: "上一局",
  later: "下一局",
  before: "局前：雜湊值",
  beforeHelp: "它讓主辦方在這一局只能用一個種子，卻不透露這個種子。",
  after: "局後：種子",
  afterHelp: "只有這個種子能得出上面的雜湊值；任何人都可以用它重演這一局。",
  notYet: "結果一經確定便會公布。",
  mode: "由什麼決定結果",
  modes: {
    seed: "只由種子決定。主辦方若更動結果必會被發現，但在下注期間可能知道結果。",
    drand:
      "由種子與公共信標 {beacon} 共同決定，信標在停止下注 3 秒後才出現。只要產生信標的網路不是主辦方自己的，下注期間就沒有人知道結果，主辦方也不知道。驗證頁會顯示是哪個網路。",
  },
  check: "驗證這一局",
  checkHelp: "由您的瀏覽器重演這一局，並核對每一步。",
  newTab: "在新分頁中開啟",
  loading: "載入中…",
  unpublished: "這一局沒有證明：當日沒有公布任何內容。",
  failed: "無法載入。",
  again: "重試",
};
