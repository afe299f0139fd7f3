const white = 1
const delimiter = 2
/** What each byte is to a reader of PDF (ISO 32000-1, 7.2.2); zero is a letter of a word. */
const kinds = new Uint8Array(256)
for (const byte of [0, 9, 10, 12, 13, 32]) kinds[byte] = white
for (const sign of '()<>[]{}/%') kinds[sign.charCodeAt(0)] = delimiter
const hexDigits = new Uint8Array(256)
for (const sign of '0123456789abcdefABCDEF') hexDigits[sign.charCodeAt(0)] = 1

export const isWhite = (byte: number | undefined) => byte !== undefined && kinds[byte] === white
/** Whether a word that stands before this byte has ended there; also at the end of all. */
export const endsWord = (byte: number | undefined) => byte === undefined || kinds[byte] !== 0

/** A word or a name that is longer may be cut where a piece ends, and is then passed over. */
const longestWord = 4096
/** Of a word no more is told: none that means anything is as long. */
const mostTold = 400

const [open, close, less, greater, percent, backslash, lf, cr] = Buffer.from('()<>%\\\n\r')

/**
 * The words of a PDF, one after the other, as a reader sees them: comments are none, and what stands in a string is not
 * looked at. `bytes` may be changed for others between two words: `at` is where it goes on.
 */
export class PdfTokens {
  bytes: Buffer
  at: number
  /** Where the last word began. */
  start = 0
  /** What a piece ended in the middle of. */
  private inside: 'string' | 'hex' | 'comment' | 'word' | undefined
  private depth = 0

  constructor(bytes: Buffer = Buffer.alloc(0), at = 0) {
    this.bytes = bytes
    this.at = at
  }

  /**
   * The next word: '/Name' as it is spelt, 'word', '<<', '>>', '[', ']', '()' for a string, '<>' for one in
   * hexadecimals, '?' for what is none. Undefined when more must come first; nothing comes after the end.
   */
  next(isEnd: boolean): string | undefined {
    for (;;) {
      if (this.inside !== undefined) {
        const was = this.inside
        const whole = this.goOn(was)
        if (whole === undefined) return undefined
        if (was === 'string' || was === 'hex') return whole
        continue
      }
      const { bytes } = this
      while (isWhite(bytes[this.at])) this.at++
      const byte = bytes[this.at]
      if (byte === undefined) return undefined
      this.start = this.at
      if (byte === percent) this.enter('comment')
      else if (byte === open) this.enter('string')
      else if (byte === less || byte === greater) {
        const second = bytes[this.at + 1]
        if (second === undefined && !isEnd) return undefined
        if (second === byte) return this.tell(this.at + 2)
        if (byte === greater) return this.tell(this.at + 1)
        this.enter('hex')
      } else if (byte !== 0x2f && kinds[byte] === delimiter) return this.tell(this.at + 1)
      else return this.word(isEnd)
    }
  }

  private enter(inside: 'string' | 'hex' | 'comment') {
    this.inside = inside
    this.depth = 1
    this.at++
  }

  private tell(end: number): string {
    const told = this.bytes.toString('latin1', this.at, Math.min(end, this.at + mostTold))
    this.at = end
    return told
  }

  private word(isEnd: boolean): string | undefined {
    const { bytes, at } = this
    let end = at + 1
    while (!endsWord(bytes[end])) end++
    if (end === bytes.length && !isEnd) {
      if (end - at < longestWord) return undefined
      this.inside = 'word'
    }
    return this.tell(end)
  }

  /** Goes on to the end of what began; undefined when that is still to come. */
  private goOn(inside: 'string' | 'hex' | 'comment' | 'word'): string | undefined {
    const whole = { string: this.endString, hex: this.endHex, comment: this.endComment, word: this.endWord }[
      inside
    ].call(this)
    if (whole !== undefined) this.inside = undefined
    return whole
  }

  private endString(): string | undefined {
    const { bytes } = this
    for (let { at } = this; at < bytes.length; at++) {
      const byte = bytes[at]
      if (byte === backslash) {
        // What is behind it must be there too.
        if (at + 1 === bytes.length) {
          this.at = at
          return undefined
        }
        at++
      } else if (byte === open) this.depth++
      else if (byte === close && --this.depth === 0) {
        this.at = at + 1
        return '()'
      }
    }
    this.at = bytes.length
    return undefined
  }

  private endHex(): string | undefined {
    const { bytes } = this
    for (; this.at < bytes.length; this.at++) {
      const byte = bytes[this.at] ?? 0
      if (byte === greater) {
        this.at++
        return '<>'
      }
      // Readers do not agree on what this is.
      if (!hexDigits[byte] && kinds[byte] !== white) return '?'
    }
    return undefined
  }

  private endComment(): string | undefined {
    const { bytes } = this
    while (this.at < bytes.length && bytes[this.at] !== lf && bytes[this.at] !== cr) this.at++
    return this.at < bytes.length ? '%' : undefined
  }

  private endWord(): string | undefined {
    while (this.at < this.bytes.length && !endsWord(this.bytes[this.at])) this.at++
    return this.at < this.bytes.length ? '' : undefined
  }
}

/** A name as it is meant: `/J#53` is `JS`. */
export const nameOf = (token: string): string =>
  token.includes('#')
    ? token.slice(1).replace(/#([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    : token.slice(1)
