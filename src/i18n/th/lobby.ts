import type { LobbyWords } from "../words.ts";

export const words: LobbyWords = {
  lang: "th",
  title: "โต๊ะ",
  open: "เปิด{game}",
  back: "โต๊ะทั้งหมด",
  badges: {
    streak: "{side}ติดกัน #",
    "ping-pong": "ปิงปอง ×#",
    double: "สองตัวตัด ×#",
    "one-two": "หนึ่งตัดสอง ×#",
    wins: "{side} ชนะ # ครั้งติด",
    podiums: "{side} ติดสามอันดับ # ครั้ง",
  },
  independence: "ทุกรอบเริ่มใหม่เสมอ เค้าไพ่ไม่ได้บอกผลรอบถัดไป",
};
