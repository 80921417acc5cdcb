import type { ProofWords } from "../words.ts";

export const words: ProofWords = {
  title: "Ván {round}",
  earlier: "Ván trước",
  later: "Ván sau",
  before: "Trước ván: mã băm",
  beforeHelp:
    "Mã này buộc nhà tổ chức chỉ dùng một hạt giống cho ván này mà không để lộ hạt giống.",
  after: "Sau ván: hạt giống",
  afterHelp: "Chỉ hạt giống này cho ra mã băm đó, và ai cũng có thể dùng nó để diễn lại ván này.",
  notYet: "Hạt giống được công bố ngay khi có kết quả.",
  mode: "Điều gì quyết định kết quả",
  modes: {
    seed: "Chỉ hạt giống. Nhà tổ chức không thể đổi kết quả mà không bị phát hiện, nhưng có thể biết kết quả khi còn nhận cược.",
    drand:
      "Hạt giống cùng với tín hiệu công khai {beacon}, xuất hiện 3 giây sau khi ngừng đặt cược. Khi còn nhận cược không ai biết được kết quả, kể cả nhà tổ chức, trừ khi mạng phát tín hiệu là của chính họ; trang kiểm chứng cho biết đó là mạng nào.",
  },
  check: "Kiểm chứng ván này",
  checkHelp: "Trình duyệt của bạn diễn lại ván này và kiểm tra từng bước.",
  newTab: "mở trong thẻ mới",
  loading: "Đang tải…",
  unpublished: "Ván này không có bằng chứng: ngày đó không có gì được công bố.",
  failed: "Không tải được.",
  again: "Thử lại",
};
