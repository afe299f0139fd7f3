import type { Profile } from '@portal/contract/auth/api'
import * as api from '@portal/contract/tdoc/api'
import {
  type TdocTableMode,
  tdocStatusLabels,
  tdocTableModes,
} from '@portal/contract/tdoc/model'
import { tdocModeRules } from '@portal/contract/tdoc/policy'
import { call } from '../../lib/call.ts'
import { toActor } from '../auth/queries.ts'

const most = 6

/**
 * Finds Tdocs for the command palette, in the tables of this person; each opens
 * beside its own table.
 */
export const findTdocs = async (
  search: string,
  profile: Profile,
  signal: AbortSignal,
) => {
  const modes = tdocTableModes.filter((mode) =>
    tdocModeRules[mode](toActor(profile)),
  )
  const pages = await Promise.all(
    modes.map((tableMode) => page(tableMode, search, signal)),
  )
  return pages.flat().slice(0, most)
}

const page = async (
  tableMode: TdocTableMode,
  search: string,
  signal: AbortSignal,
) => {
  const order = { sortBy: 'tdocReceivedDate', sortType: 'desc' } as const
  const query = {
    tableMode,
    search,
    size: most,
    counts: 'none',
    ...order,
  } as const
  const { items } = await call(api.listTdocs, { query }, { signal })
  return items.map(
    ({
      id,
      buyerLoanNumber,
      imageFileName,
      borrowerLastName,
      sellerName,
      status,
    }) => ({
      key: id,
      label: `${buyerLoanNumber} · ${imageFileName}`,
      description: [tdocStatusLabels[status], borrowerLastName, sellerName]
        .filter(Boolean)
        .join(' · '),
      href: `/condition-manager/${id}${tableMode === 'ACTIVE' ? '' : `?tableMode=${tableMode}`}`,
    }),
  )
}
