import { email } from '@portal/contract/lib/fields'

/** One address that was typed or pasted, and what is wrong with it as far as the browser can tell. */
export type Address = { text: string; problem: 'INVALID' | 'TWICE' | null }

/** What stands between addresses that are pasted: commas, semicolons, spaces, new lines. */
const between = /[\s,;]+/

/** Whether a text ends one address and begins another. */
export const isSeveral = (text: string): boolean => between.test(text)

/** The addresses in a text, as they are written; '<a@b.c>' of a mail program loses its brackets. */
export const addressesIn = (text: string): string[] =>
  text
    .split(between)
    .map((part) => part.replace(/^[<"']{1,3}|[>"']{1,3}$/g, ''))
    .filter((part) => part !== '')

/** Each address with what is wrong with it. The first of two that are the same counts, whatever their capitals. */
export const judged = (texts: readonly string[]): Address[] => {
  const seen = new Set<string>()
  return texts.map((text) => {
    const key = text.toLowerCase()
    const isTwice = seen.has(key)
    seen.add(key)
    if (!email.safeParse(text).success) return { text, problem: 'INVALID' }
    return { text, problem: isTwice ? 'TWICE' : null }
  })
}
