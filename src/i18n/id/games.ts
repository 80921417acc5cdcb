import type { GameStrings } from "../game-words.ts";

/** What each game is called and says, by its slug. Tables for Indonesia keep Player, Banker and Pair. */
export const games: Readonly<Record<string, GameStrings>> = {
  dragontiger: {
    name: "Dragon Tiger",
    sides: { dragon: "Dragon", tiger: "Tiger", tie: "Seri" },
    playing: "Membuka kartu",
    rules: [
      "Dragon dan Tiger masing-masing mendapat satu kartu, dari delapan dek yang dikocok ulang setiap ronde.",
      "Kartu yang lebih tinggi menang. As paling rendah, King paling tinggi; jenis kartu tidak pernah menentukan pemenang.",
      "Taruhan dibuka sampai lingkaran hitung mundur habis.",
    ],
    odds: {
      dragon: "Dragon menang",
      tiger: "Tiger menang",
      tie: "Seri",
      "suited-tie": "Seri dengan jenis sama",
    },
    won: { dragon: "Dragon menang", tiger: "Tiger menang", tie: "Seri" },
  },
  baccarat: {
    name: "Baccarat",
    sides: { player: "Player", banker: "Banker", tie: "Seri" },
    playing: "Membuka kartu",
    rules: [
      "Player dan Banker masing-masing mendapat dua kartu, dari delapan dek yang dikocok ulang setiap ronde. Nilai yang paling dekat dengan 9 menang.",
      "As bernilai 1, kartu 2 sampai 9 sesuai angkanya, 10 dan kartu bergambar bernilai 0; hanya angka terakhir dari jumlahnya yang dihitung.",
      "Jumlah 8 atau 9 dari dua kartu pertama disebut natural: tidak ada yang menambah kartu.",
      "Tanpa natural, Player mengambil kartu ketiga pada nilai 5 atau kurang. Jika Player tidak mengambil, Banker mengambil pada nilai 5 atau kurang.",
      "Jika Player mengambil, Banker mengambil pada nilai 2 atau kurang; pada 3 kecuali kartu ketiga Player adalah 8; pada 4 jika kartu itu 2 sampai 7; pada 5 jika 4 sampai 7; pada 6 jika 6 atau 7.",
    ],
    odds: {
      banker: "Banker menang",
      player: "Player menang",
      tie: "Seri",
      natural: "Natural di salah satu sisi",
      "player-pair": "Player Pair",
      "banker-pair": "Banker Pair",
    },
    won: { player: "Player menang", banker: "Banker menang", tie: "Seri" },
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
    playing: "Balapan",
    replayed: "Putar ulang",
    rules: [
      "Enam bola berpacu untuk enam tim. Urutan mereka melewati garis finis adalah hasilnya.",
      "Semua 720 urutan sama besar peluangnya. Balapan hanya menampilkan urutan yang sudah diundi, bukan menentukannya.",
      "Taruhan dibuka sampai lingkaran hitung mundur habis.",
    ],
    odds: {
      winner: "Tim pilihan finis pertama",
      podium: "Tim pilihan masuk tiga besar",
      exacta: "Dua tim pilihan finis pertama dan kedua, sesuai urutan",
      trifecta: "Tiga tim pilihan finis pertama, kedua, dan ketiga, sesuai urutan",
    },
    won: "{side} juara",
    lettering: {
      photo: "Photo finish",
      runaway: "Unggul jauh",
      comeback: "Dari buncit ke puncak",
      battle: "Bersaing ketat",
    },
  },
};
