/**
 * A map of at most `max` entries. Adding another evicts the least recently read or written entry, which is also
 * the first in iteration order. `has` does not count as reading.
 */
export class LruMap<Key, Value> extends Map<Key, Value> {
  readonly #max: number;

  constructor(max: number) {
    super();
    this.#max = max;
  }

  override get(key: Key): Value | undefined {
    const value = super.get(key);
    if (this.delete(key)) {
      super.set(key, value as Value);
    }
    return value;
  }

  getOrMake(key: Key, make: () => Value): Value {
    if (!this.has(key)) {
      this.set(key, make());
    }
    return this.get(key) as Value;
  }

  override set(key: Key, value: Value): this {
    this.delete(key);
    super.set(key, value);
    const [oldest] = this.keys();
    if (this.size > this.#max) {
      this.delete(oldest as Key);
    }
    return this;
  }
}
