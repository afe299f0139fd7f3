import {
  hasWordStart,
  normalizeForSearch,
} from '@portal/contract/lib/normalize-for-search'

/** An entry of the palette: a screen (`href`) or a command (`run`). */
export type PaletteItem = {
  key: string
  label: string
  description?: string
  /** Other texts that find it. */
  names?: readonly (string | null)[]
  /** The key that does the same. */
  keys?: string | undefined
  href?: string
  run?: () => void
}

/** `isFound`: the server searched more than the labels. */
export type PaletteGroup = {
  label: string
  items: readonly PaletteItem[]
  isFound?: boolean
}

const rank = { exact: 0, start: 1, word: 2, inside: 3, none: 4 }

/**
 * How well a label matches; a loan number before ' · ' counts as a whole label.
 */
const computeRank = (label: string, wanted: string): number => {
  const whole = normalizeForSearch(label)
  const [loanNumber = ''] = label.split(' · ')
  if (whole === wanted || normalizeForSearch(loanNumber) === wanted)
    return rank.exact
  if (whole.startsWith(wanted)) return rank.start
  if (hasWordStart(label, wanted)) return rank.word
  return whole.includes(wanted) ? rank.inside : rank.none
}

const isKnownAs = ({ names = [] }: PaletteItem, wanted: string) =>
  names.some((name) => name !== null && normalizeForSearch(name) === wanted)

/**
 * The entries that match, exact matches first; groups are sorted by their best
 * entry. Without a search text, all entries in their order. An entry in several
 * groups is shown in the first.
 */
export const rankGroups = (
  groups: readonly PaletteGroup[],
  text: string,
): PaletteGroup[] => {
  const wanted = normalizeForSearch(text)
  const seen = new Set<string>()
  const ranked = groups.map((group) => {
    const items = group.items
      .map((item) => ({
        item,
        rank:
          wanted === '' || isKnownAs(item, wanted)
            ? 0
            : computeRank(item.label, wanted),
      }))
      .filter((one) => group.isFound || one.rank < rank.none)
      .filter(({ item }) => !seen.has(item.key))
      .toSorted((one, other) => one.rank - other.rank)
    for (const { item } of items) seen.add(item.key)
    return {
      ...group,
      best: items[0]?.rank ?? rank.none,
      items: items.map(({ item }) => item),
    }
  })
  return ranked
    .filter(({ items }) => items.length > 0)
    .toSorted((one, other) => one.best - other.best)
}
