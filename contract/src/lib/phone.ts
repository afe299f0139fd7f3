/** The look-behind keeps it linear: a run of separators is tried from its first one only. */
const extensionAtEnd = /(?<![ ,;])[ ,;]*(?:ext(?:ension)?\.?|x|#) ?:? ?(\d{1,6})$/i

/** Splits a phone number: '213-555-0142 ext. 12' has the extension 12. */
export function splitPhone(text: string): { number: string; extension: string | null } {
  const found = extensionAtEnd.exec(text)
  if (!found) return { number: text, extension: null }
  return { number: text.slice(0, found.index).trim(), extension: found[1] ?? null }
}
