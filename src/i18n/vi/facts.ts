import type { FactsWords } from "../words.ts";

export const words: FactsWords = {
  last: "Ván trước",
  wins: "{side}: {times} trong {of} ván gần nhất",
  podiums: "{side} vào top 3: {times} trong {of} ván gần nhất",
  longestToday: "Chuỗi dài nhất hôm nay: {side}, {length}",
  longest: "Chuỗi dài nhất trong {of} ván gần nhất: {side}, {length}",
  ahead: "{side} về trước {behind}: {times} trong {of} ván gần nhất",
  rare: {
    tie: "Hòa gần nhất",
    suitedTie: "Hòa cùng chất gần nhất",
    bothPairs: "Hai bên cùng đôi gần nhất",
  },
  ago: "# ván trước",
  fixed: "Hạt giống của ván này đã cố định: {hash}…",
  anew: "Mỗi ván đều bắt đầu lại từ đầu.",
  next: "Tiếp",
  hide: "Ẩn",
};
