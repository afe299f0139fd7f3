import {
  decodeForReading,
  findMarkedEncoding,
} from '@portal/contract/lib/text-encoding'
import { refuse } from '../../lib/files/refusal.ts'
import type { Content } from './read-content.ts'

/**
 * Extensions that run when they are opened. Windows ignores trailing dots and
 * spaces.
 */
const program =
  /\.(?:exe|scr|com|pif|bat|cmd|js|jse|vbs|vbe|wsf|hta|msi|ps1|lnk|jar|iso|img|docm|xlsm|pptm)[^\p{L}\p{N}]*$/iu

/** `filename="a.pdf"`, `name=a.pdf`, `filename*0*=utf-8''a.p`. */
const nameParameter =
  /(?<![\w-])(?:file)?name(?:\*(\d{1,3}))?(\*)?\s*=\s*(?:"((?:[^"\\\r\n]|\\.)*)|([^\s;"]*))/gi
const encodedWord = /=\?([^?\s]{1,40})\?([bq])\?([^?]*)\?=/gi

/** `charset` may have a language after it, as in `utf-8*en`. */
const decodeBytes = (charset: string, bytes: Buffer) =>
  decodeForReading(bytes, charset.split('*', 1)[0])

/** Decodes `%2E` or `=2E`; each byte is a character. */
const decodeHex = (text: string, sign: '%' | '=') =>
  text.replace(new RegExp(`${sign}([0-9a-f]{2})`, 'gi'), (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  )

/** Decodes `=?utf-8?B?…?=` and `=?utf-8?Q?…?=` (RFC 2047). */
const decodeWords = (text: string) =>
  text
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(
      encodedWord,
      (_, charset: string, encoding: string, word: string) =>
        decodeBytes(
          charset,
          encoding.toUpperCase() === 'B'
            ? Buffer.from(word, 'base64')
            : Buffer.from(decodeHex(word.replaceAll('_', ' '), '='), 'latin1'),
        ),
    )

/**
 * Decodes `utf-8''a%2Epdf` without its charset (RFC 2231): extensions are ASCII
 * in all of them.
 */
const decodePercent = (value: string) =>
  decodeHex(value.replace(/^[^']{0,40}'[^']{0,40}'/, ''), '%')

const namesProgram = (name: string) =>
  program.test(name) || program.test(decodeWords(name))

/** Pieces of one name; mail programs use two or three. */
const maxPieces = 1000

/**
 * Looks for the names of attached programs in the lines of a mail. A name may
 * be split into numbered pieces.
 */
class AttachmentWatch {
  // If a piece occurs twice, some mail programs use the first and some the
  // last.
  readonly #firsts = new Map<number, string>()
  readonly #lasts = new Map<number, string>()

  /**
   * Whether a line (with its continuation lines) names a program; `isNew`
   * unless it continues the last line.
   */
  namesProgram(line: string, isNew: boolean): boolean {
    if (isNew) {
      this.#firsts.clear()
      this.#lasts.clear()
    }
    if (!/name/i.test(line)) return false
    for (const [, digits, star, quoted, bare = ''] of line.matchAll(
      nameParameter,
    )) {
      const raw = quoted?.replace(/\\(.)/g, '$1') ?? bare
      const value = star ? decodePercent(raw) : raw
      if (namesProgram(value)) return true
      if (digits !== undefined) this.#keepPiece(Number(digits), value)
    }
    return [this.#firsts, this.#lasts].some((pieces) =>
      namesProgram(joinInOrder(pieces)),
    )
  }

  #keepPiece(place: number, value: string) {
    if (this.#lasts.size === maxPieces && !this.#lasts.has(place)) return
    if (!this.#firsts.has(place)) this.#firsts.set(place, value)
    this.#lasts.set(place, value)
  }
}

const joinInOrder = (pieces: Map<number, string>) =>
  [...pieces]
    .toSorted(([a], [b]) => a - b)
    .map(([, text]) => text)
    .join('')

/**
 * Control characters that text doesn't have, such as NUL and terminal escapes.
 */
const unprintable = /(?![\t\n\f\r\u0080-\u009f])\p{Cc}/u
/**
 * Escape, shift out and shift in: the ISO-2022 encodings of mail switch between
 * character sets by them.
 */
const mailShifts = ['\u001b', '\u000e', '\u000f']
/** Ctrl-Z, with which DOS ends a text. */
const endMark = '\u001a'

const removeSign = (text: string, sign: string) => text.replaceAll(sign, '')

type Reading = {
  /**
   * Makes a function that gets the text in pieces; made again for each encoding
   * that is tried.
   */
  createWatch: () => (piece: string) => void
  /** Control characters that are allowed. */
  shifts: readonly string[]
}

/**
 * Passes the text to a watch in pieces. Returns false if it isn't in this
 * encoding.
 */
async function readAs(
  content: Content,
  encoding: string,
  { createWatch, shifts }: Reading,
): Promise<boolean> {
  const look = createWatch()
  const decoder = new TextDecoder(encoding, { fatal: true })
  let hasEnded = false
  const checkAndScan = (piece: string) => {
    const mark = piece.indexOf(endMark)
    const hasMark = mark !== -1
    const text = hasMark ? piece.slice(0, mark) : piece
    const continuesAfterEnd =
      (hasEnded && piece !== '') || (hasMark && mark < piece.length - 1)
    if (continuesAfterEnd || unprintable.test(shifts.reduce(removeSign, text)))
      throw refuse(
        content.name,
        'is not plain text: it contains invalid characters',
      )
    hasEnded ||= hasMark
    look(piece)
  }
  try {
    for await (const piece of content.pieces())
      checkAndScan(decoder.decode(piece, { stream: true }))
    checkAndScan(decoder.decode())
    return true
  } catch (error) {
    if (error instanceof TypeError) return false
    throw error
  }
}

/** Checks text in UTF-8, UTF-16 with a byte order mark, or Windows-1252. */
async function readText(
  content: Content,
  createWatch: Reading['createWatch'],
  shifts: readonly string[] = [],
) {
  const encoding = findMarkedEncoding(await content.read(0, 4)) ?? 'utf-8'
  const reading = { createWatch, shifts }
  if (await readAs(content, encoding, reading)) return
  if (encoding !== 'utf-8')
    throw refuse(
      content.name,
      'is not plain text: some characters cannot be read',
    )
  await readAs(content, 'windows-1252', reading)
}

export const checkText = (content: Content): Promise<void> =>
  readText(content, () => () => undefined)

/**
 * DDE (`service|topic!item`) in a spreadsheet starts a program. A quoted topic
 * is always DDE.
 */
const quotedTopic = / {0,3}'[^'\r\n]{0,300}' {0,3}!/y
const serviceBeforeQuote = /\w {0,3}$/
/** A topic without quotes counts only in a cell that begins like a formula. */
const plainTopic = /[^\s'"|!,;]{1,300}!\w/y
const formula = /^[ ']{0,20}[=+@-]/
const service = /[A-Za-z_]\w{0,3}$/
const longestFormula = 85

const matchesAt = (pattern: RegExp, text: string, at: number) => {
  pattern.lastIndex = at
  return pattern.test(text)
}

/**
 * Whether a table has such a formula. Takes linear time: it looks at a limited
 * number of characters around each bar.
 */
export function startsProgram(text: string): boolean {
  let bar = text.indexOf('|')
  while (bar !== -1) {
    if (isDdeBar(text, bar)) return true
    bar = text.indexOf('|', bar + 1)
  }
  return false
}

/** Whether a bar is the one of a DDE formula. */
function isDdeBar(text: string, bar: number): boolean {
  const before = text.slice(Math.max(0, bar - longestFormula), bar)
  const end = before.slice(-4)
  if (serviceBeforeQuote.test(end) && matchesAt(quotedTopic, text, bar + 1))
    return true
  if (!service.test(end) || !matchesAt(plainTopic, text, bar + 1)) return false
  // The first one may be cut off.
  const [, ...cells] = before.split(/[\r\n,;\t"|]/)
  return formula.test(cells.at(-1) ?? '')
}

/**
 * How much of a piece is checked again with the next one, as a formula may
 * cross them.
 */
const commandLength = 800

/** Checks that a CSV is text without formulas that start programs. */
export const checkTable = (content: Content): Promise<void> =>
  readText(content, () => {
    let last = '\n'
    return (piece) => {
      const text = last + piece
      if (startsProgram(text))
        throw refuse(content.name, 'contains a formula that starts a program')
      last = text.slice(-commandLength)
    }
  })

const headerLine = /^[\x21-\x39\x3b-\x7e]+:/
const mailHeaders =
  /^(?:from|to|subject|date|received|return-path|message-id|mime-version|delivered-to):/im
/** Mailbox files start each mail with an extra line. */
const mailboxLine = /^(?:\xef\xbb\xbf)?(?:From [^\r\n]*\r?\n)?/

/** Checks that a mail starts with headers and has no program attached. */
export async function checkMail(content: Content): Promise<void> {
  const { name } = content
  const head = (await content.read(0, 65_536))
    .toString('latin1')
    .replace(mailboxLine, '')
  const headers = head.split(/\r?\n\r?\n/, 1)[0] ?? ''
  if (!headerLine.test(headers) || !mailHeaders.test(headers))
    throw refuse(name, 'is not an email: it has no headers')
  const createWatch = () => {
    const watch = new AttachmentWatch()
    return inHeaderLines((line, isNew) => {
      if (watch.namesProgram(line, isNew))
        throw refuse(name, 'has a program attached')
    })
  }
  await readText(content, createWatch, mailShifts)
}

/** Longer lines are checked in parts. */
const longestLine = 1 << 20
const partsOverlap = 2000

const isLineEnd = (sign: string) => sign === '\r' || sign === '\n'

/**
 * Splits pieces into lines, each with its continuation lines, which begin with
 * a space.
 */
function inHeaderLines(look: (line: string, isNew: boolean) => void) {
  let rest = ''
  let isNew = true
  return (piece: string) => {
    const text = (rest + piece).replace(/(?:\r\n|\n|\r)[ \t]+/g, ' ')
    // The next piece may continue the last line.
    let end = text.length
    while (end > 0 && isLineEnd(text.charAt(end - 1))) end--
    const lines = text.slice(0, end).split(/[\r\n]+/)
    const last = lines.pop() ?? ''
    for (const line of lines) {
      look(line, isNew)
      isNew = true
    }
    look(last, isNew)
    rest = last + text.slice(end)
    if (rest.length <= longestLine) return
    rest = rest.slice(-partsOverlap)
    isNew = false
  }
}
