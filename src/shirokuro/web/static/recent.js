// A map that keeps only its latest entries.

/** @template V @extends {Map<string, V>} */
export class Recent extends Map {
  /** @param {number} most */
  constructor(most) {
    super();
    this.most = most;
  }

  /** @param {string} key @param {V} value */
  set(key, value) {
    this.delete(key);
    super.set(key, value);
    const [oldest] = this.keys();
    if (this.size > this.most) this.delete(oldest);
    return this;
  }
}
