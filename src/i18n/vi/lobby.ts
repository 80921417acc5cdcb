import type { LobbyWords } from "../words.ts";

export const words: LobbyWords = {
  lang: "vi",
  title: "Các bàn",
  open: "Mở {game}",
  back: "Tất cả các bàn",
  badges: {
    streak: "Bệt {side} #",
    "ping-pong": "Cầu 1-1 ×#",
    double: "Cầu 2-2 ×#",
    "one-two": "Cầu 1-2 ×#",
    wins: "{side} thắng # ván liền",
    podiums: "{side} top 3 # ván liền",
  },
  independence: "Ván nào cũng bắt đầu lại từ đầu: cầu không cho biết ván sau.",
};
