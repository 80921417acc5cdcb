import type { SealWords } from "../seal-words.ts";

export const words: SealWords = {
  holds: "您的瀏覽器保存了主辦方在停止下注前作出的承諾。已比對局數：{checked}，全部與承諾一致。",
  memory:
    "您的瀏覽器會將每局與主辦方的承諾比對，但無法儲存，關閉頁面後即消失。已比對局數：{checked}，全部與承諾一致。",
  broken: "主辦方違背了您的瀏覽器保存的承諾。請儲存證據。",
  save: "儲存證據",
  kept: {
    title: "您的瀏覽器保存的值",
    same: "與停止下注前的雜湊值相同。",
    other: "停止下注前是另一個值：",
    none: "無：停止下注前本頁面未開啟。",
  },
};
