import type { VerifyWords } from "../words.ts";

export const words: VerifyWords = {
  page: {
    title: "ラウンドを検証する",
    lead: "どのラウンドも、行われる前日に確定しています。ここではあなたのブラウザーが自らカードを配り直し、約束から結果までの各段階を確かめます。",
    language: "言語",
    game: "ゲーム",
    round: "ラウンド",
    check: "検証",
    checking: "検証中…",
    paste: "または記録、保存した証明",
    openFile: "ファイルを開く",
    checkPasted: "貼り付けた内容を検証",
    noRecord: "ラウンドの記録ではありません。",
    unavailable: "取得できませんでした：{why}",
    otherRound: "ハウスは、求めたものとは別のラウンドを示しました。",
    keys: "保管した鍵",
    keysHelp:
      "ハウスの公開鍵を 1 行に 1 つずつ。ここに鍵があるかぎり、ほかの鍵は信用しません。このブラウザーが記憶します。",
    keepKeys: "ハウスがいま公開している鍵を保管する",
    badKeys: "鍵は小文字の 16 進数 64 桁です。",
    steps: "段階ごとの確認",
    values: "値",
    save: "この証明を保存",
    saveHelp:
      "このページも保存してください。ディスクから開けば、ネットワークなしで保存した証明を検証できます。",
  },
  statuses: {
    pass: "成立",
    fail: "不成立",
    word: "運営者の言葉",
    open: "未確認",
    none: "確認せず",
  },
  checks: {
    format: "形式",
    key: "署名した鍵",
    signature: "署名",
    day: "その日のラウンド",
    header: "対象のヘッダー",
    published: "事前の公開",
    kept: "事前の保管",
    round: "順番と締切時刻",
    commitment: "シード",
    inclusion: "一日分の確定",
    "beacon-number": "ビーコンの番号",
    beacon: "ビーコン",
    outcome: "結果",
    results: "結果の一覧",
  },
  reasons: {
    "format-right": "記録とその日のヘッダーは、ここで読める版です。",
    "format-wrong": "項目「{field}」がないか、正しくありません。",
    "key-pinned": "署名した鍵 {key} は、保管した鍵です。",
    "key-shown":
      "署名した鍵 {key} は、ハウスが今日公開している鍵です。保管して次回に比べてください。",
    "key-foreign": "署名した鍵 {key} は、ハウスの鍵ではありません。",
    "key-unknown":
      "誰が署名したのか分かりません。このような証明は、誰でも自分の鍵で偽造できます。保管した鍵と比べるか、ハウスに確かめてください。",
    "signature-right": "ハウスが署名してから、ヘッダーは 1 バイトも変わっていません。",
    "signature-wrong": "署名がヘッダーに合いません。",
    "day-right":
      "ヘッダーは、その日の最初から最後までのすべてのラウンドを示し、締切はプロトコルの定める時です。",
    "day-wrong":
      "{date} のこのゲームのラウンドは {firstRound} から {lastRound} までで、締切は開始の {closesMs} ミリ秒後ですが、ヘッダーは異なります。",
    "header-right": "この記録は、ほかでもないこのヘッダーのものです。",
    "header-other": "記録はヘッダー {named} を示していますが、これは {headerHash} です。",
    "published-before":
      "ヘッダー自身によれば、その日が始まる一日前に公開されていました。そのとき保存した人なら確かめられます。",
    "published-first":
      "公開 {publishedAt}、開始 {opensAt}。期限は {dueAt} でしたが、ハウスが公開した最初の二日間です。",
    "published-short":
      "公開は {publishedAt} ですが、期限はその日の始まりの 24 時間前、{dueAt} でした。ハウスの最初の二日間だけに許され、そうかどうかはハウスだけが示せます。",
    "published-behind":
      "公開は {publishedAt} ですが、期限はその日の始まりの 24 時間前、{dueAt} でした。前日は期限内に公開されているので、ハウスの最初の日々ではありません。",
    "published-late":
      "公開は {publishedAt} ですが、ラウンドは {opensAt} に始まっていました。事前には何も確定していません。",
    "published-older":
      "このラウンドは、このサービスの最初のヘッダーより前のものです。ヘッダーの対象はラウンド {firstRound} からです。事前の約束がないため、証明も反証もできません。",
    "kept-same": "ベット受付中に保管した記録は、同じヘッダーと同じハッシュを示しています。",
    "kept-other": "ベット受付中に保管した記録は、別のヘッダーまたは別のハッシュを示しています。",
    "kept-nothing":
      "ベット受付中に保管した記録がありません。ヘッダーがいつからあるかは運営者の言葉だけです。",
    "round-right": "その日のラウンドであり、ヘッダーの示す時刻に締め切られました。",
    "round-outside": "ラウンド {round} は、ヘッダーの日のものではありません。",
    "round-closing": "ヘッダーによれば締切は {closesAt} ですが、記録は異なります。",
    "commitment-right": "いま示されたシードは、前もってハッシュで確定したものと同じです。",
    "commitment-wrong": "シードからは {commitment} が得られ、確定した値と異なります。",
    "inclusion-right":
      "そのハッシュは初めから署名済みのヘッダーの中にありました。シードは差し替えられていません。",
    "inclusion-wrong": "ハッシュはヘッダーのルートに至りません。",
    "beacon-number-right": "ビーコンは時計が決めた、締切の 3 秒後のものです。誰も選んでいません。",
    "beacon-number-wrong": "記録のビーコンは、時計が決めたものと異なります。",
    "beacon-number-chain": "チェーン {chain} は信頼するチェーンではないので、時刻が分かりません。",
    "beacon-number-seed": "ビーコンなし：このラウンドはシードだけで決まりました。",
    "beacon-right":
      "本物のビーコンです。賭けの間は存在しなかったので、ハウスを含め誰も結果を知りませんでした。",
    "beacon-wrong": "その番号のビーコンではありません。",
    "beacon-chain": "チェーン {chain} は信頼するチェーンではないので、鍵が分かりません。",
    "beacon-seed":
      "このラウンドはシードだけで決まりました。ハウスが結果を変えなかったことは証明されますが、賭けの間に結果を知らなかったことは証明されません。",
    "outcome-right": "配り直すと、まさにこの結果になります。",
    "outcome-wrong": "記録とは異なる結果になります。",
    "outcome-early": "結果は確定してから示されます。",
    "results-right": "精算の基準となるハウスの結果一覧も、これと同じです。",
    "results-other": "ハウスの結果一覧では、このラウンドの内容が異なります。",
    "results-missing": "ハウスの結果一覧に、このラウンドがありません。",
    "results-unasked": "ハウスに結果一覧を求めていません。",
  },
  verdicts: {
    proven: "証明済み：すべての確認が成立し、結果が分かる前の約束をあなた自身が保管していました。",
    consistent: "整合：すべて合っていますが、約束が間に合っていたというのは運営者の言葉だけです。",
    undecided: "未確定：誤りはありませんが、すべてを確認できたわけではありません。",
    refuted: "反証：成立しない確認があります。",
  },
};
