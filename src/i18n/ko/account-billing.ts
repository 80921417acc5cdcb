import { MAX_LATE_DAYS } from "../../wire/account-limits.ts";
import type { AccountWords } from "../words.ts";

/** Plans have the names that the service gives them. Those that only count days are counted here too. */
export const nameOf = (plan: string): string => plan.replace(/^(\d+) days?$/, "$1일");

export const prices: AccountWords["prices"] = {
  title: "가격",
  buys: "키가 있으면 Dragon Tiger, Baccarat, Big Six Ball와 로비의 임베드 페이지를 지정한 사이트에 프레임으로 넣을 수 있으며, 요금제가 끝날 때까지 유효합니다. 갱신해도 키는 그대로입니다. JSON과 요소에는 키가 필요 없습니다.",
  link: "가격 보기",
};

export const plans: AccountWords["plans"] = {
  title: "요금제",
  lead: "세 테이블 모두, 시청자와 사이트 수 제한 없이. TRC20 USDT로 결제하며 약정이 없습니다.",
  notSelling:
    "지금은 결제를 받지 않습니다. 서비스 운영자에게 이용 기간을 추가해 달라고 요청하세요.",
  terms: (plan, days, priceOfDay) => {
    const [length, rate] = [`${days}일`, `하루 ${priceOfDay} USDT`];
    return nameOf(plan) === length ? rate : `${length}, ${rate}`;
  },
  nameOf,
  choose: (plan) => `${nameOf(plan)} 고르기`,
  adds: (date) => `지금 사는 기간은 현재 구독이 끝나는 ${date}부터 시작합니다.`,
  runs: {
    now: (from, until) => `지금 결제하면 ${from}부터 ${until}까지 이용합니다.`,
    next: (from, until) => `${from}부터 ${until}까지 이용합니다.`,
  },
  open: "결제를 기다리는 청구서",
  openItem: (plan) => `${nameOf(plan)}, 아직 결제되지 않음`,
  pay: (amount) => `${amount} USDT 결제하기`,
  salt: "청구서는 표시된 가격보다 더 청구하지 않습니다. 청구 금액은 1센트 미만으로 조금 적으며, 그 소수점으로 결제를 구별합니다. 지갑이나 거래소의 송금 수수료는 별도입니다.",
  entropy: {
    seed: "테이블의 라운드는 서비스의 비밀값만으로 결정됩니다. 서비스는 결과를 바꿀 수 없지만 모든 결과를 미리 알 수 있습니다.",
    drand:
      "각 라운드는 베팅 중에는 존재하지 않는 공개 비콘으로도 결정됩니다. 아무도 결과를 미리 알 수 없습니다.",
  },
  balance: (amount) => `잔액이 ${amount} USDT 있습니다. 다음 요금제의 전부 또는 일부를 냅니다.`,
  fromBalance: (plan) => `잔액으로 ${nameOf(plan)} 결제`,
};

