/** What starts a program when it is opened. Windows takes no notice of dots and spaces behind. */
const program =
  /\.(?:exe|scr|com|pif|bat|cmd|js|jse|vbs|vbe|wsf|hta|msi|ps1|lnk|jar|iso|img|docm|xlsm|pptm)[^\p{L}\p{N}]*$/iu

/** `filename="a.pdf"`, `name=a.pdf`, `filename*0*=utf-8''a.p`, each taken whole before the next is looked for. */
const nameParameter = /(?<![\w-])(?:file)?name(?:\*(\d{1,3}))?(\*)?\s*=\s*(?:"((?:[^"\\\r\n]|\\.)*)|([^\s;"]*))/gi
const encodedWord = /=\?([^?\s]{1,40})\?([bq])\?([^?]*)\?=/gi

/** Bytes as text of an alphabet that is told; of one that is not known, letter by letter. */
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

/** `=?utf-8?B?…?=` and `=?utf-8?Q?…?=` as what they stand for (RFC 2047). */
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

/** `utf-8''a%2Epdf` without its alphabet, its letters decoded (RFC 2231): what names a program is the same in all. */
const percentDecoded = (value: string) => hexSpelt(value.replace(/^[^']{0,40}'[^']{0,40}'/, ''), '%')

const namesProgram = (name: string) => program.test(name) || program.test(wordsDecoded(name))

/** Pieces of one name; mail programs need two or three. */
const mostPieces = 1000

/** Looks for attached programs by their names, line by line of a mail; a name may come in numbered pieces. */
export function attachmentWatch() {
  // Of a piece that is told twice, some mail programs take the first and some the last.
  let firsts = new Map<number, string>()
  let lasts = new Map<number, string>()
  const joined = (pieces: Map<number, string>) =>
    [...pieces]
      .toSorted(([a], [b]) => a - b)
      .map(([, text]) => text)
      .join('')

  /** A line with those that belong to it; `isNew` unless it goes on with what the last one began. */
  return (line: string, isNew: boolean): boolean => {
    if (isNew && lasts.size > 0) {
      firsts = new Map()
      lasts = new Map()
    }
    if (!/name/i.test(line)) return false
    for (const [, digits, star, quoted, bare = ''] of line.matchAll(nameParameter)) {
      const told = quoted?.replace(/\\(.)/g, '$1') ?? bare
      const value = star ? percentDecoded(told) : told
      if (namesProgram(value)) return true
      const place = Number(digits)
      if (digits === undefined || (lasts.size === mostPieces && !lasts.has(place))) continue
      if (!firsts.has(place)) firsts.set(place, value)
      lasts.set(place, value)
    }
    return lasts.size > 0 && (namesProgram(joined(firsts)) || namesProgram(joined(lasts)))
  }
}
