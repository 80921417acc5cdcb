import type { VerifyWords } from "../words.ts";

export const words: VerifyWords = {
  page: {
    title: "라운드 검증",
    lead: "모든 라운드는 진행되기 하루 전에 확정됩니다. 여기서는 여러분의 브라우저가 직접 카드를 다시 돌리고, 약속부터 결과까지 모든 단계를 확인합니다.",
    language: "언어",
    game: "게임",
    round: "라운드",
    check: "검증",
    checking: "검증 중…",
    paste: "또는 라운드 기록이나 저장해 둔 증명",
    openFile: "파일 열기",
    checkPasted: "붙여 넣은 내용 검증",
    noRecord: "라운드 기록이 아닙니다.",
    unavailable: "가져오지 못했습니다: {why}",
    otherRound: "하우스가 요청한 것과 다른 라운드를 알려 주었습니다.",
    keys: "보관해 둔 키",
    keysHelp:
      "하우스의 공개 키를 한 줄에 하나씩 적습니다. 여기에 키가 하나라도 있으면 다른 키는 믿지 않습니다. 이 브라우저에 저장됩니다.",
    keepKeys: "지금 하우스가 공개하는 키를 보관하기",
    badKeys: "키는 소문자 16진수 64자리입니다.",
    steps: "단계별 확인",
    values: "값",
    save: "이 증명 저장",
    saveHelp:
      "이 페이지도 저장해 두세요. 디스크에서 열면 네트워크 없이도 저장된 증명을 검증합니다.",
  },
  statuses: {
    pass: "확인",
    fail: "실패",
    word: "운영자의 말",
    open: "미확인",
    none: "확인 안 함",
  },
  checks: {
    format: "형식",
    key: "서명한 키",
    signature: "서명",
    day: "그날의 라운드",
    header: "해당 헤더",
    published: "사전 공개",
    kept: "미리 보관한 기록",
    round: "순서와 마감 시각",
    commitment: "시드",
    inclusion: "하루 전체의 확정",
    "beacon-number": "비콘 번호",
    beacon: "비콘",
    outcome: "결과",
    results: "결과 목록",
  },
  reasons: {
    "format-right": "기록과 그날의 헤더를 읽을 수 있는 버전입니다.",
    "format-wrong": "“{field}” 항목이 없거나 올바르지 않습니다.",
    "key-pinned": "서명한 키 {key}은(는) 보관해 둔 키입니다.",
    "key-shown":
      "서명한 키 {key}은(는) 오늘 하우스가 공개하는 키입니다. 보관해 두었다가 다음에 비교하세요.",
    "key-foreign": "서명한 키 {key}은(는) 하우스의 키가 아닙니다.",
    "key-unknown":
      "누가 서명했는지 알 수 없습니다. 이런 증명은 누구나 자기 키로 꾸며낼 수 있습니다. 보관해 둔 키와 비교하거나 하우스에 확인하세요.",
    "signature-right": "하우스가 서명한 뒤로 헤더가 한 바이트도 바뀌지 않았습니다.",
    "signature-wrong": "서명이 헤더와 맞지 않습니다.",
    "day-right":
      "헤더는 그날의 첫 라운드부터 마지막 라운드까지 모두를 가리키며, 베팅은 규약이 정한 때에 마감됩니다.",
    "day-wrong":
      "{date}에 이 게임의 라운드는 {firstRound}부터 {lastRound}까지이고 베팅은 라운드 시작 {closesMs}ms 뒤에 마감되는데, 헤더의 내용이 다릅니다.",
    "header-right": "이 기록은 다른 헤더가 아닌 바로 이 헤더에 속합니다.",
    "header-other": "기록은 헤더 {named}를 가리키지만 이 헤더는 {headerHash}입니다.",
    "published-before":
      "헤더 스스로 밝힌 바로는 그날이 시작되기 하루 전에 공개되었습니다. 그때 저장해 둔 사람은 직접 확인할 수 있습니다.",
    "published-first":
      "공개 {publishedAt}, 라운드 시작 {opensAt}. 기한은 {dueAt}이지만 하우스가 공개한 첫 이틀입니다.",
    "published-short":
      "{publishedAt}에 공개되었지만 기한은 그날이 시작되기 24시간 전인 {dueAt}입니다. 하우스의 첫 이틀에만 허용되며, 그런 날인지는 하우스만 알려 줄 수 있습니다.",
    "published-behind":
      "{publishedAt}에 공개되었지만 기한은 그날이 시작되기 24시간 전인 {dueAt}입니다. 전날은 제때 공개되었으므로 하우스의 첫 이틀이 아닙니다.",
    "published-late":
      "{publishedAt}에 공개되었지만 라운드는 {opensAt}에 이미 시작되었습니다. 사전에 확정된 것이 없습니다.",
    "published-older":
      "이 라운드는 이 서비스의 첫 헤더보다 오래되었습니다. 헤더는 {firstRound} 라운드부터 적용됩니다. 미리 약속된 것이 없으므로 증명도 반증도 할 수 없습니다.",
    "kept-same": "베팅을 받는 동안 보관한 기록에 같은 헤더와 같은 해시가 있습니다.",
    "kept-other": "베팅을 받는 동안 보관한 기록에 다른 헤더나 다른 해시가 있습니다.",
    "kept-nothing":
      "베팅을 받는 동안 보관한 기록이 없습니다. 헤더가 그때부터 있었다는 것은 운영자의 말뿐입니다.",
    "round-right": "그날의 라운드이며, 헤더에 적힌 시각에 베팅이 마감되었습니다.",
    "round-outside": "라운드 {round}은(는) 헤더의 날짜에 속하지 않습니다.",
    "round-closing": "헤더에 따르면 베팅은 {closesAt}에 마감되는데 기록의 내용이 다릅니다.",
    "commitment-right": "지금 공개된 시드는 전에 해시로 확정해 둔 바로 그 시드입니다.",
    "commitment-wrong": "시드에서 {commitment}가 나오며, 이는 확정해 둔 값이 아닙니다.",
    "inclusion-right":
      "그 해시는 처음부터 서명된 헤더 안에 있었습니다. 시드가 바꿔치기되지 않았습니다.",
    "inclusion-wrong": "해시들이 헤더의 루트에 이르지 않습니다.",
    "beacon-number-right":
      "비콘은 시계가 정합니다. 베팅 마감 3초 뒤의 비콘이며 아무도 고르지 않았습니다.",
    "beacon-number-wrong": "기록에 적힌 비콘이 시계가 정한 비콘과 다릅니다.",
    "beacon-number-chain": "체인 {chain}은(는) 신뢰하는 체인이 아니어서 그 시각을 알 수 없습니다.",
    "beacon-number-seed": "비콘 없음: 이 라운드는 시드만으로 결정되었습니다.",
    "beacon-right":
      "진짜 비콘입니다. 베팅을 받는 동안에는 존재하지 않았으므로 하우스를 포함해 아무도 결과를 알 수 없었습니다.",
    "beacon-wrong": "그 번호의 비콘이 아닙니다.",
    "beacon-chain": "체인 {chain}은(는) 신뢰하는 체인이 아니어서 그 키를 알 수 없습니다.",
    "beacon-seed":
      "이 라운드는 시드만으로 결정되었습니다. 하우스가 결과를 바꾸지 않았다는 것은 증명되지만, 베팅을 받는 동안 결과를 몰랐다는 것은 증명되지 않습니다.",
    "outcome-right": "다시 돌리면 정확히 이 결과가 나옵니다.",
    "outcome-wrong": "기록과 다른 결과가 나옵니다.",
    "outcome-early": "결과는 확정되면 공개됩니다.",
    "results-right": "베팅을 정산하는 기준인 하우스의 결과 목록도 이와 같습니다.",
    "results-other": "하우스의 결과 목록은 이 라운드를 다르게 적고 있습니다.",
    "results-missing": "하우스의 결과 목록에 이 라운드가 없습니다.",
    "results-unasked": "하우스에 결과 목록을 요청하지 않았습니다.",
  },
  verdicts: {
    proven: "증명됨: 모든 확인을 통과했고, 결과가 알려지기 전의 약속을 직접 보관했습니다.",
    consistent: "일치함: 모두 들어맞지만, 약속이 제때 있었다는 것은 운영자의 말뿐입니다.",
    undecided: "미확정: 틀린 것은 없지만 모두 확인하지는 못했습니다.",
    refuted: "반증됨: 통과하지 못한 확인이 있습니다.",
  },
};
