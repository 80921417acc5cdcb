import type { BetsWords } from "../words.ts";

export const words: BetsWords = {
  spots: "ช่องเดิมพัน",
  missed: "กดช่องที่มีกรอบเพื่อเดิมพัน",
  all: "เดิมพันทั้งหมด",
  own: "เดิมพันของคุณ",
  win: "คุณได้รับ",
  unpaid: "ไม่ชนะ",
  net: "รอบนี้ #",
  won: "ชนะ #",
  back: "คืน #",
};
