import type { GameStrings } from "../game-words.ts";

/** What each game is called and says, by its slug. */
export const games: Readonly<Record<string, GameStrings>> = {
  dragontiger: {
    name: "드래곤 타이거",
    sides: { dragon: "드래곤", tiger: "타이거", tie: "타이" },
    playing: "카드 공개 중",
    rules: [
      "라운드마다 새로 섞는 8덱에서 드래곤과 타이거에 카드를 한 장씩 돌립니다.",
      "숫자가 높은 쪽이 이깁니다. 에이스가 가장 낮고 킹이 가장 높으며, 무늬로는 승부를 가리지 않습니다.",
      "원형 타이머가 끝날 때까지 베팅할 수 있습니다.",
    ],
    odds: {
      dragon: "드래곤 승",
      tiger: "타이거 승",
      tie: "타이",
      "suited-tie": "수티드 타이",
    },
    won: { dragon: "드래곤 승리", tiger: "타이거 승리", tie: "타이" },
  },
  baccarat: {
    name: "바카라",
    sides: { player: "플레이어", banker: "뱅커", tie: "타이" },
    playing: "카드 공개 중",
    rules: [
      "라운드마다 새로 섞는 8덱에서 플레이어와 뱅커에 카드를 두 장씩 돌립니다. 합이 9에 가까운 쪽이 이깁니다.",
      "에이스는 1점, 2부터 9까지는 숫자대로, 10과 그림 카드는 0점이며, 합의 끝자리만 셉니다.",
      "처음 두 장의 합이 8이나 9이면 내추럴이며, 어느 쪽도 더 받지 않습니다.",
      "내추럴이 아니면 플레이어는 5 이하에서 세 번째 카드를 받습니다. 플레이어가 받지 않으면 뱅커는 5 이하에서 받습니다.",
      "플레이어가 받았으면 뱅커는 2 이하에서 받고, 3이면 플레이어의 세 번째 카드가 8이 아닐 때, 4이면 2~7일 때, 5이면 4~7일 때, 6이면 6이나 7일 때 받습니다.",
    ],
    odds: {
      banker: "뱅커 승",
      player: "플레이어 승",
      tie: "타이",
      natural: "한쪽이라도 내추럴",
      "player-pair": "플레이어 페어",
      "banker-pair": "뱅커 페어",
    },
    won: { player: "플레이어 승리", banker: "뱅커 승리", tie: "타이" },
  },
  bigsixball: {
    name: "빅 식스 볼",
    sides: {
      rovers: "로버스",
      united: "유나이티드",
      city: "시티",
      wanderers: "원더러스",
      athletic: "애슬레틱",
      rangers: "레인저스",
    },
    playing: "경주 중",
    replayed: "결승선 다시보기",
    rules: [
      "여섯 팀의 공 여섯 개가 달립니다. 결승선을 지나는 순서가 결과입니다.",
      "720가지 순위가 나올 확률은 모두 같습니다. 경주는 이미 추첨된 순위를 보여 줄 뿐, 결과를 정하지 않습니다.",
      "원형 타이머가 끝날 때까지 베팅할 수 있습니다.",
    ],
    odds: {
      winner: "지정한 팀이 1위",
      podium: "지정한 팀이 3위 이내",
      exacta: "지정한 두 팀이 순서대로 1·2위",
      trifecta: "지정한 세 팀이 순서대로 1·2·3위",
    },
    won: "{side} 우승",
    lettering: {
      photo: "사진판정",
      runaway: "독주",
      comeback: "꼴찌에서 선두로",
      battle: "접전",
    },
  },
};
