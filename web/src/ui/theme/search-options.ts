import type {
  ComboboxItem,
  ComboboxParsedItem,
  OptionsFilter,
} from '@mantine/core'
import { isFoundBy } from '../../lib/text/search-text.ts'

/**
 * The options of a select that a person's words find, as the server's searches
 * do.
 */
export const searchOptions: OptionsFilter = ({ options, search, limit }) => {
  const isFound = ({ label }: ComboboxItem) => isFoundBy(label, search)
  let left = limit
  const take = <T extends ComboboxItem>(items: readonly T[]): T[] => {
    const taken = items.filter(isFound).slice(0, left)
    left -= taken.length
    return taken
  }
  return options.flatMap((option): ComboboxParsedItem[] => {
    if (!('group' in option)) return take([option])
    const items = take(option.items)
    return items.length === 0 ? [] : [{ ...option, items }]
  })
}
