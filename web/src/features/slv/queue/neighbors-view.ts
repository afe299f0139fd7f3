import type { Profile } from '@portal/contract/auth/api'
import { clockForList } from '@portal/contract/slv/clocks'
import { getNextSlv } from '@portal/contract/slv/list-api'
import type { SlvNeighbors, SlvRow } from '@portal/contract/slv/row'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../lib/call.ts'
import { readListSearch, toSearch } from '../../../records/slv/list-filter.ts'
import { slvKey } from '../../../records/slv/slv-key.ts'
import { departmentTabs, homeTabs, toModes } from '../list/list-tabs.ts'
import { viewIn } from '../list/list-view.ts'
import { rowLink } from '../list/row-link.ts'
import type { LastList } from './last-list.ts'

/** `place` is the last known position, kept after the SLV leaves the list. */
export type Neighbors = SlvNeighbors & { place: number | null }

/**
 * The list that the user came from, for calls and links; null if they have no
 * such list.
 */
export const toQueue = ({ path, search }: LastList, profile: Profile) => {
  const tabs = path.startsWith('/slv/department')
    ? departmentTabs
    : homeTabs(profile)
  const view = viewIn(tabs, readListSearch(search), profile)
  if (!view) return null
  const { tab, filter, sortBy, sortType } = view
  const query = { ...toModes(tab), ...toSearch(filter), sortBy, sortType }
  const clock = clockForList({ ...filter, tableMode: tab.tableMode })
  return { query, clock, linkTo: (row: SlvRow) => rowLink(profile, tab, row) }
}

export type Queue = NonNullable<ReturnType<typeof toQueue>>

/**
 * After a move from `place`, the neighbors are those that the SLV had there.
 */
export const neighborsQuery = (
  queue: Queue | null,
  id: string,
  place: number | null = null,
) => {
  const moved = place === null ? {} : ({ moved: 'true' } as const)
  const queryKey = [
    ...slvKey,
    'next',
    { ...queue?.query, after: id, ...moved },
  ] as const
  return queryOptions({
    queryKey,
    queryFn: async ({ signal, client }): Promise<Neighbors> => {
      const known =
        place ?? client.getQueryData<Neighbors>(queryKey)?.place ?? null
      const query = {
        ...queue?.query,
        after: id,
        ...moved,
        ...(known !== null && { position: known }),
      }
      const answer = await call(getNextSlv, { query }, { signal })
      return { ...answer, place: answer.position ?? known }
    },
    enabled: queue !== null,
    meta: { quiet: true },
  })
}

/** '7009060 Taylor': the loan and the borrower. */
export const nameOfSlv = ({
  buyerLoan,
  sellerLoan,
  borrowerLastName,
}: SlvRow) =>
  [buyerLoan || sellerLoan, borrowerLastName].filter(Boolean).join(' ')
