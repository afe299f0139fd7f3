/**
 * The part of the platform's decoder that is used here: browsers and Node have
 * the same one.
 */
type Decoder = {
  decode(bytes?: Uint8Array, options?: { stream?: boolean }): string
}
declare const TextDecoder: new (
  label: string,
  options?: { fatal?: boolean },
) => Decoder

/**
 * U+FFFD, which decoders emit for invalid bytes. Text with it is never stored.
 */
export const replacementCharacter = '\ufffd'

/**
 * Text that can't be decoded without losing characters; `line` counts from 1.
 */
export class UndecodableText extends Error {
  readonly line: number

  constructor(line: number, why: string) {
    super(`line ${line} ${why}`)
    this.line = line
  }
}

/** Names that files use and the Encoding Standard doesn't list. */
const aliases: Record<string, string> = {
  cp932: 'shift_jis',
  ms932: 'shift_jis',
  'windows-932': 'shift_jis',
  cp936: 'gbk',
  ms936: 'gbk',
  'windows-936': 'gbk',
  cp949: 'euc-kr',
  ms949: 'euc-kr',
  cp950: 'big5',
  ms950: 'big5',
  'windows-950': 'big5',
  'x-big5': 'big5',
  cp874: 'windows-874',
  'iso-8859-8-e': 'iso-8859-8',
  'iso-2022-jp-1': 'iso-2022-jp',
  'iso-2022-jp-2': 'iso-2022-jp',
  'ucs-2le': 'utf-16le',
  'ucs-2be': 'utf-16be',
}

/**
 * A decoder for an encoding by any of its names, or undefined for an unknown
 * one.
 */
export function createDecoder(
  label: string,
  { fatal = false } = {},
): Decoder | undefined {
  const name = label.trim().toLowerCase()
  try {
    return new TextDecoder(aliases[name] ?? name, { fatal })
  } catch {
    return undefined
  }
}

const startsWith = (bytes: Uint8Array, ...start: number[]) =>
  start.every((byte, index) => bytes[index] === byte)

/** The encoding that a byte order mark names. */
export function findMarkedEncoding(
  bytes: Uint8Array,
): 'utf-8' | 'utf-16le' | 'utf-16be' | undefined {
  if (startsWith(bytes, 0xef, 0xbb, 0xbf)) return 'utf-8'
  if (startsWith(bytes, 0xff, 0xfe)) return 'utf-16le'
  if (startsWith(bytes, 0xfe, 0xff)) return 'utf-16be'
  return undefined
}

/**
 * How many bytes of an XML file `findXmlEncoding` needs: the longest
 * declaration.
 */
export const xmlDeclarationBytes = 1024

const declaredEncoding = /^<\?xml\s[^>]*?\sencoding\s*=\s*["']([^"']{1,40})["']/
/**
 * Encodings of two or four bytes for each character. A file that starts with
 * `<?xml` in ASCII isn't in one of them.
 */
const isWide = /^(?:utf-?16|utf-?32|ucs-?[24]|unicode|iso-10646)/i

/**
 * The encoding of an XML file by its first bytes, as XML 1.0 says (appendix F):
 * the mark, the width of the first characters, the declaration, else UTF-8.
 * Some programs declare UTF-16 and then write UTF-8.
 */
export function findXmlEncoding(start: Uint8Array): string {
  const marked = findMarkedEncoding(start)
  if (marked) return marked
  if (startsWith(start, 0x3c, 0, 0x3f, 0)) return 'utf-16le'
  if (startsWith(start, 0, 0x3c, 0, 0x3f)) return 'utf-16be'
  const beginning = String.fromCharCode(
    ...start.subarray(0, xmlDeclarationBytes),
  )
  const declared = declaredEncoding.exec(beginning)?.[1]
  if (!declared || isWide.test(declared)) return 'utf-8'
  return declared
}

/** Bytes that windows-1252 has no character for. */
const unusedInWindows = /[\u0081\u008d\u008f\u0090\u009d]/
const beyondAscii = /[^\p{ASCII}\ufffd]/u

type TextEncoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252'

/**
 * The encoding of a text without a declaration: by its mark, else UTF-8, else
 * windows-1252, in which Excel writes. A text with even one UTF-8 character
 * beyond ASCII is UTF-8, and its other bytes are damaged. The start of a text
 * may end within a character.
 */
export function findTextEncoding(
  bytes: Uint8Array,
  { isStart = false } = {},
): TextEncoding {
  const marked = findMarkedEncoding(bytes)
  if (marked) return marked
  if (isUtf8(bytes, isStart)) return 'utf-8'
  const text = new TextDecoder('utf-8').decode(bytes)
  return beyondAscii.test(text) ? 'utf-8' : 'windows-1252'
}

function isUtf8(bytes: Uint8Array, isStart: boolean): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: isStart })
    return true
  } catch {
    return false
  }
}

/**
 * Decodes the whole text of a table. Throws `UndecodableText` for the first
 * line that would lose a character.
 */
export function decodeTable(bytes: Uint8Array): string {
  const encoding = findTextEncoding(bytes)
  const text = new TextDecoder(encoding).decode(bytes)
  const isWindows = encoding === 'windows-1252'
  const lost = isWindows
    ? text.search(unusedInWindows)
    : text.indexOf(replacementCharacter)
  if (lost === -1) return text
  const name = isWindows ? 'a known encoding' : encoding.toUpperCase()
  throw new UndecodableText(
    lineAt(text, lost),
    `has a character that is not valid in ${name}`,
  )
}

/** The number of the line at a position; lines end with CR LF, LF or CR. */
function lineAt(text: string, position: number): number {
  const lineEnds = text.slice(0, position).match(/\r\n|\r|\n/g) ?? []
  return lineEnds.length + 1
}

/**
 * Decodes text for reading, never for storing: an unknown encoding is read as
 * if none were declared.
 */
export function decodeForReading(bytes: Uint8Array, label?: string): string {
  const declared = label === undefined ? undefined : createDecoder(label)
  const decoder = declared ?? new TextDecoder(findTextEncoding(bytes))
  return decoder.decode(bytes)
}

/**
 * Decodes the first part of a text for reading; a character that the part cuts
 * off at its end is left out.
 */
export const decodeStart = (bytes: Uint8Array): string =>
  new TextDecoder(findTextEncoding(bytes, { isStart: true })).decode(bytes, {
    stream: true,
  })
