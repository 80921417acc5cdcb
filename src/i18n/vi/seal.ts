import type { SealWords } from "../seal-words.ts";

export const words: SealWords = {
  holds:
    "Trình duyệt của bạn giữ những gì nhà tổ chức đã cam kết trước khi ngừng đặt cược. Số ván đã so sánh: {checked}, tất cả đúng cam kết.",
  memory:
    "Trình duyệt của bạn so sánh các ván với cam kết của nhà tổ chức, nhưng không lưu được gì: khi đóng trang sẽ mất. Số ván đã so sánh: {checked}, tất cả đúng cam kết.",
  broken: "Nhà tổ chức đã phá vỡ một cam kết mà trình duyệt của bạn giữ. Hãy lưu bằng chứng.",
  save: "Lưu bằng chứng",
  kept: {
    title: "Trình duyệt của bạn đã giữ",
    same: "Cùng mã băm như trước khi ngừng đặt cược.",
    other: "Trước khi ngừng đặt cược là một mã khác:",
    none: "Không có: trang này chưa mở trước khi ngừng đặt cược.",
  },
};
