import type { LobbyWords } from "../words.ts";

export const words: LobbyWords = {
  lang: "id",
  title: "Meja",
  open: "Buka {game}",
  back: "Semua meja",
  badges: {
    streak: "{side} beruntun #",
    "ping-pong": "Pingpong ×#",
    double: "Dua-dua ×#",
    "one-two": "Satu-dua ×#",
    wins: "{side} menang # beruntun",
    podiums: "{side} tiga besar # beruntun",
  },
  independence: "Setiap ronde dimulai dari awal: pola tidak meramalkan ronde berikutnya.",
};
