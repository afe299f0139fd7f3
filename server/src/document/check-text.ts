import { refuse } from './check-refusal.ts'
import type { Content } from './read-content.ts'

/** No text has these: bells, escapes to terminals, NUL. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const unprintable = /[\u0000-\u0008\u000b\u000e-\u001f\u007f]/

const encodingOf = (start: Buffer): string => {
  if (start[0] === 0xff && start[1] === 0xfe) return 'utf-16le'
  if (start[0] === 0xfe && start[1] === 0xff) return 'utf-16be'
  return 'utf-8'
}

/** The text in pieces; undefined at the end of what is not of this encoding. */
async function readAs(content: Content, encoding: string, look: (piece: string) => void): Promise<boolean> {
  const decoder = new TextDecoder(encoding, { fatal: true })
  try {
    for await (const piece of content.pieces()) look(decoder.decode(piece, { stream: true }))
    look(decoder.decode())
    return true
  } catch (error) {
    if (error instanceof TypeError) return false
    throw error
  }
}

/**
 * Text in UTF-8, in UTF-16 with its mark, or else in the Windows alphabet in which Excel writes its CSV. Without the
 * characters that no text has. `look` is shown the text, piece after piece.
 */
async function readText(content: Content, look: (piece: string) => void = () => {}) {
  const { name } = content
  const lookWell = (piece: string) => {
    if (unprintable.test(piece)) throw refuse(name, 'is no plain text: it holds characters that no text has')
    look(piece)
  }
  const encoding = encodingOf(await content.read(0, 4))
  if (await readAs(content, encoding, lookWell)) return
  if (encoding !== 'utf-8') throw refuse(name, 'is no plain text: some of its characters cannot be read')
  await readAs(content, 'windows-1252', lookWell)
}

export const checkText = (content: Content): Promise<void> => readText(content)

/** A cell that makes a spreadsheet start a program (DDE): =cmd|' /C calc'!A0 */
const command = /(?:^|[\r\n,;\t"'])\s*[=+@-][\w.+\-@= ]{0,40}\|[^\r\n]{0,300}!/

/** A table as text. */
export async function checkTable(content: Content): Promise<void> {
  let last = ''
  await readText(content, (piece) => {
    const text = last + piece
    if (command.test(text)) throw refuse(content.name, 'holds a formula that starts a program')
    last = text.slice(-400)
  })
}

const headerLine = /^[\x21-\x39\x3b-\x7e]+:/
const mailHeaders = /^(?:from|to|subject|date|received|return-path|message-id|mime-version|delivered-to):/im
const attachedProgram =
  /\b(?:file)?name\*?\d*\*?\s*=\s*(?:"[^"\r\n]*|[^\s;"]*)\.(?:exe|scr|com|pif|bat|cmd|js|jse|vbs|vbe|wsf|hta|msi|ps1|lnk|jar|iso|img|docm|xlsm|pptm)\b/i

/** A mail as it is stored: headers first, one at least that a mail has. */
export async function checkMail(content: Content): Promise<void> {
  const { name } = content
  const head = (await content.read(0, 65_536)).toString('latin1').replace(/^\xef\xbb\xbf/, '')
  const headers = head.split(/\r?\n\r?\n/, 1)[0] ?? ''
  if (!headerLine.test(headers) || !mailHeaders.test(headers)) throw refuse(name, 'is no e-mail: it has no headers')
  let last = ''
  await readText(content, (piece) => {
    const text = last + piece
    if (attachedProgram.test(text)) throw refuse(name, 'has a program attached')
    last = text.slice(-400)
  })
}
