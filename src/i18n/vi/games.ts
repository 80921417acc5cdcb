import type { GameStrings } from "../game-words.ts";

/** What each game is called and says, by its slug. Beads keep B and P, as on other tables for Vietnam. */
export const games: Readonly<Record<string, GameStrings>> = {
  dragontiger: {
    name: "Rồng Hổ",
    sides: { dragon: "Rồng", tiger: "Hổ", tie: "Hòa" },
    playing: "Đang mở bài",
    rules: [
      "Rồng và Hổ mỗi bên nhận một lá, từ tám bộ bài được xào mới cho mỗi ván.",
      "Lá lớn hơn thắng. A nhỏ nhất, K lớn nhất, không so chất.",
      "Có thể đặt cược cho đến khi vòng đếm ngược chạy hết.",
    ],
    odds: {
      dragon: "Rồng thắng",
      tiger: "Hổ thắng",
      tie: "Hòa",
      "suited-tie": "Hòa cùng chất",
    },
    won: { dragon: "Rồng thắng", tiger: "Hổ thắng", tie: "Hòa" },
  },
  baccarat: {
    name: "Baccarat",
    sides: { player: "Nhà con", banker: "Nhà cái", tie: "Hòa" },
    playing: "Đang mở bài",
    rules: [
      "Nhà con và Nhà cái mỗi bên nhận hai lá, từ tám bộ bài được xào mới cho mỗi ván. Bên gần 9 điểm hơn thắng.",
      "A tính 1 điểm, 2 đến 9 tính theo số, 10 và J, Q, K tính 0 điểm; tổng điểm chỉ lấy chữ số cuối.",
      "Hai lá đầu được 8 hoặc 9 điểm là bài tự nhiên: không bên nào rút thêm.",
      "Nếu không có bài tự nhiên, Nhà con rút lá thứ ba khi có 5 điểm trở xuống. Nếu Nhà con không rút, Nhà cái rút khi có 5 điểm trở xuống.",
      "Nếu Nhà con đã rút, Nhà cái rút khi có 2 điểm trở xuống; có 3 điểm thì rút trừ khi lá thứ ba của Nhà con là 8; có 4 điểm thì rút nếu lá đó từ 2 đến 7; có 5 điểm, nếu từ 4 đến 7; có 6 điểm, nếu là 6 hoặc 7.",
    ],
    odds: {
      banker: "Nhà cái thắng",
      player: "Nhà con thắng",
      tie: "Hòa",
      natural: "Một bên có bài tự nhiên",
      "player-pair": "Đôi Nhà con",
      "banker-pair": "Đôi Nhà cái",
    },
    won: { player: "Nhà con thắng", banker: "Nhà cái thắng", tie: "Hòa" },
  },
  bigsixball: {
    name: "Big Six Ball",
    sides: {
      rovers: "Rovers",
      united: "United",
      city: "City",
      wanderers: "Wanderers",
      athletic: "Athletic",
      rangers: "Rangers",
    },
    playing: "Đang đua",
    replayed: "Xem lại về đích",
    rules: [
      "Sáu quả bóng đua cho sáu đội. Thứ tự cán đích là kết quả.",
      "Cả 720 thứ tự đều có xác suất như nhau. Cuộc đua chỉ trình diễn thứ tự đã được rút trước, không quyết định thứ tự đó.",
      "Có thể đặt cược cho đến khi vòng đếm ngược chạy hết.",
    ],
    odds: {
      winner: "Đội đã chọn về nhất",
      podium: "Đội đã chọn vào ba hạng đầu",
      exacta: "Hai đội đã chọn về nhất và nhì, đúng thứ tự",
      trifecta: "Ba đội đã chọn về nhất, nhì và ba, đúng thứ tự",
    },
    won: "{side} về nhất",
    lettering: {
      photo: "Photo finish",
      runaway: "Bỏ xa đối thủ",
      comeback: "Từ cuối lên đầu",
      battle: "Bám đuổi sát nút",
    },
  },
};
