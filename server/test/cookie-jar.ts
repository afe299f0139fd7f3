/** The cookies of a browser, by name. */
export class CookieJar extends Map<string, string> {
  /** The value of the Cookie header. */
  toHeader(): string {
    const pairs = [...this].map(([name, value]) => `${name}=${value}`)
    return pairs.join('; ')
  }

  /** Keeps a cookie of a response; one without a value is deleted. */
  keep(name: string, value: string): void {
    if (value) this.set(name, value)
    else this.delete(name)
  }
}
