import {
  hasWordStart,
  normalizeForSearch,
} from '@portal/contract/lib/normalize-for-search'

export type Named = { id: string; name: string }

/**
 * A name that is being typed: the position of its '@' and the text up to the
 * caret.
 */
export type MentionQuery = { start: number; words: string }

const longestName = 60

/** The mention that is being typed right before the caret, or null. */
export const findMention = (
  text: string,
  caret: number,
): MentionQuery | null => {
  // `lastIndexOf` takes a negative position for 0, and would find an '@' there.
  if (caret === 0) return null
  const start = text.lastIndexOf('@', caret - 1)
  if (start < 0 || caret - start > longestName) return null
  const isWordStart = start === 0 || /[\s(]/.test(text.charAt(start - 1))
  if (!isWordStart) return null

  const words = text.slice(start + 1, caret)
  const canBeName = /^(\S.*)?$/.test(words)
  return canBeName ? { start, words } : null
}

/** People whose first, middle or last name starts with the words. */
export const findMatches = <P extends Named>(
  people: readonly P[],
  words: string,
): P[] => {
  const typed = normalizeForSearch(words)
  const endsWithSpace = /\s$/.test(words)
  const isComplete = (name: string) =>
    endsWithSpace && normalizeForSearch(name).endsWith(typed)
  return people.filter(
    ({ name }) => hasWordStart(name, typed) && !isComplete(name),
  )
}

/** Completes a mention; `caret` is the position after the name and a space. */
export const completeMention = (
  text: string,
  { start, words }: MentionQuery,
  name: string,
) => {
  const before = `${text.slice(0, start)}@${name}`
  const after = text.slice(start + 1 + words.length)
  const space = after.startsWith(' ') ? '' : ' '
  return { text: before + space + after, caret: before.length + 1 }
}

/** A part of a text; `named` is whom it mentions. */
export type Piece = { at: number; text: string; named: Named | null }

/**
 * Splits a text at its mentions. The longest name wins; of people with the same
 * name, the first.
 */
export const splitPieces = (
  text: string,
  people: readonly Named[],
): Piece[] => {
  const longestFirst = people.toSorted((a, b) => b.name.length - a.name.length)
  const pieces: Piece[] = []
  let end = 0
  const addText = (until: number) => {
    if (until > end)
      pieces.push({ at: end, text: text.slice(end, until), named: null })
  }
  let at = text.indexOf('@')
  while (at >= 0) {
    const named = longestFirst.find(({ name }) => hasNameAt(text, name, at + 1))
    if (named) {
      addText(at)
      end = at + 1 + named.name.length
      pieces.push({ at, text: text.slice(at, end), named })
    }
    at = text.indexOf('@', named ? end : at + 1)
  }
  addText(text.length)
  return pieces
}

const hasNameAt = (text: string, name: string, at: number) => {
  const next = text.charAt(at + name.length)
  return text.startsWith(name, at) && !/[\p{L}\p{N}]/u.test(next)
}

/** The people whom a text mentions, each once. */
export const findMentioned = <P extends Named>(
  text: string,
  people: readonly P[],
): P[] => {
  const mentionedIds = new Set(
    splitPieces(text, people).map(({ named }) => named?.id),
  )
  const byId = new Map<string, P>()
  for (const person of people)
    if (mentionedIds.has(person.id) && !byId.has(person.id))
      byId.set(person.id, person)
  return [...byId.values()]
}
