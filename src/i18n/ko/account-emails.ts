import {
  CODES_LOCK_MINUTES,
  ENDPOINT_FAILING_DAYS,
  RESET_LINK_MINUTES,
} from "../../wire/account-limits.ts";
import type { AccountWords } from "../words.ts";

export const emails: AccountWords["emails"] = {
  verify: (link) => ({
    subject: "주소를 확인해 주세요",
    text: `Tableside에 오신 것을 환영합니다.\n\n하루 안에 이 링크를 열어 주소를 확인하세요:\n${link}\n\n계정을 만들지 않았다면 이 메일을 무시하세요.`,
  }),
  reset: (link) => ({
    subject: "새 비밀번호를 정하세요",
    text: `${RESET_LINK_MINUTES}분 안에 이 링크를 열어 Tableside의 새 비밀번호를 정하세요. 한 번만 쓸 수 있습니다:\n${link}\n\n요청하지 않았다면 이 메일을 무시하세요. 바뀐 것은 없습니다.`,
  }),
  taken: (link) => ({
    subject: "이미 계정이 있습니다",
    text: `누군가 이 주소로 Tableside 계정을 만들려고 했습니다. 이미 계정이 있으니 로그인하거나 새 비밀번호를 정하세요:\n${link}`,
  }),
  ends: (link, date, days) => ({
    subject: days === 1 ? "구독이 하루 안에 끝납니다" : `구독이 ${days}일 뒤 끝납니다`,
    text: `Tableside 구독이 ${date}에 끝납니다. 그 뒤에는 갱신할 때까지 테이블이 “Expired”로 응답합니다. 지금 갱신하면 끝나는 날에 더해집니다:\n${link}`,
  }),
  ended: (link, date) => ({
    subject: "구독이 끝났습니다",
    text: `Tableside 구독이 ${date}에 끝나 테이블이 “Expired”로 응답합니다. 갱신하면 같은 키가 다시 동작합니다:\n${link}`,
  }),
  webhookOff: {
    failed: (link, url) => ({
      subject: "웹훅 엔드포인트를 껐습니다",
      text: `이 엔드포인트가 ${ENDPOINT_FAILING_DAYS}일 동안 웹훅을 받지 않아 껐습니다:\n${url}\n\n결과는 사라지지 않았으니 API에서 읽으세요. 엔드포인트가 다시 응답하면 여기에서 켜세요:\n${link}`,
    }),
    gone: (link, url) => ({
      subject: "웹훅 엔드포인트를 껐습니다",
      text: `이 엔드포인트가 “410 Gone”으로 응답해 껐습니다:\n${url}\n\n실수였다면 여기에서 다시 켜세요:\n${link}`,
    }),
  },
  address: {
    old: (link, email) => ({
      subject: "계정의 주소를 바꿀까요?",
      text: `Tableside 계정의 주소를 다음으로 바꿔 달라는 요청을 받았습니다:\n\n- ${email}\n\n본인이 요청했다면 하루 안에 이 링크에서 동의하세요:\n${link}\n\n요청하지 않았다면 다른 사람이 비밀번호를 알고 있는 것입니다. 동의하지 말고 새 비밀번호를 정하세요. 동의하지 않으면 아무것도 바뀌지 않습니다.`,
    }),
    new: (link, email) => ({
      subject: "새 주소를 확인해 주세요",
      text: `누군가 Tableside 계정에서 이 주소(${email})를 쓰겠다고 요청했습니다. 본인이라면 하루 안에 이 링크에서 동의하세요:\n${link}\n\n본인이 아니라면 이 메일을 무시하세요. 아무것도 바뀌지 않습니다.`,
    }),
    moved: (link, date) => ({
      subject: "계정의 주소가 바뀌었습니다",
      text: `${date}부터 Tableside 계정은 동의하신 새 주소를 씁니다. 이 주소로는 더 이상 로그인할 수 없고 메일도 보내지 않습니다:\n${link}\n\n본인이 한 일이 아니라면 이 메일에 답장해 주세요.`,
    }),
  },
  news: {
    address_changed: (link, date) => ({
      subject: "이 주소가 계정의 새 주소입니다",
      text: `두 주소가 동의하여 ${date}부터 Tableside 계정은 이 주소를 쓰며, 다른 모든 브라우저에서 로그아웃되었습니다.\n\n본인이 한 일이 아니라면 새 비밀번호를 정하세요:\n${link}`,
    }),
    password_changed: (link, date) => ({
      subject: "비밀번호가 변경되었습니다",
      text: `${date}에 Tableside 계정의 비밀번호가 변경되었고 다른 모든 브라우저에서 로그아웃되었습니다.\n\n본인이 변경한 것이 아니라면 바로 새 비밀번호를 정하세요:\n${link}`,
    }),
    password_reset: (link, date) => ({
      subject: "비밀번호가 변경되었습니다",
      text: `${date}에 메일로 보낸 링크를 통해 Tableside 계정의 새 비밀번호가 설정되었고 모든 브라우저에서 로그아웃되었습니다.\n\n본인이 변경한 것이 아니라면 다른 사람이 메일을 읽을 수 있다는 뜻입니다. 메일 계정을 먼저 보호한 뒤 새 비밀번호를 정하세요:\n${link}`,
    }),
    second_factor_on: (link, date) => ({
      subject: "로그인 인증 코드가 켜졌습니다",
      text: `${date}부터 Tableside 계정에 로그인하려면 앱의 인증 코드가 필요합니다.\n\n본인이 켠 것이 아니라면 바로 새 비밀번호를 정하고 이 메일에 답장해 주세요. 코드 없이는 로그인할 수 없습니다.\n${link}`,
    }),
    second_factor_off: (link, date) => ({
      subject: "로그인 인증 코드가 꺼졌습니다",
      text: `${date}에 Tableside 계정의 로그인 인증 코드가 꺼졌습니다. 이제 비밀번호만으로 로그인할 수 있습니다.\n\n본인이 끈 것이 아니라면 바로 새 비밀번호를 정하세요:\n${link}`,
    }),
    recovery_code_used: (link, date, from) => ({
      subject: "복구 코드가 사용되었습니다",
      text: `${date}에 ${from}에서 비밀번호와 복구 코드로 Tableside 계정에 로그인했습니다.\n\n본인이 아니라면 그 브라우저를 로그아웃시키고, 새 비밀번호를 정하고, 복구 코드를 새로 받으세요:\n${link}`,
    }),
    codes_locked: (link, date) => ({
      subject: "틀린 인증 코드가 너무 많이 입력되었습니다",
      text: `누군가 Tableside 계정의 올바른 비밀번호를 입력한 뒤 틀린 인증 코드를 너무 많이 입력했습니다. 마지막 입력은 ${date}입니다. ${CODES_LOCK_MINUTES}분 동안은 어떤 코드도 받지 않습니다.\n\n본인이 아니라면 비밀번호가 알려진 것이니 바로 새 비밀번호를 정하세요:\n${link}`,
    }),
    origins_changed: (link, date, sites) => ({
      subject: "키를 쓸 수 있는 사이트가 변경되었습니다",
      text: `${date}에 테이블을 표시할 수 있는 사이트 목록이 변경되었습니다. ${sites === "" ? "이제 모든 사이트에서 표시할 수 있습니다." : `현재 목록:\n\n${sites}`}\n\n본인이 변경한 것이 아니라면 목록을 되돌리고 새 비밀번호를 정하세요:\n${link}`,
    }),
    signed_in_elsewhere: (link, date, from) => ({
      subject: "새 브라우저에서 로그인했습니다",
      text: `${date}에 처음 보는 브라우저가 Tableside 계정에 로그인했습니다(${from}).\n\n본인이 아니라면 그 브라우저를 로그아웃시키고 새 비밀번호를 정하세요:\n${link}`,
    }),
    payment_seen: (link, date, hash) => ({
      subject: "결제가 처리되고 있습니다",
      text: `${date}에 네트워크에서 고객님의 결제를 확인했습니다. 트랜잭션:\n\n${hash}\n\n블록이 확정되면, 약 1분 뒤 반영됩니다. 진행 상황:\n${link}`,
    }),
    payment_in_review: (link, date, hash) => ({
      subject: "결제를 사람이 확인하고 있습니다",
      text: `결제가 도착했지만 청구서에 자동으로 반영할 수 없습니다:\n\n${hash}\n\n${date}에 서비스 운영자에게 알렸으며, 운영자가 결정합니다. 다시 보내지 않아도 됩니다. 진행 상황과 이유:\n${link}`,
    }),
    payment_dismissed: (link, date, hash) => ({
      subject: "결제를 확인했으나 받지 않았습니다",
      text: `${date}에 이 트랜잭션은 계정의 결제가 아닌 것으로 결정되었습니다:\n\n${hash}\n\n본인의 결제라면 이 메일에 답장해 주세요. 결제 내역:\n${link}`,
    }),
    payment_credited: (link, date, amount) => ({
      subject: "결제가 반영되었습니다",
      text: `감사합니다. ${amount} USDT 결제가 ${date}에 반영되었습니다. 키와 사용 기간은 대시보드에서 볼 수 있습니다:\n${link}`,
    }),
    balance_credited: (link, date, amount) => ({
      subject: "결제 금액을 잔액에 넣었습니다",
      text: `${date}에 ${amount} USDT가 도착했습니다. 부족하거나 늦었거나 이미 결제된 청구서로 보내신 금액이라 잔액에 넣었으며, 다음 요금제의 전부 또는 일부를 냅니다. 청구서와 잔액은 여기에서 볼 수 있습니다:\n${link}`,
    }),
    balance_refunded: (link, date, amount) => ({
      subject: "잔액을 돌려 드렸습니다",
      text: `${date}에 잔액에서 ${amount} USDT를 돌려 드렸습니다. 트랜잭션은 여기에 있습니다:\n${link}`,
    }),
  },
};
