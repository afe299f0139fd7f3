const extensionAtEnd = /(?:ext(?:ension)?\.?|x|#) ?:? ?(\d{1,6})$/i
const separators = ' ,;'

/** Splits a phone number: '213-555-0142 ext. 12' has the extension 12. */
export function splitPhone(text: string): {
  number: string
  extension: string | null
} {
  const found = extensionAtEnd.exec(text)
  if (!found) return { number: text, extension: null }
  return {
    number: trimSeparators(text.slice(0, found.index)),
    extension: found[1] ?? null,
  }
}

/**
 * Without separators at the end. A regular expression for this takes quadratic
 * time.
 */
function trimSeparators(text: string): string {
  let end = text.length
  while (end > 0 && separators.includes(text.charAt(end - 1))) end--
  return text.slice(0, end).trim()
}
