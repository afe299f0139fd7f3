import type { ConversationFilter } from '@portal/contract/conversation/model'
import type { Said } from './topic.ts'

type Page = { items: Said[]; total: number }

/** Whether a list that is narrowed so holds comments of this type. */
export const holds = (filter: ConversationFilter, { type }: Pick<Said, 'type'>): boolean =>
  filter === 'ALL' || filter === type

/**
 * A list after one of its comments was edited: it stays while the list's filter is ALL or the type that was saved, else it
 * is taken out of that list (spec.md §5).
 */
export const afterEdit = <P extends Page>(pages: readonly P[], saved: Said, filter: ConversationFilter): P[] =>
  holds(filter, saved) ? pages.map((page) => replaced(page, saved)) : without(pages, saved.id)

const replaced = <P extends Page>(page: P, saved: Said): P => ({
  ...page,
  items: page.items.map((item) => (item.id === saved.id ? saved : item)),
})

/** A list without one comment. */
export const without = <P extends Page>(pages: readonly P[], id: string): P[] => {
  const gone = pages.some(({ items }) => items.some((item) => item.id === id)) ? 1 : 0
  return pages.map((page) => ({
    ...page,
    items: page.items.filter((item) => item.id !== id),
    total: page.total - gone,
  }))
}

/** A list with a new comment, where it holds such. */
export const afterAdd = <P extends Page>(pages: readonly P[], added: Said, filter: ConversationFilter): P[] => {
  const isKnown = pages.some(({ items }) => items.some(({ id }) => id === added.id))
  if (!holds(filter, added) || isKnown) return [...pages]
  return pages.map((page, index) => ({
    ...page,
    items: index === 0 ? [added, ...page.items] : page.items,
    total: page.total + 1,
  }))
}

/** All comments of a list, each once: a page may repeat one that a newer comment pushed down. */
export const commentsOf = (pages: readonly Page[]): Said[] => {
  const seen = new Map(pages.flatMap(({ items }) => items.map((item) => [item.id, item] as const)))
  return [...seen.values()]
}
