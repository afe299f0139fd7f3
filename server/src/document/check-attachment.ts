/** Extensions that run when they are opened. Windows ignores trailing dots and spaces. */
const program =
  /\.(?:exe|scr|com|pif|bat|cmd|js|jse|vbs|vbe|wsf|hta|msi|ps1|lnk|jar|iso|img|docm|xlsm|pptm)[^\p{L}\p{N}]*$/iu

/** `filename="a.pdf"`, `name=a.pdf`, `filename*0*=utf-8''a.p`. */
const nameParameter = /(?<![\w-])(?:file)?name(?:\*(\d{1,3}))?(\*)?\s*=\s*(?:"((?:[^"\\\r\n]|\\.)*)|([^\s;"]*))/gi
const encodedWord = /=\?([^?\s]{1,40})\?([bq])\?([^?]*)\?=/gi

function textIn(alphabet: string, bytes: Buffer): string {
  try {
    return new TextDecoder(alphabet.split('*', 1)[0]).decode(bytes)
  } catch {
    return bytes.toString('latin1')
  }
}

const hexSpelt = (text: string, sign: '%' | '=') =>
  text.replace(new RegExp(`${sign}([0-9a-f]{2})`, 'gi'), (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  )

/** Decodes `=?utf-8?B?…?=` and `=?utf-8?Q?…?=` (RFC 2047). */
const wordsDecoded = (text: string) =>
  text
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(encodedWord, (_, alphabet: string, way: string, word: string) =>
      textIn(
        alphabet,
        way.toUpperCase() === 'B'
          ? Buffer.from(word, 'base64')
          : Buffer.from(hexSpelt(word.replaceAll('_', ' '), '='), 'latin1'),
      ),
    )

/** Decodes `utf-8''a%2Epdf` without its charset (RFC 2231): extensions are ASCII in all of them. */
const percentDecoded = (value: string) => hexSpelt(value.replace(/^[^']{0,40}'[^']{0,40}'/, ''), '%')

const namesProgram = (name: string) => program.test(name) || program.test(wordsDecoded(name))

/** Pieces of one name; mail programs use two or three. */
const maxPieces = 1000

/** Looks for the names of attached programs in the lines of a mail. A name may be split into numbered pieces. */
export function attachmentWatch() {
  // If a piece occurs twice, some mail programs use the first and some the last.
  let firsts = new Map<number, string>()
  let lasts = new Map<number, string>()
  const joined = (pieces: Map<number, string>) =>
    [...pieces]
      .toSorted(([a], [b]) => a - b)
      .map(([, text]) => text)
      .join('')

  /** Whether a line (with its continuation lines) names a program; `isNew` unless it continues the last line. */
  return (line: string, isNew: boolean): boolean => {
    if (isNew && lasts.size > 0) {
      firsts = new Map()
      lasts = new Map()
    }
    if (!/name/i.test(line)) return false
    for (const [, digits, star, quoted, bare = ''] of line.matchAll(nameParameter)) {
      const raw = quoted?.replace(/\\(.)/g, '$1') ?? bare
      const value = star ? percentDecoded(raw) : raw
      if (namesProgram(value)) return true
      const place = Number(digits)
      if (digits === undefined || (lasts.size === maxPieces && !lasts.has(place))) continue
      if (!firsts.has(place)) firsts.set(place, value)
      lasts.set(place, value)
    }
    return lasts.size > 0 && (namesProgram(joined(firsts)) || namesProgram(joined(lasts)))
  }
}
