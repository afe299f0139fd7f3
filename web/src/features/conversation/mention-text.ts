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
export const mentionAt = (text: string, caret: number): MentionQuery | null => {
  const start = caret === 0 ? -1 : text.lastIndexOf('@', caret - 1)
  if (start < 0 || caret - start > longestName) return null
  const words = text.slice(start + 1, caret)
  const isWordStart = start === 0 || /[\s(]/.test(text.charAt(start - 1))
  return isWordStart && /^(\S.*)?$/.test(words) ? { start, words } : null
}

/** People whose first, middle or last name starts with the words. */
export const matching = <P extends Named>(
  people: readonly P[],
  words: string,
): P[] => {
  const start = normalizeForSearch(words)
  const isComplete = (name: string) =>
    /\s$/.test(words) && normalizeForSearch(name).endsWith(start)
  return people.filter(
    ({ name }) => hasWordStart(name, start) && !isComplete(name),
  )
}

/** Completes a mention; `caret` is the position after the name. */
export const withName = (
  text: string,
  { start, words }: MentionQuery,
  name: string,
) => {
  const after = text.slice(start + 1 + words.length)
  const before = `${text.slice(0, start)}@${name}`
  return after.startsWith(' ')
    ? { text: before + after, caret: before.length + 1 }
    : { text: `${before} ${after}`, caret: before.length + 1 }
}

export type Piece = { at: number; text: string; named: Named | null }

/**
 * Splits a text at its mentions. The longest name wins; of people with the same
 * name, the first.
 */
export const splitPieces = (
  text: string,
  people: readonly Named[],
): Piece[] => {
  const byLength = people.toSorted((a, b) => b.name.length - a.name.length)
  const pieces: Piece[] = []
  let from = 0
  for (let at = text.indexOf('@'); at >= 0; at = text.indexOf('@', at + 1)) {
    const named = byLength.find(
      ({ name }) =>
        text.startsWith(name, at + 1) && endsAt(text, at + 1 + name.length),
    )
    if (!named || at < from) continue
    if (at > from)
      pieces.push({ at: from, text: text.slice(from, at), named: null })
    from = at + 1 + named.name.length
    pieces.push({ at, text: text.slice(at, from), named })
  }
  if (from < text.length)
    pieces.push({ at: from, text: text.slice(from), named: null })
  return pieces
}

const endsAt = (text: string, at: number) =>
  !/[\p{L}\p{N}]/u.test(text.charAt(at))

/** The people whom a text mentions, each once. */
export const namedIn = <P extends Named>(
  text: string,
  people: readonly P[],
): P[] => {
  const ids = new Set(
    splitPieces(text, people).flatMap(({ named }) => (named ? [named.id] : [])),
  )
  return people.filter(
    ({ id }, index) =>
      ids.has(id) && people.findIndex((one) => one.id === id) === index,
  )
}
