import type { PartWords } from "../words.ts";

export const words: PartWords = {
  failed: "読み込めませんでした。",
  again: "もう一度試す",
  replay: {
    replay: "リプレイ",
    play: "再生",
    pause: "一時停止",
    position: "再生位置",
    moment: "{chapter}、{length}秒中{at}秒",
    speed: "速度：{speed}",
    next: "次の場面",
    unknownRound:
      "ラウンド {round} のリプレイはありません。まだ終わっていないか、存在しないラウンドです。",
  },
  facts: {
    last: "前回のラウンド",
    wins: "{side}：直近{of}回中{times}回",
    podiums: "{side}：直近{of}回中{times}回3着以内",
    longest: "直近{of}回の最長連勝：{side} {length}回",
    ahead: "{side}が{behind}より先着：直近{of}回中{times}回",
    rare: { tie: "前回のタイ", suitedTie: "前回の同スートのタイ", bothPairs: "前回の両ペア" },
    ago: "#ラウンド前",
    fixed: "このラウンドのシードは確定済み：{hash}…",
    independent: "毎ラウンド、新しく始まります。",
    next: "次へ",
    hide: "非表示",
  },
  bets: {
    spots: "ベットエリア",
    missed: "印のある場所を押してベットしてください",
    all: "全体のベット",
    own: "あなたのベット",
    win: "払い戻し",
    unpaid: "的中なし",
    net: "今回 #",
    won: "的中 #",
    back: "# 返還",
  },
  proof: {
    title: "ラウンド {round}",
    earlier: "前のラウンド",
    later: "次のラウンド",
    before: "事前：ハッシュ",
    beforeHelp: "シードを明かさずに、ハウスがこのラウンドで使えるシードを一つに限ります。",
    after: "事後：シード",
    afterHelp:
      "上のハッシュになるのはこのシードだけです。これを使えば誰でもラウンドを再現できます。",
    notYet: "結果が確定するとすぐに公開されます。",
    mode: "結果を決めるもの",
    modes: {
      seed: "シードだけで決まります。ハウスが結果を変えれば必ず分かりますが、賭けの間に結果を知ることはできます。",
      drand:
        "シードと、締切の 3 秒後に出る公開ビーコン {beacon} で決まります。ビーコンを作るネットワークがハウス自身のものでないかぎり、賭けの間は、ハウスを含め誰も結果を知ることができません。どのネットワークかは検証ページに表示されます。",
    },
    checkHelp: "あなたのブラウザーがラウンドを再現し、すべての段階を確かめます。",
    newTab: "新しいタブで開きます",
    loading: "読み込み中…",
    unpublished: "このラウンドの証明はありません。その日は何も公開されませんでした。",
  },
  closed: {
    notHere: "このテーブルはこちらではご利用いただけません。",
    notNow: "このテーブルは現在ご利用いただけません。",
    comesBack: "しばらくすると自動的に再開します。",
  },
};
