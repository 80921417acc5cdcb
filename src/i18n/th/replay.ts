import type { ReplayWords } from "../words.ts";

export const words: ReplayWords = {
  replay: "ดูย้อนหลัง",
  play: "เล่น",
  pause: "หยุดชั่วคราว",
  position: "ตำแหน่ง",
  moment: "{chapter} วินาทีที่ {at} จาก {length}",
  speed: "ความเร็ว: {speed}",
  next: "ช่วงถัดไป",
  link: "คัดลอกลิงก์",
  copied: "คัดลอกลิงก์แล้ว",
  selected: "โปรดคัดลอกลิงก์นี้",
  unknownRound: "ไม่มีภาพย้อนหลังของรอบที่ {round}: รอบนี้ยังไม่จบ หรือไม่มีรอบนี้",
  offline: "โหลดรอบนี้ไม่ได้",
  again: "ลองอีกครั้ง",
  proof: "หลักฐาน",
};
