import type { RoundProofWords } from "../proof-words.ts";

export const ko: RoundProofWords = {
  title: "라운드 {round}",
  earlier: "이전 라운드",
  later: "다음 라운드",
  before: "진행 전: 해시",
  beforeHelp: "시드를 알려 주지 않으면서 하우스를 이 라운드의 시드 하나에 묶어 둡니다.",
  after: "진행 후: 시드",
  afterHelp:
    "위의 해시가 나오는 시드는 이것뿐이며, 이 시드로 누구나 라운드를 다시 진행해 볼 수 있습니다.",
  notYet: "결과가 확정되는 대로 공개됩니다.",
  mode: "결과를 정하는 것",
  modes: {
    seed: "시드만으로 정해집니다. 하우스가 들키지 않고 결과를 바꿀 수는 없지만, 베팅을 받는 동안 결과를 알 수는 있습니다.",
    drand:
      "시드와, 베팅 마감 3초 뒤에 나오는 공개 비콘 {beacon}이(가) 함께 정합니다. 비콘을 만드는 네트워크가 하우스의 것이 아닌 한, 베팅을 받는 동안에는 하우스를 포함해 아무도 결과를 알 수 없습니다. 어느 네트워크인지는 검증 페이지에 나옵니다.",
  },
  check: "이 라운드 검증",
  checkHelp: "여러분의 브라우저가 라운드를 다시 진행하며 모든 단계를 확인합니다.",
  newTab: "새 탭에서 열립니다",
  loading: "불러오는 중…",
  unpublished: "이 라운드의 증명이 없습니다. 그날은 아무것도 공개되지 않았습니다.",
  failed: "불러오지 못했습니다.",
  again: "다시 시도",
};