export const invoice: AccountWords["invoice"] = {
  title: (plan) => `${nameOf(plan)} 결제`,
  lead: "정확히 이 금액을 이 주소로 보내세요. 도착하면 이 페이지에 표시됩니다.",
  sum: {
    price: "가격",
    fromBalance: "잔액에서",
    less: "결제를 구별하려고 뺀 금액",
    total: "보낼 금액",
  },
  exactly:
    "소수점 아래까지 같아야 합니다. 그 숫자로 결제를 구별합니다. 지갑이나 거래소의 송금 수수료는 별도이며, 이 금액이 그대로 도착해야 합니다.",
  otherwise: {
    title: "금액이 다르거나 늦으면 어떻게 되나요?",
    less: "적게 보내면: 잔액에 넣고, 다음 청구서는 나머지만 청구합니다.",
    more: "더 보내면: 요금제가 시작되고, 남은 금액은 잔액에 넣습니다.",
    twice: "두 번 보내면: 두 번째 금액은 잔액에 넣습니다.",
    late: (closes) => `늦게 보내면: ${closes}까지는 그대로 받습니다.`,
    later: `그 뒤 ${MAX_LATE_DAYS}일 동안은 보낸 시점의 가격으로 요금제를 사고, 그 가격에 모자라면 잔액에 넣습니다. 그보다 늦으면 사람이 결정합니다.`,
    unlike: (most) =>
      `센트 단위로 반올림했거나 ${most} USDT 넘게 차이 나면: 누구의 결제인지 사람이 확인해야 합니다.`,
    elsewhere: "다른 네트워크나 다른 코인으로 보내면: 결제로 인정되지 않으며 잃게 됩니다.",
  },
  address: "주소",
  network: "네트워크",
  networkOnly: "TRON (TRC20) 전용. 다른 네트워크로 보낸 금액은 잃게 됩니다.",
  qr: "주소 QR 코드",
  validFor: "남은 시간",
  validUntil: (date) => `${date} 전에 결제하세요.`,
  grace: (date) => `시간이 지났습니다. 이미 보낸 결제는 ${date}까지 받습니다.`,
  expired:
    "만료된 청구서입니다. 결제하지 말고 요금제를 다시 고르세요. 이미 보냈다면 아래에 트랜잭션을 알려 주세요.",
  replaced:
    "새 청구서로 대체된 청구서입니다. 결제하지 마세요. 이미 보냈다면 아래에 트랜잭션을 알려 주세요.",
  paidAgain: "두 번 보냈어요",
  paidAgainLead: "다른 트랜잭션을 알려 주세요. 사라지지 않으며 사람이 확인합니다.",
  hash: "트랜잭션 해시 (선택)",
  hashHint:
    "더 빨리 확인하려면 트랜잭션을 알려 주세요: 영문자와 숫자 64자 또는 지갑의 트랜잭션 링크.",
  submit: "결제 확인",
  status: "내 결제",
  nothingYet:
    "아직 도착한 결제가 없습니다. 보내면 보통 몇 분 안에 자동으로 확인됩니다. 이 페이지를 닫아도 됩니다.",
  paid: "결제되었습니다. 구독이 시작되었습니다.",
  toKey: "키 보러 가기",
  receipt: {
    title: "영수증",
    paid: "결제일",
    customer: "고객",
    seller: "판매자",
    print: "인쇄",
    fromBalance: (amount) => `및 잔액 ${amount} USDT`,
    allFromBalance: (amount) => `잔액 ${amount} USDT`,
    toBalance: (amount) => `그중 ${amount} USDT는 잔액으로`,
  },
  toRest: "나머지 결제",
  progress: {
    heads: {
      waiting: "네트워크가 결제를 다시 처리하고 있습니다",
      block: "결제를 확인하고 있습니다",
      kept: "결제가 도착했습니다",
      review: "결제가 도착했습니다",
    },
    undone:
      "결제가 들어 있던 블록을 네트워크가 취소했습니다. 가끔 있는 일이며, 대개 저절로 다른 블록에 들어가니 지금은 아무것도 하지 마세요. 지갑에 금액이 돌아왔을 때만 다시 보내세요.",
    waiting: "지금은 블록에 없음",
    seen: "네트워크에 보임",
    inBlock: (block) => (block === null ? "블록에 들어감" : `블록 ${block}에 들어감`),
    confirmed: (needed) => `${needed}번 중 #번 확인됨`,
    soon: (needed) => `블록 ${needed}개가 확인하면 반영됩니다. 약 1분 걸립니다.`,
    ends: { credited: "반영됨", kept: "잔액에 넣음", review: "사람이 확인하는 중" },
    lastNews: "네트워크의 마지막 소식:",
    arrived: "도착한 금액",
    runsUntil: "요금제 종료",
    explorer: "블록 탐색기에서 보기",
    again: "금액과 주소",
    other: "다른 트랜잭션 알려 주기",
  },
  states: {
    waiting: "찾고 있습니다. 아직 네트워크에 보이지 않습니다.",
    seen: "블록에 들어갔습니다. 블록 몇 개가 더 확인하면, 약 1분 뒤 반영됩니다.",
    paid: "확인되었습니다. ",
    review: "도착했지만 사람이 확인해야 합니다: ",
    rejected: "이 청구서의 결제가 아닙니다: ",
  },
  reasons: {
    amount_mismatch: "금액이 청구한 금액과 다릅니다.",
    too_old: "청구서보다 먼저 보낸 것입니다.",
    invoice_expired: "청구서가 만료된 뒤에 도착했습니다.",
    tx_failed: "실패한 트랜잭션입니다.",
    no_usdt_transfer: "USDT를 보내지 않은 트랜잭션입니다.",
    other_recipient: "다른 주소로 보낸 것입니다.",
    other_invoice: "금액이 청구한 금액과 다릅니다.",
    own_invoice: "정확히 이 금액을 청구한 내 다른 청구서가 결제되었습니다.",
    too_little: "청구한 금액보다 적어 잔액에 넣었습니다. 나머지를 보내세요.",
    too_much: "청구한 금액보다 많습니다. 남은 금액은 잔액이나 기간으로 남습니다.",
    twice: "이미 결제된 청구서라서 잔액에 넣었습니다.",
    late: "늦게 도착해 그 가격으로 살 수 없어 잔액에 넣었습니다.",
    duplicate_hash: "이미 쓴 트랜잭션입니다.",
    not_found: "네트워크가 모르는 트랜잭션입니다. 다시 알려 주셔도 됩니다.",
    dismissed: "확인했으나 받지 않았습니다. 서비스 운영자에게 문의하세요.",
    account_deleted: "계정이 삭제되었습니다.",
  },
};

export const payments: AccountWords["payments"] = {
  title: "결제 내역",
  none: "아직 결제가 없습니다.",
  toInvoice: (plan) => `${nameOf(plan)} 청구서`,
  balance: "잔액",
  balanceLead: (amount) =>
    `${amount} USDT가 있습니다. 다음 요금제의 전부 또는 일부를 냅니다. 돌려받으려면 서비스 운영자에게 문의하세요.`,
  kinds: {
    too_little: "모자라게 보냄",
    too_much: "더 보냄",
    twice: "두 번 보냄",
    late: "늦게 보냄",
    spent: "요금제 구매",
    refunded: "환불",
  },
  invoices: "청구서",
  invoiceStates: {
    open: "결제를 기다리는 중",
    grace: "시간이 지남, 이미 보낸 결제는 받음",
    review: "사람이 확인하는 중",
    paid: "결제됨",
    closed: "닫힘",
    expired: "만료됨",
  },
  csv: "CSV로 받기",
  heads: {
    number: "번호",
    date: "날짜",
    plan: "요금제",
    amount: "금액",
    period: "기간",
    state: "상태",
    transaction: "트랜잭션",
  },
};
