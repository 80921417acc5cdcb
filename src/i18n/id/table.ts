import { countedIn } from "../counted.ts";
import type { Words } from "../words.ts";
import { games } from "./games.ts";

const suits = { S: "sekop", H: "hati", D: "wajik", C: "keriting" } as const;
const courts: Readonly<Record<string, string>> = { A: "As", J: "Jack", Q: "Queen", K: "King" };
const counted = countedIn("id");

export const words: Words = {
  lang: "id",
  games,
  phases: {
    betting: "Pasang taruhan",
    revealing: "Taruhan ditutup",
    result: "Hasil",
    waiting: "Ronde selesai",
  },
  connections: {
    live: "Langsung",
    stale: "Menyinkronkan",
    offline: "Koneksi terputus",
    maintenance: "Pemeliharaan",
    suspended: "Menunggu",
  },
  controls: {
    toolbar: "Meja",
    sheet: "Roadmap, hasil, aturan",
    close: "Tutup",
    sound: "Suara",
    soundLevel: "Pengaturan suara",
    soundOff: "Mati",
    effects: "Efek",
    withCalls: "Efek + dealer",
    volume: "Volume",
    ticks: "Bunyi hitungan",
    calm: "Kurangi gerakan",
    fullScreen: "Layar penuh",
  },
  sheets: { roads: "Roadmap", statistics: "Statistik", history: "Riwayat", rules: "Aturan" },
  oddsCaption: "Peluang dalam satu ronde",
  independence:
    "Setiap ronde dimulai dari awal, dengan delapan dek lengkap yang dikocok ulang atau semua urutan diundi ulang: hasil sebelumnya tidak berkata apa-apa tentang hasil berikutnya.",
  ageSeconds: counted("data # detik yang lalu"),
  scores: {
    roads: {
      "bead-plate": "Bead Plate",
      "big-road": "Big Road",
      "big-eye-boy": "Big Eye Boy",
      "small-road": "Small Road",
      "cockroach-pig": "Cockroach Pig",
    },
    board: "Roadmap",
    results: counted("# hasil"),
    marks: counted("# tanda"),
    last: (name) => `terakhir: ${name}`,
    colours: { red: "merah", blue: "biru" },
    suitedTie: "Seri dengan jenis sama",
    wouldDraw: "Jika berikutnya",
    ifNext: (side) => `Jika berikutnya ${side}`,
    nothing: "tidak ada",
    side: "Sisi",
    count: "Ronde",
    share: "Porsi",
    current: "Beruntun",
    longest: "Terlama",
    pairs: "Pair",
    wins: "Juara",
    podiums: "Tiga besar",
    outcome: "Hasil",
    winner: "Pemenang",
  },
  card: ({ suit, value }) => `${courts[value] ?? value} ${suits[suit]}`,
  round: "Ronde",
  dailyRound: "Hari ini",
  proof: "Periksa ronde ini",
  lastResults: "Hasil terakhir",
  noResults: "Belum ada hasil",
  secondsLeft: counted("Sisa # detik untuk bertaruh"),
  lastBets: "Taruhan terakhir",
  betsClosed: "Taruhan sudah ditutup",
  nextRound: "Ronde berikutnya segera dimulai",
  upNext: (round) => `Lanjut ${round}`,
};
