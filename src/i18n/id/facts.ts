import type { FactsWords } from "../words.ts";

export const words: FactsWords = {
  last: "Ronde terakhir",
  wins: "{side}: {times} dari {of} terakhir",
  podiums: "{side} naik podium {times} dari {of} terakhir",
  longestToday: "Rentetan terpanjang hari ini: {side}, {length}",
  longest: "Rentetan terpanjang dari {of} ronde terakhir: {side}, {length}",
  ahead: "{side} di depan {behind}: {times} dari {of} terakhir",
  rare: {
    tie: "Seri terakhir",
    suitedTie: "Seri dengan jenis sama terakhir",
    bothPairs: "Pair kedua sisi terakhir",
  },
  ago: "# ronde lalu",
  fixed: "Seed ronde ini sudah ditetapkan: {hash}…",
  anew: "Setiap ronde dimulai dari awal.",
  next: "Berikutnya",
  hide: "Sembunyikan",
};
