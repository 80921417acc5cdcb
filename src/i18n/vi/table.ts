import { countedIn } from "../counted.ts";
import type { Words } from "../words.ts";
import { games } from "./games.ts";

const suits = { S: "bích", H: "cơ", D: "rô", C: "chuồn" } as const;
const courts: Readonly<Record<string, string>> = { A: "át", J: "bồi", Q: "đầm", K: "già" };
const counted = countedIn("vi");

export const words: Words = {
  lang: "vi",
  games,
  phases: {
    betting: "Mời đặt cược",
    revealing: "Ngừng đặt cược",
    result: "Kết quả",
    waiting: "Ván đã kết thúc",
  },
  connections: {
    live: "Trực tiếp",
    stale: "Đang đồng bộ",
    offline: "Mất kết nối",
    maintenance: "Đang bảo trì",
    suspended: "Chờ ván mới",
  },
  controls: {
    toolbar: "Bàn chơi",
    sheet: "Cầu, kết quả, luật chơi",
    close: "Đóng",
    sound: "Âm thanh",
    soundLevel: "Cài đặt âm thanh",
    soundOff: "Tắt",
    effects: "Hiệu ứng",
    withCalls: "Kèm giọng dealer",
    volume: "Âm lượng",
    ticks: "Tiếng đếm ngược",
    calm: "Giảm chuyển động",
    fullScreen: "Toàn màn hình",
  },
  sheets: { roads: "Bảng cầu", statistics: "Thống kê", history: "Lịch sử", rules: "Luật" },
  oddsCaption: "Xác suất trong một ván",
  independence:
    "Mỗi ván đều xào lại đủ tám bộ bài hoặc rút lại mọi thứ hạng từ đầu: kết quả trước không nói gì về kết quả sau.",
  ageSeconds: counted("dữ liệu # giây trước"),
  scores: {
    roads: {
      "bead-plate": "Cầu hạt",
      "big-road": "Cầu lớn",
      "big-eye-boy": "Cầu mắt to",
      "small-road": "Cầu nhỏ",
      "cockroach-pig": "Cầu con gián",
    },
    board: "Bảng cầu",
    results: counted("# kết quả"),
    marks: counted("# dấu"),
    last: (name) => `gần nhất: ${name}`,
    colours: { red: "đỏ", blue: "xanh dương" },
    suitedTie: "Hòa cùng chất",
    wouldDraw: "Nếu ván sau là",
    ifNext: (side) => `Nếu ván sau là ${side}`,
    nothing: "không có",
    side: "Cửa",
    count: "Số ván",
    share: "Tỷ lệ",
    current: "Bệt",
    longest: "Dài nhất",
    pairs: "Đôi",
    wins: "Về nhất",
    podiums: "Top ba",
    outcome: "Kết quả",
    winner: "Bên thắng",
  },
  card: ({ suit, value }) => `${courts[value] ?? value} ${suits[suit]}`,
  round: "Ván",
  dailyRound: "Hôm nay",
  proof: "Kiểm chứng ván này",
  lastResults: "Kết quả gần đây",
  noResults: "Chưa có kết quả",
  secondsLeft: counted("Còn # giây để đặt cược"),
  lastBets: "Sắp ngừng cược",
  betsClosed: "Đã ngừng đặt cược",
  nextRound: "Ván tiếp theo sắp bắt đầu",
  upNext: (round) => `Tiếp: ${round}`,
};
