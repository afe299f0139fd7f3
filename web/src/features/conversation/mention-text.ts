/** As much of a person as a text needs to name them. */
export type Named = { id: string; name: string }

/** The name that is being typed: where its '@' stands, and what follows up to the caret. */
export type Asked = { start: number; words: string }

const longestName = 60

/** What is asked for right before the caret: an '@' at the start of a word and the letters after it; null when nothing is. */
export const askedAt = (text: string, caret: number): Asked | null => {
  const start = caret === 0 ? -1 : text.lastIndexOf('@', caret - 1)
  if (start < 0 || caret - start > longestName) return null
  const words = text.slice(start + 1, caret)
  const isWordStart = start === 0 || /[\s(]/.test(text.charAt(start - 1))
  return isWordStart && /^(\S.*)?$/.test(words) ? { start, words } : null
}

/** People whose name, or one of whose names, begins with the words. */
export const matching = <P extends Named>(people: readonly P[], words: string): P[] => {
  const asked = words.toLowerCase()
  return people.filter(({ name }) => {
    const low = name.toLowerCase()
    return low.startsWith(asked) || (asked !== '' && low.includes(` ${asked}`))
  })
}

/** The text with the whole name in place of what was asked for, and the caret behind it. */
export const withName = (text: string, { start, words }: Asked, name: string) => {
  const after = text.slice(start + 1 + words.length)
  const before = `${text.slice(0, start)}@${name}`
  return after.startsWith(' ')
    ? { text: before + after, caret: before.length + 1 }
    : { text: `${before} ${after}`, caret: before.length + 1 }
}

export type Piece = { at: number; text: string; named: Named | null }

/** The text cut at the names in it, in order. Of names that begin alike the longest counts; each name stands for the first person of it. */
export const piecesOf = (text: string, people: readonly Named[]): Piece[] => {
  const byLength = people.toSorted((a, b) => b.name.length - a.name.length)
  const pieces: Piece[] = []
  let from = 0
  for (let at = text.indexOf('@'); at >= 0; at = text.indexOf('@', at + 1)) {
    const named = byLength.find(({ name }) => text.startsWith(name, at + 1) && endsThere(text, at + 1 + name.length))
    if (!named || at < from) continue
    if (at > from) pieces.push({ at: from, text: text.slice(from, at), named: null })
    from = at + 1 + named.name.length
    pieces.push({ at, text: text.slice(at, from), named })
  }
  if (from < text.length) pieces.push({ at: from, text: text.slice(from), named: null })
  return pieces
}

const endsThere = (text: string, at: number) => !/[\p{L}\p{N}]/u.test(text.charAt(at))

/** Whom a text names, each once. */
export const namedIn = <P extends Named>(text: string, people: readonly P[]): P[] => {
  const ids = new Set(piecesOf(text, people).flatMap(({ named }) => (named ? [named.id] : [])))
  return people.filter(({ id }, index) => ids.has(id) && people.findIndex((one) => one.id === id) === index)
}
