import type { SealWords } from "../seal-words.ts";

export const words: SealWords = {
  holds:
    "Browser Anda menyimpan janji penyelenggara sebelum taruhan ditutup. Ronde yang dibandingkan: {checked}, semuanya sesuai janji.",
  memory:
    "Browser Anda membandingkan ronde dengan janji penyelenggara, tetapi tidak dapat menyimpannya: hilang saat halaman ditutup. Ronde yang dibandingkan: {checked}, semuanya sesuai janji.",
  broken: "Penyelenggara melanggar janji yang disimpan browser Anda. Simpan buktinya.",
  save: "Simpan bukti",
  kept: {
    title: "Disimpan oleh browser Anda",
    same: "Hash yang sama seperti sebelum taruhan ditutup.",
    other: "Sebelum taruhan ditutup hash-nya lain:",
    none: "Tidak ada: halaman ini belum terbuka sebelum taruhan ditutup.",
  },
};
