import type { PartWords } from "../words.ts";

export const words: PartWords = {
  failed: "Tidak dapat dimuat.",
  again: "Coba lagi",
  replay: {
    replay: "Putar ulang",
    play: "Putar",
    pause: "Jeda",
    position: "Posisi",
    moment: "{chapter}, detik {at} dari {length}",
    speed: "Kecepatan: {speed}",
    next: "Bagian berikutnya",
    unknownRound: "Tidak ada putar ulang ronde {round}: ronde itu belum selesai atau tidak ada.",
  },
  facts: {
    last: "Ronde terakhir",
    wins: "{side}: {times} dari {of} terakhir",
    podiums: "{side} naik podium {times} dari {of} terakhir",
    longest: "Rentetan terpanjang dari {of} ronde terakhir: {side}, {length}",
    ahead: "{side} di depan {behind}: {times} dari {of} terakhir",
    rare: {
      tie: "Seri terakhir",
      suitedTie: "Seri dengan jenis sama terakhir",
      bothPairs: "Pair kedua sisi terakhir",
    },
    ago: "# ronde lalu",
    fixed: "Seed ronde ini sudah ditetapkan: {hash}…",
    independent: "Setiap ronde dimulai dari awal.",
    next: "Berikutnya",
    hide: "Sembunyikan",
  },
  bets: {
    spots: "Area taruhan",
    missed: "Tekan area yang ditandai untuk bertaruh",
    all: "total taruhan",
    own: "taruhan Anda",
    win: "Anda terima",
    unpaid: "Tidak menang",
    net: "Ronde ini #",
    won: "Menang #",
    back: "Kembali #",
  },
  proof: {
    title: "Ronde {round}",
    earlier: "Ronde sebelumnya",
    later: "Ronde berikutnya",
    before: "Sebelum: hash",
    beforeHelp:
      "Hash mengikat penyelenggara pada satu seed untuk ronde ini tanpa membocorkan seed itu.",
    after: "Sesudah: seed",
    afterHelp:
      "Hanya seed ini yang menghasilkan hash itu, dan dengannya siapa pun dapat memainkan ulang ronde ini.",
    notYet: "Ditampilkan begitu hasilnya ditetapkan.",
    mode: "Yang menentukan hasil",
    modes: {
      seed: "Hanya seed. Penyelenggara tidak dapat mengubah hasil tanpa ketahuan, tetapi bisa saja mengetahuinya selagi taruhan dibuka.",
      drand:
        "Seed, bersama beacon publik {beacon} yang muncul 3 detik setelah taruhan ditutup. Selagi taruhan dibuka tidak ada yang dapat mengetahui hasilnya, penyelenggara pun tidak, kecuali jaringan beacon itu miliknya sendiri; halaman pemeriksaan menunjukkan jaringan yang mana.",
    },
    checkHelp: "Browser Anda memainkan ulang ronde ini dan memeriksa setiap langkah.",
    newTab: "terbuka di tab baru",
    loading: "Memuat…",
    unpublished: "Ronde ini tidak punya bukti: tidak ada yang dipublikasikan untuk hari itu.",
  },
  closed: {
    notHere: "Meja ini tidak tersedia di sini.",
    notNow: "Meja ini sedang tidak tersedia.",
    comesBack: "Meja akan terbuka kembali dengan sendirinya.",
  },
};
