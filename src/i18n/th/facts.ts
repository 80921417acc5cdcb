import type { FactsWords } from "../words.ts";

export const words: FactsWords = {
  last: "รอบที่แล้ว",
  wins: "{side}: {times} จาก {of} รอบล่าสุด",
  podiums: "{side} ติดสามอันดับแรก {times} จาก {of} รอบล่าสุด",
  longestToday: "ชนะติดต่อกันมากที่สุดวันนี้: {side} {length}",
  longest: "ชนะติดต่อกันมากที่สุดใน {of} รอบล่าสุด: {side} {length}",
  ahead: "{side} เข้าก่อน {behind} {times} จาก {of} รอบล่าสุด",
  rare: { tie: "เสมอครั้งล่าสุด", suitedTie: "เสมอดอกเดียวกันครั้งล่าสุด", bothPairs: "คู่ทั้งสองฝั่งครั้งล่าสุด" },
  ago: "# รอบที่แล้ว",
  fixed: "ซีดของรอบนี้ถูกกำหนดไว้แล้ว: {hash}…",
  anew: "ทุกรอบเริ่มใหม่เสมอ",
  next: "ถัดไป",
  hide: "ซ่อน",
};
