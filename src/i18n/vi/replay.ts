import type { ReplayWords } from "../words.ts";

export const words: ReplayWords = {
  replay: "Xem lại",
  play: "Phát",
  pause: "Tạm dừng",
  position: "Thời điểm",
  moment: "{chapter}, giây {at} trên {length}",
  speed: "Tốc độ: {speed}",
  next: "Phần tiếp theo",
  link: "Sao chép liên kết",
  copied: "Đã sao chép liên kết",
  selected: "Hãy sao chép liên kết này",
  unknownRound: "Không thể xem lại ván {round}: ván chưa kết thúc hoặc không tồn tại.",
  offline: "Không tải được ván này.",
  again: "Thử lại",
  proof: "Bằng chứng",
};
