import {
  CODES_LOCK_MINUTES,
  MAX_EMAILS_PER_HOUR,
  MAX_ENDPOINT_URL_LENGTH,
  MAX_ORIGINS,
  MAX_PASSWORD_LENGTH,
  MIN_PASSWORD_LENGTH,
  RECENT_PASSWORD_MINUTES,
  RESET_LINK_MINUTES,
} from "../../wire/account-limits.ts";
import { countedIn } from "../counted.ts";
import type { AccountWords } from "../words.ts";
import { invoice, payments, plans, prices } from "./account-billing.ts";
import { emails } from "./account-emails.ts";
import { webhooks } from "./account-webhooks.ts";

const counted = countedIn("ko");
const MAIL_LIMIT = `한 주소로는 한 시간에 ${MAX_EMAILS_PER_HOUR}통까지만 보냅니다.`;

export const accountKo: AccountWords = {
  lang: "ko",
  skip: "본문으로 건너뛰기",
  nav: {
    label: "계정",
    signOut: "로그아웃",
  },
  docs: "문서",
  notices: {
    registered: "처음 쓰는 주소라면 계정이 준비되었습니다. 로그인하세요.",
    registered_mail: `메일을 보내고 있습니다. 메일의 링크를 연 뒤 로그인하세요. ${MAIL_LIMIT}`,
    verified: "주소가 확인되었습니다. 로그인하세요.",
    signed_out: "로그아웃했습니다.",
    reset_sent: `이 주소의 계정이 있으면 새 비밀번호를 정하는 링크를 보냅니다. ${MAIL_LIMIT}`,
    password_reset: "새 비밀번호로 바뀌었고 모든 브라우저에서 로그아웃되었습니다. 로그인하세요.",
    password_changed: "새 비밀번호로 바뀌었고 다른 모든 브라우저에서 로그아웃되었습니다.",
    sessions_ended: "로그아웃했습니다.",
    second_factor_on: "인증 코드를 켰습니다. 복구 코드는 지금 한 번만 표시되니 보관하세요.",
    second_factor_off: "인증 코드를 껐습니다. 이제 비밀번호만으로 로그인합니다.",
    recovery_codes_renewed:
      "새 복구 코드는 지금 한 번만 표시되니 보관하세요. 이전 코드는 더 이상 쓸 수 없습니다.",
    address_asked: `링크가 담긴 메일을 보냅니다. 확인된 주소라면 먼저 현재 주소에, 그다음 새 주소에 묻습니다. 하루 안에 각 링크에서 동의하세요. 그 전에는 아무것도 바뀌지 않습니다. ${MAIL_LIMIT}`,
    address_agreed:
      "동의했습니다. 새 주소로 메일을 보냅니다. 하루 안에 그곳에서도 동의하면 계정의 주소가 바뀝니다.",
    address_changed:
      "계정의 주소가 바뀌었고 다른 모든 브라우저에서 로그아웃되었습니다. 이제 새 주소로 로그인하세요.",
    deleted: "계정을 삭제했습니다.",
    hash_submitted: "결제를 찾고 있습니다.",
    paid_from_balance: "잔액으로 결제했습니다. 구독이 시작되었습니다.",
    key_rotated: "새 키가 발급되었습니다. 이전 키가 멈추기 전에 바꿔 넣으세요.",
    origins_saved: "저장했습니다. 지금부터 열리는 테이블에 적용됩니다.",
    bad_email: "이메일 주소가 아닙니다.",
    short_password: `비밀번호는 ${MIN_PASSWORD_LENGTH}자 이상이어야 합니다.`,
    long_password: `비밀번호는 ${MAX_PASSWORD_LENGTH}자 이하여야 합니다.`,
    wrong_password: "비밀번호가 맞지 않습니다.",
    wrong_credentials: "이메일 또는 비밀번호가 맞지 않습니다.",
    wrong_code:
      "코드가 틀렸거나 오래되었거나 이미 사용되었습니다. 앱에 다음 코드가 나올 때까지 기다리세요.",
    late_code: "비밀번호를 다시 입력한 뒤 코드를 입력하세요.",
    codes_locked: `틀린 코드가 너무 많습니다. ${CODES_LOCK_MINUTES}분 뒤 다시 시도하세요.`,
    address_same: "지금 쓰고 있는 주소입니다.",
    bad_address_link:
      "이미 썼거나 너무 오래된 링크이거나, 그 주소에 이미 계정이 있습니다. 보안 페이지에서 변경을 다시 요청하세요.",
    wrong_or_unconfirmed: `이메일 또는 비밀번호가 맞지 않거나 주소가 아직 확인되지 않았습니다. 주소 확인만 남았다면 방금 메일을 보냈으니 메일의 링크를 연 뒤 로그인하세요. ${MAIL_LIMIT}`,
    bad_token: "이미 썼거나 너무 오래된 링크입니다. 새 링크를 요청하세요.",
    bad_hash: "트랜잭션 해시가 없습니다. 영문자와 숫자 64자 또는 지갑의 링크를 넣으세요.",
    too_many_hashes: "한 시간 안에 너무 많은 트랜잭션을 냈습니다. 나중에 다시 시도하세요.",
    too_many_invoices_today:
      "오늘 청구서를 많이 만들었습니다. 열린 청구서를 결제하거나 내일 다시 시도하세요.",
    too_many_invoices_here:
      "이 네트워크에서 만든 미결제 청구서가 너무 많습니다. 열린 청구서를 결제하거나 서비스 운영자에게 문의하세요.",
    no_amount_free:
      "결제하는 사람을 구분할 금액이 남아 있지 않아 지금은 판매할 수 없습니다. 서비스 운영자에게 수신 주소를 추가해 달라고 요청하세요.",
    too_many_keys:
      "이전 키가 여러 개 살아 있습니다. 하나가 멈출 때까지 기다리거나, “바로”를 골라 모두 폐기하세요.",
    balance_too_small: "잔액이 이 요금제보다 적습니다.",
    balance_changed:
      "이번에는 아무것도 사지 않았습니다. 페이지를 연 뒤 잔액이 바뀌었습니다. 바뀐 내역은 아래에 있습니다.",
    no_such_plan: "지금은 살 수 없습니다.",
    price_changed:
      "그사이 요금제나 가격이 바뀌어 아무것도 사지 않았습니다. 지금은 아래와 같습니다.",
    cannot_reveal:
      "이 키는 더 이상 표시할 수 없습니다. 키는 계속 동작하며, 교체하면 다시 볼 수 있습니다.",
    bad_origin:
      "주소는 올바르지 않습니다. https://www.example.com 같은 사이트 주소를 입력하세요. 저장하지 않았습니다.",
    too_many_origins: `저장하지 않았습니다. 사이트는 ${MAX_ORIGINS}개까지 허용할 수 있습니다.`,
    webhook_added: "엔드포인트를 추가했습니다. 비밀 키는 지금 한 번만 표시되니 보관하세요.",
    webhook_removed: "엔드포인트를 삭제했습니다.",
    webhook_rotated:
      "새 비밀 키는 지금 한 번만 표시되니 보관하세요. 이전 키는 하루 동안 함께 쓰입니다.",
    webhook_on: "엔드포인트를 다시 켰습니다. 밀린 웹훅을 보냅니다.",
    webhook_accepted: "보냈고, 서버가 받았습니다.",
    webhook_not_url:
      "추가하지 않았습니다. https://www.example.com/tableside 같은 전체 주소를 입력하세요.",
    webhook_not_https: "추가하지 않았습니다. 주소는 https://로 시작해야 합니다.",
    webhook_not_bare: "추가하지 않았습니다. 주소에서 사용자 이름, 비밀번호, # 뒤의 부분을 빼세요.",
    webhook_too_long: `추가하지 않았습니다. 주소는 ${MAX_ENDPOINT_URL_LENGTH}자까지 쓸 수 있습니다.`,
    webhook_private:
      "추가하지 않았습니다. localhost나 사설망에는 웹훅을 보내지 않습니다. 공개 주소를 입력하세요.",
    no_webhook_choice: "추가하지 않았습니다. 게임과 이벤트를 하나 이상 고르세요.",
    too_many_webhooks: "엔드포인트가 이미 최대 개수입니다. 먼저 하나를 삭제하세요.",
    webhook_needs_key: "먼저 키가 필요합니다. 키는 요금제와 함께 발급됩니다.",
    webhook_not_accepted: "보냈지만 서버가 받지 않았습니다. 호출 목록에서 이유를 확인하세요.",
    webhook_not_sent: "더 이상 보낼 수 없습니다. API에서 읽으세요.",
    slow_down: "시도가 너무 많습니다. 몇 분 뒤 다시 시도하세요.",
    busy: "로그인이 몰리고 있습니다. 잠시 뒤 다시 시도하세요.",
  },
  unmailed: (contact) =>
    `이 서비스는 메일을 보내지 않습니다. 링크는 서비스 운영자${contact && `(${contact})`}에게 요청하세요.`,
  noScript: "자바스크립트가 있으면 결제 상태가 저절로 바뀝니다. 없으면 새로 고침하세요.",
  copy: { copy: "복사", copied: "복사됨", selected: "선택됨" },
  email: "이메일",
  password: "비밀번호",
  newPassword: "새 비밀번호",
  passwordHint: `${MIN_PASSWORD_LENGTH}자 이상.`,
  signIn: {
    title: "로그인",
    forgot: "비밀번호를 잊으셨나요?",
  },
  signInCode: {
    title: "인증 코드를 입력하세요",
    lead: "비밀번호가 확인되었습니다. 인증 앱을 열어 Tableside에 표시된 여섯 자리 숫자를 입력하세요.",
    recovery: "복구 코드 사용",
    recoveryLead: "코드마다 한 번만 쓸 수 있습니다.",
    lost: "앱도 복구 코드도 없다면 이 서비스의 운영자에게 인증 코드를 꺼 달라고 요청하세요.",
  },
  code: "앱의 인증 코드",
  recoveryCode: "복구 코드",
  eitherCode: "앱의 인증 코드 또는 복구 코드",
  register: {
    title: "계정 만들기",
    lead: "무료이며, 내 컴퓨터에서 바로 테이블을 시험해 볼 수 있습니다.",
    submit: "계정 만들기",
    signIn: "이미 계정이 있습니다",
  },
  forgot: {
    title: "새 비밀번호 정하기",
    lead: `이메일 주소를 알려 주세요. 링크는 ${RESET_LINK_MINUTES}분 동안 쓸 수 있습니다.`,
    submit: "링크 요청",
  },
  reset: { title: "새 비밀번호 정하기", submit: "비밀번호 설정" },
  confirm: {
    title: "비밀번호를 다시 입력하세요",
    lead: `키, 웹훅 비밀 키, 허용 사이트, 로그인 방법을 다루려면 비밀번호가 다시 필요합니다. 아직 아무것도 바뀌지 않았습니다. 앞으로 ${RECENT_PASSWORD_MINUTES}분 동안은 다시 묻지 않습니다.`,
    submit: "계속",
  },
  dashboard: {
    title: "대시보드",
    suspended: {
      title: "정지된 계정입니다",
      since: (date) =>
        `${date}부터 키를 쓸 수 없으며 테이블은 401 “key_suspended”로 응답합니다. 삭제된 것은 없고 이용 기간은 계속 흐릅니다.`,
      act: (email) =>
        `정지된 이유와 해제 방법은 서비스 운영자에게 문의하세요. 문의할 때 계정 ${email}을 알려 주세요. 결제해도 정지는 풀리지 않습니다.`,
      reply: "이 서비스에서 받은 메일에 답장해도 됩니다.",
    },
    status: {
      title: "구독",
      none: "구독 없음",
      active: (days) => `${days}일 남음`,
      lastDay: "하루 안에 끝남",
      over: "만료됨",
      until: (date) => `${date}까지 이용할 수 있습니다.`,
      since: (date) => `${date}에 끝났습니다. 갱신할 때까지 테이블은 “Expired”로 응답합니다.`,
      renew: "갱신",
      subscribe: "요금제 고르기",
      sameKey: "갱신하면 끝나는 날에 더해지고 키는 그대로입니다.",
      opensAgain: "갱신하면 같은 키로 테이블이 다시 열립니다.",
    },
    key: {
      title: "내 키",
      lead: "페이지를 여는 사람은 누구나 볼 수 있는 공개 키이며, 사이트를 지정하면 그 사이트에서만 쓸 수 있습니다. 언제든 바꿀 수 있도록 소스 저장소가 아니라 서버 설정에 보관하세요.",
      reveal: "표시",
      retires: (date) => `${date}에 멈춤`,
      lastUsed: (date) => `마지막 사용 ${date}`,
      neverUsed: "아직 쓰지 않음",
      rotate: "키 교체",
      rotateLead: "새 키를 받고, 바꿔 넣는 동안 지금 키도 계속 동작합니다.",
      overlap: "지금 키가 멈추는 때",
      overlaps: { "0": "바로", "1": "한 시간 뒤", "24": "하루 뒤", "168": "일주일 뒤" },
      rotateSubmit: "교체",
    },
    sites: {
      title: "허용 사이트",
      lead: "여기 적은 사이트만 테이블을 띄울 수 있으며, 브라우저가 이를 지킵니다.",
      any: "목록이 비어 있어, 키를 베낀 어떤 사이트든 테이블을 띄울 수 있습니다.",
      label: "한 줄에 하나씩",
      hint: "예: https://www.example.com, https://*.example.com, http://localhost:*",
      save: "저장",
    },
    embed: {
      title: "삽입",
      lead: "태그를 페이지에 붙여 넣으세요.",
      docs: "다른 게임, 언어, 모양",
      testKeyNote:
        "이 태그에는 공개 테스트 키가 들어 있어 localhost에서만 동작합니다. 내 키가 생기면 그 키로 바뀝니다.",
      maskedNote: "키를 표시하면 태그에 들어갑니다.",
      elementLead: "프레임이나 키 없이 페이지 안에 직접 표시됩니다.",
    },
    usage: {
      title: "최근 30일",
      lead: "로드는 내 키로 테이블을 연 횟수이며, 몇 초 늦게 집계됩니다.",
      loads: counted("로드 #회"),
      chart: "하루 로드 수",
      loadsHead: "로드",
      refusedHead: "거절",
      reasons: {
        expired: "구독 만료",
        revoked: "멈춘 키",
        maintenance: "점검",
        site: "목록에 없는 사이트",
      },
      most: counted("최고 하루 #회"),
    },
  },
  webhooks,
  prices,
  plans,
  invoice,
  payments,
  security: {
    title: "보안",
    sessions: "로그인한 곳",
    sessionsLead: "모르는 곳이 있으면 끝내고 비밀번호를 바꾸세요.",
    thisOne: "이 브라우저",
    since: (date) => `${date}부터`,
    end: "끝내기",
    endOthers: "다른 곳 모두 끝내기",
    password: "비밀번호",
    current: "현재 비밀번호",
    change: "비밀번호 바꾸기",
    secondFactor: {
      title: "로그인 인증 코드",
      off: "휴대전화의 인증 앱이 30초마다 새 코드를 보여 줍니다. 인증 코드를 켜면 비밀번호가 알려져도 휴대전화 없이는 로그인할 수 없습니다.",
      on: counted("켜져 있습니다. 로그인할 때 앱의 코드가 필요합니다. 남은 복구 코드는 #개입니다."),
      renew: "새 복구 코드",
      renewLead: "새 코드를 받고 이전 코드는 쓸 수 없게 됩니다.",
      switchOff: "인증 코드 끄기",
      switchOffLead: "끄면 비밀번호만으로 로그인하게 됩니다.",
    },
    address: {
      title: "이메일 주소",
      lead: "먼저 현재 주소로 메일을 보냅니다. 그곳에서 동의하면 새 주소에 묻고, 새 주소도 동의하면 계정의 주소가 바뀝니다.",
      label: "새 주소",
      submit: "주소 변경",
    },
    delete: "계정 삭제",
    deleteLead: "키가 바로 멈추고 환불되지 않습니다. 결제 기록은 장부를 위해 보관합니다.",
    deleteSubmit: "완전히 삭제",
  },
  twoFactor: {
    title: "인증 코드 설정",
    scan: "Google Authenticator, 1Password, Aegis 같은 인증 앱으로 스캔하세요.",
    qr: "비밀 키 QR 코드",
    secret: "또는 이 비밀 키를 앱에 입력하세요",
    confirm: "그런 다음 앱에 나온 코드를 입력하세요. 그 전에는 아무것도 바뀌지 않습니다.",
    codeHint: "숫자 여섯 자리.",
    submit: "인증 코드 켜기",
    back: "하지 않고 돌아가기",
  },
  addressQuestion: {
    title: "주소 변경",
    old: (email) =>
      `Tableside 계정의 주소를 이 주소에서 ${email} 주소로 바꿀까요? 본인이 요청한 경우에만 동의하세요.`,
    new: (email) =>
      `Tableside 계정에서 앞으로 ${email} 주소를 쓸까요? 본인이 요청한 경우에만 동의하세요.`,
    agree: "동의",
  },
  recoveryCodes: {
    title: "복구 코드",
    lead: "휴대전화가 없을 때 코드마다 한 번씩 로그인할 수 있습니다. 인쇄하거나 적어서 비밀번호와 다른 곳에 보관하세요.",
    done: "보관했습니다",
  },
  emails,
};
