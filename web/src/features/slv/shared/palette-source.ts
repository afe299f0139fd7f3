import type { Profile } from '@portal/contract/auth/api'
import { getSlv } from '@portal/contract/slv/api'
import * as api from '@portal/contract/slv/list-api'
import type { SlvRow } from '@portal/contract/slv/row'
import { type TableMode, tableModesFor } from '@portal/contract/slv/table-mode'
import { call } from '../../../lib/call.ts'
import { endpointQuery } from '../../../lib/queries.ts'
import { money } from '../../../lib/text/format.ts'
import { toActor } from '../../../records/auth/queries.ts'
import { slvKey } from '../../../records/slv/slv-key.ts'
import { statusLabel } from '../../../records/slv/slv-status.tsx'
import { rowHref } from '../list/row-link.ts'

const most = 6

/**
 * Finds SLVs for the command palette in all lists of this person. An SLV in
 * several lists opens from the first of them.
 */
export const findSlvs = async (
  search: string,
  profile: Profile,
  signal: AbortSignal,
) => {
  const modes = tableModesFor(toActor(profile))
  const pages = await Promise.all(
    modes.map((tableMode) => page(tableMode, search, signal)),
  )
  const found = new Map<string, { row: SlvRow; tableMode: TableMode }>()
  for (const { items, tableMode } of pages)
    for (const row of items)
      if (!found.has(row.id)) found.set(row.id, { row, tableMode })

  return [...found.values()].slice(0, most).map(({ row, tableMode }) => ({
    key: row.id,
    label: [row.buyerLoan ?? row.sellerLoan, row.borrowerLastName]
      .filter(Boolean)
      .join(' · '),
    description: [
      statusLabel(row),
      row.sellerName,
      row.loanAmount === null ? '' : money(row.loanAmount),
    ]
      .filter(Boolean)
      .join(' · '),
    names: [row.buyerLoan, row.sellerLoan],
    href: rowHref(profile, { tableMode, departmentTableMode: 'ALL' }, row),
  }))
}

/**
 * The SLV of a recent entry, whose borrower the browser doesn't keep; an entry
 * that can't be read has none.
 */
export const recentSlvQuery = (id: string) =>
  endpointQuery([...slvKey, 'recent', id], getSlv, {
    params: { id },
    staleTime: 5 * 60_000,
    retry: false,
    meta: { quiet: true },
  })

const page = async (
  tableMode: TableMode,
  search: string,
  signal: AbortSignal,
) => {
  const query = {
    tableMode,
    search,
    size: most,
    sortBy: 'date',
    sortType: 'desc',
  } as const
  return {
    tableMode,
    items: (await call(api.listSlvs, { query }, { signal })).items,
  }
}
