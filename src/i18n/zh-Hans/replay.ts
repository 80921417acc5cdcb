import type { ReplayWords } from "../words.ts";

export const words: ReplayWords = {
  replay: "回放",
  play: "播放",
  pause: "暂停",
  position: "播放位置",
  moment: "{chapter}，第 {at} 秒，共 {length} 秒",
  speed: "速度：{speed}",
  next: "下一段",
  link: "复制链接",
  copied: "已复制链接",
  selected: "请复制此链接",
  unknownRound: "第 {round} 局没有回放：该局尚未结束，或并不存在。",
  offline: "无法加载该局。",
  again: "重试",
  proof: "证明",
};
