import type { ProofWords } from "../words.ts";

export const words: ProofWords = {
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
  check: "Periksa ronde ini",
  checkHelp: "Browser Anda memainkan ulang ronde ini dan memeriksa setiap langkah.",
  newTab: "terbuka di tab baru",
  loading: "Memuat…",
  unpublished: "Ronde ini tidak punya bukti: tidak ada yang dipublikasikan untuk hari itu.",
  failed: "Tidak dapat dimuat.",
  again: "Coba lagi",
};
