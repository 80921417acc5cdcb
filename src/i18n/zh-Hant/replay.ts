import type { ReplayWords } from "../words.ts";

export const words: ReplayWords = {
  replay: "重播",
  play: "播放",
  pause: "暫停",
  position: "播放位置",
  moment: "{chapter}，第 {at} 秒，共 {length} 秒",
  speed: "速度：{speed}",
  next: "下一段",
  link: "複製連結",
  copied: "已複製連結",
  selected: "請複製此連結",
  unknownRound: "第 {round} 局沒有重播：該局尚未結束，或並不存在。",
  offline: "無法載入該局。",
  again: "重試",
  proof: "證明",
};
