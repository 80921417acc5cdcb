import type { VerifyWords } from "../words.ts";

export const words: VerifyWords = {
  page: {
    title: "Kiểm chứng một ván",
    lead: "Mỗi ván đều đã được chốt một ngày trước khi chơi. Tại đây chính trình duyệt của bạn chia lại ván đó và kiểm tra từng bước, từ cam kết đến kết quả.",
    language: "Ngôn ngữ",
    game: "Trò chơi",
    round: "Ván",
    check: "Kiểm chứng",
    checking: "Đang kiểm chứng…",
    paste: "Hoặc bản ghi một ván, hoặc bằng chứng bạn đã lưu",
    openFile: "Mở tệp",
    checkPasted: "Kiểm chứng nội dung đã dán",
    noRecord: "Đây không phải bản ghi của một ván.",
    unavailable: "Không lấy được: {why}",
    otherRound: "Nhà tổ chức trả về một ván khác với ván được hỏi.",
    keys: "Khóa bạn đã giữ",
    keysHelp:
      "Khóa công khai của nhà tổ chức, mỗi dòng một khóa. Khi ở đây có khóa thì không tin khóa nào khác. Trình duyệt này ghi nhớ các khóa.",
    keepKeys: "Giữ các khóa mà nhà tổ chức đang công bố",
    badKeys: "Một khóa gồm 64 chữ số thập lục phân viết thường.",
    steps: "Từng bước",
    values: "Giá trị",
    save: "Lưu bằng chứng này",
    saveHelp:
      "Hãy lưu cả trang này: mở từ ổ đĩa, trang kiểm chứng được các bằng chứng đã lưu mà không cần mạng.",
  },
  statuses: {
    pass: "đúng",
    fail: "sai",
    word: "lời nhà tổ chức",
    open: "chưa rõ",
    none: "không kiểm tra",
  },
  checks: {
    format: "Đọc được",
    key: "Ai đã ký",
    signature: "Chữ ký",
    day: "Các ván trong ngày",
    header: "Đúng tiêu đề",
    published: "Công bố từ trước",
    kept: "Đã giữ từ trước",
    round: "Vị trí và giờ ngừng cược",
    commitment: "Hạt giống",
    inclusion: "Chốt cho cả ngày",
    "beacon-number": "Tín hiệu nào",
    beacon: "Tín hiệu",
    outcome: "Kết quả",
    results: "Trong bảng kết quả",
  },
  reasons: {
    "format-right": "Bản ghi và tiêu đề của ngày thuộc phiên bản mà trang này hiểu được.",
    "format-wrong": "Trường “{field}” bị thiếu hoặc không đúng.",
    "key-pinned": "Khóa ký {key} là khóa bạn đã giữ.",
    "key-shown":
      "Khóa ký {key} là khóa nhà tổ chức công bố hôm nay. Hãy giữ lại để lần sau so sánh.",
    "key-foreign": "Khóa ký {key} không nằm trong các khóa của nhà tổ chức.",
    "key-unknown":
      "Không rõ ai đã ký. Ai cũng có thể bịa một bằng chứng như vậy bằng khóa của chính mình. Hãy so khóa này với khóa bạn đã giữ, hoặc hỏi nhà tổ chức.",
    "signature-right": "Không một byte nào của tiêu đề thay đổi kể từ khi nhà tổ chức ký.",
    "signature-wrong": "Chữ ký không khớp với tiêu đề.",
    "day-right":
      "Tiêu đề bao gồm mọi ván trong ngày, từ ván đầu đến ván cuối, và ngừng đặt cược vào lúc giao thức quy định.",
    "day-wrong":
      "Ngày {date} trò chơi này có các ván từ {firstRound} đến {lastRound}, ngừng đặt cược {closesMs} ms sau khi mở ván; tiêu đề ghi khác.",
    "header-right": "Bản ghi thuộc về tiêu đề này chứ không phải tiêu đề nào khác.",
    "header-other": "Bản ghi nêu tiêu đề {named}, nhưng đây là {headerHash}.",
    "published-before":
      "Theo chính tiêu đề, nó được công bố một ngày trước khi ngày đó bắt đầu. Ai đã lưu kịp lúc thì biết chắc.",
    "published-first":
      "Công bố {publishedAt}, mở ván {opensAt}. Hạn là {dueAt}, nhưng đây là những ngày đầu tiên nhà tổ chức công bố.",
    "published-short":
      "Công bố {publishedAt}, nhưng hạn là {dueAt}, 24 giờ trước khi ngày đó bắt đầu. Chỉ hai ngày đầu tiên của nhà tổ chức mới được như vậy, và chỉ nhà tổ chức nói được đây có phải hai ngày đó không.",
    "published-behind":
      "Công bố {publishedAt}, nhưng hạn là {dueAt}, 24 giờ trước khi ngày đó bắt đầu. Ngày trước đó được công bố đúng hạn, nên đây không phải những ngày đầu tiên của nhà tổ chức.",
    "published-late":
      "Công bố {publishedAt}, nhưng ván đã mở lúc {opensAt}: không có gì ràng buộc nhà tổ chức từ trước.",
    "published-older":
      "Ván này có trước tiêu đề đầu tiên của dịch vụ, vốn chỉ áp dụng từ ván {firstRound}. Không có cam kết nào cho ván này nên không thể chứng minh hay bác bỏ.",
    "kept-same": "Bản ghi bạn giữ khi còn nhận cược nêu cùng tiêu đề và cùng mã băm.",
    "kept-other": "Bản ghi bạn giữ khi còn nhận cược nêu tiêu đề khác hoặc mã băm khác.",
    "kept-nothing":
      "Không có gì được giữ khi còn nhận cược: tiêu đề có từ lúc đó chỉ là lời nhà tổ chức.",
    "round-right": "Ván này thuộc ngày đó và đã ngừng đặt cược vào lúc tiêu đề ghi.",
    "round-outside": "Ván {round} không thuộc ngày của tiêu đề.",
    "round-closing": "Theo tiêu đề, ngừng đặt cược lúc {closesAt}; bản ghi nói khác.",
    "commitment-right":
      "Hạt giống được công bố lúc này chính là hạt giống mà nhà tổ chức đã bị ràng buộc từ trước bằng mã băm.",
    "commitment-wrong": "Hạt giống cho ra {commitment}, không phải giá trị đã cam kết.",
    "inclusion-right": "Mã băm đó luôn nằm trong tiêu đề đã ký: không hạt giống nào bị tráo.",
    "inclusion-wrong": "Các mã băm không dẫn đến gốc của tiêu đề.",
    "beacon-number-right":
      "Tín hiệu do đồng hồ định, 3 giây sau khi ngừng đặt cược. Không ai chọn nó.",
    "beacon-number-wrong": "Bản ghi nêu một tín hiệu khác với tín hiệu do đồng hồ định.",
    "beacon-number-chain":
      "Chuỗi {chain} không nằm trong các chuỗi bạn tin, nên không biết đồng hồ của nó.",
    "beacon-number-seed": "Không có tín hiệu: ván này chỉ do hạt giống quyết định.",
    "beacon-right":
      "Tín hiệu là thật. Khi còn nhận cược nó chưa tồn tại, nên không ai biết kết quả, kể cả nhà tổ chức.",
    "beacon-wrong": "Đây không phải tín hiệu mang số đó.",
    "beacon-chain": "Chuỗi {chain} không nằm trong các chuỗi bạn tin, nên không biết khóa của nó.",
    "beacon-seed":
      "Ván này chỉ do hạt giống quyết định. Các bước kiểm tra chứng minh nhà tổ chức không đổi kết quả, nhưng không chứng minh nhà tổ chức không biết kết quả khi còn nhận cược.",
    "outcome-right": "Chia lại thì ra đúng kết quả này.",
    "outcome-wrong": "Kết quả thu được khác với bản ghi.",
    "outcome-early": "Kết quả được công bố khi đã xác định.",
    "results-right": "Bảng kết quả của nhà tổ chức, căn cứ để trả thưởng, cũng ghi như vậy.",
    "results-other": "Bảng kết quả của nhà tổ chức ghi khác về ván này.",
    "results-missing": "Bảng kết quả của nhà tổ chức không có ván này.",
    "results-unasked": "Chưa hỏi nhà tổ chức về bảng kết quả.",
  },
  verdicts: {
    proven: "Đã chứng minh: mọi bước đều đúng, và chính bạn đã giữ lời hứa trước khi biết kết quả.",
    consistent:
      "Nhất quán: mọi thứ đều khớp, nhưng việc lời hứa có kịp lúc chỉ là lời nhà tổ chức.",
    undecided: "Chưa kết luận: không có gì sai, nhưng chưa kiểm tra được tất cả.",
    refuted: "Bị bác bỏ: có một bước kiểm tra không đạt.",
  },
};
