import {
  type HistoryGroup,
  historyGroupNames,
} from '@portal/contract/history/labels'
import { isOneOf } from '@portal/contract/lib/typed'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { z } from 'zod'
import { HistorySearch } from './address.ts'

/**
 * The filter of the timeline: people by id, groups of actions, New York days
 * with both ends included.
 */
export type HistoryFilter = {
  who: string[]
  what: HistoryGroup[]
  from?: string | undefined
  to?: string | undefined
}

/** The filter in an address, without what is invalid. */
export const toFilter = ({
  who,
  what,
  from,
  to,
}: HistorySearch): HistoryFilter => ({
  who: listed(who).filter((id) => z.uuid().safeParse(id).success),
  what: listed(what).filter((group) => isOneOf(historyGroupNames, group)),
  ...(from && to && from > to ? {} : { from, to }),
})

/** A filter for the address, without what is empty. */
export const toSearch = ({
  who,
  what,
  from,
  to,
}: HistoryFilter): Omit<HistorySearch, 'history'> => ({
  who: who.join(',') || undefined,
  what: what.join(',') || undefined,
  from,
  to,
})

export const noFilter: HistoryFilter = { who: [], what: [] }

/** How many filters are active. The days are one. */
export const countFilters = ({ who, what, from, to }: HistoryFilter): number =>
  who.length + what.length + (from || to ? 1 : 0)

const listed = (text: string | undefined) =>
  (text ?? '').split(',').filter((part) => part !== '')

/**
 * The view and the filter of the history, which are in the address so that a
 * link or a reload restores them.
 */
export const useHistorySearch = () => {
  const search = HistorySearch.parse(useSearch({ strict: false }))
  const navigate = useNavigate()
  const change = (next: Partial<HistorySearch>) =>
    void navigate({
      to: '.',
      search: (before) => ({ ...before, ...next }),
      replace: true,
      resetScroll: false,
    })
  return {
    view: search.history ?? 'timeline',
    filter: toFilter(search),
    change,
  }
}
