/**
 * Direction marks, zero-width and other invisible characters, which come along
 * with copied text.
 */
const invisible = /[\p{Default_Ignorable_Code_Point}\p{Cc}]/gu
const dashes = /[\u2010-\u2015\u2212\ufe58\ufe63\uff0d]/g
const spaces = /[\s\u00a0]+/g

/**
 * Normalizes text for values without invisible characters: numbers, days, phone
 * and loan numbers. Spaces of any kind become one plain space, dashes of any
 * kind a hyphen, full-width digits and signs plain ones.
 */
export function cleanText(text: string): string {
  return text
    .normalize('NFKC')
    .replace(spaces, ' ')
    .replace(invisible, '')
    .replace(dashes, '-')
    .replace(/ +/g, ' ')
    .trim()
}

const mark = /^[\s\u200b\u200e\u200f\u2060\ufeff\u202a-\u202e\u2066-\u2069]$/
const isMark = (character: string): boolean => mark.test(character)

/**
 * Text without the spaces and direction marks around it. Its content is
 * unchanged. Both ends are walked, because a regular expression for the end
 * takes quadratic time.
 */
export function trimMarks(text: string): string {
  let start = 0
  let end = text.length
  while (start < end && isMark(text.charAt(start))) start++
  while (end > start && isMark(text.charAt(end - 1))) end--
  return text.slice(start, end)
}

/**
 * Excel's way to keep a number as text: `="007"` is 007. Other text is returned
 * unchanged.
 */
export function unwrapTextCell(text: string): string {
  const quoted = /^="((?:[^"]|"")*)"$/.exec(text)?.[1]
  if (quoted !== undefined) return quoted.replaceAll('""', '"')
  return text
}
