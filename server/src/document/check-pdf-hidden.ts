import { endsWord, isWhite } from './read-pdf-tokens.ts'

/** As far as is looked around a word. */
export const around = 512
const isNumeric = (byte: number | undefined) =>
  byte !== undefined && ((byte >= 0x30 && byte <= 0x39) || byte === 0x2b || byte === 0x2d || byte === 0x2e)

/** Before what stands before `at`: spaces and, as it may be one, a line with a comment. `isComment` ends the search. */
function passSpaces(bytes: Buffer, at: number, first: number): { at: number; isComment: boolean } {
  let hasLine = false
  let place = at
  for (; place > first && isWhite(bytes[place - 1]); place--) hasLine ||= [10, 13].includes(bytes[place - 1] ?? 0)
  if (!hasLine) return { at: place, isComment: false }
  for (let back = place; back > first && ![10, 13].includes(bytes[back - 1] ?? 0); back--)
    if (bytes[back - 1] === 0x25) return { at: place, isComment: true }
  return { at: place, isComment: false }
}

/** Whether `obj` here ends the head of an object, `7 0 obj`, for a reader that is sent to it. */
export function isObjectHead(bytes: Buffer, at: number): boolean {
  if (!endsWord(bytes[at + 3])) return false
  const first = Math.max(0, at - around)
  const before = passSpaces(bytes, at, first)
  if (before.isComment) return true
  let place = before.at
  while (place > first && isNumeric(bytes[place - 1])) place--
  if (place === before.at) return false
  const between = passSpaces(bytes, place, first)
  if (between.isComment) return true
  if (first > 0 && between.at === first) return true
  return between.at < place && isNumeric(bytes[between.at - 1])
}

/** Whether `trailer` here is followed by a dictionary, for a reader that is sent to it. */
export function isTrailer(bytes: Buffer, at: number): boolean {
  let place = at + 7
  while (place < at + 64 && isWhite(bytes[place])) place++
  const next = bytes[place]
  return next === 0x3c || next === 0x25 || isWhite(next)
}
