import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { Caller } from "../../../components/sound/caller.ts";

beforeEach(() => void vi.useFakeTimers({ now: 0 }));
afterEach(() => void vi.useRealTimers());

class Utterance extends EventTarget {
  readonly text: string;
  readonly lang = "";
  readonly rate = 1;
  readonly volume = 1;

  constructor(text: string) {
    super();
    this.text = text;
  }
}

/** Voices that start and speak for the given times, in ms. */
class Voices {
  readonly utterances: Utterance[] = [];
  readonly cancelled: number[] = [];
  speaking = false;
  pending = false;
  langs = ["en-US", "ko-KR"];
  startsMs = 50;
  lengthMs = 1_200;
  #current: Utterance | null = null;

  getVoices() {
    return this.langs.map((lang) => ({ lang, localService: true, default: false }));
  }

  speak(utterance: Utterance) {
    this.utterances.push(utterance);
    this.#current = utterance;
    this.pending = true;
    setTimeout(() => this.#fire(utterance, "start"), this.startsMs);
    setTimeout(() => this.#fire(utterance, "end"), this.startsMs + this.lengthMs);
  }

  cancel() {
    this.cancelled.push(Date.now());
    this.#current = null;
    this.speaking = this.pending = false;
  }

  #fire(utterance: Utterance, type: "start" | "end") {
    if (this.#current === utterance) {
      this.pending = false;
      this.speaking = type === "start";
      utterance.dispatchEvent(new Event(type));
    }
  }
}

function callerWith(voices: Partial<Voices> = {}) {
  const synth = Object.assign(new Voices(), voices);
  const spoken: boolean[] = [];
  const caller = new Caller({
    synth: synth as unknown as SpeechSynthesis,
    newUtterance: (text) => new Utterance(text) as unknown as SpeechSynthesisUtterance,
    now: () => Date.now(),
    onSpeaking: (isSpeaking) => spoken.push(isSpeaking),
  });
  return { caller, synth, spoken, texts: () => synth.utterances.map(({ text }) => text) };
}

describe("the dealer's calls at a table with sound", () => {
  test("a dealer's call is spoken on time in the table's language", async () => {
    const { caller, synth, spoken } = callerWith();
    caller.volume = 0.4;
    caller.callAt("베팅하세요", "ko", 500);
    await vi.advanceTimersByTimeAsync(499);
    expect(synth.utterances).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(synth.utterances).toMatchObject([{ text: "베팅하세요", lang: "ko-KR", volume: 0.4 }]);
    await vi.advanceTimersByTimeAsync(2_000);
    // All other sounds are lowered in the meantime.
    expect(spoken).toEqual([true, false]);
    expect(synth.cancelled).toEqual([]);
  });

  test("the dealer's call is dropped if no voice speaks the language", async () => {
    const { caller, texts } = callerWith({ langs: ["en-US", "zh-HK"] });
    caller.callAt("请下注", "zh-Hans", 0);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(texts()).toEqual([]);
  });

  test("a call is dropped while another is being spoken", async () => {
    const { caller, texts } = callerWith();
    caller.callAt("Last bets", "en", 100);
    caller.callAt("No more bets", "en", 600);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(texts()).toEqual(["Last bets"]);
  });

  test("a call that is over 300 ms late is dropped", async () => {
    const { caller, texts } = callerWith();
    caller.callAt("just in time", "en", 100);
    // On a busy page, timers fire late.
    vi.setSystemTime(400);
    await vi.advanceTimersByTimeAsync(100);
    caller.callAt("too late", "en", Date.now() - 301);
    await vi.advanceTimersByTimeAsync(3_000);
    expect(texts()).not.toContain("too late");
  });
});

test("the dealer never interrupts other speech on the page", async () => {
  const { caller, synth } = callerWith();
  synth.speak(new Utterance("the page's own"));
  caller.callAt("Last bets", "en", 100);
  await vi.advanceTimersByTimeAsync(200);
  caller.silence();
  expect(synth.cancelled).toEqual([]);
});
