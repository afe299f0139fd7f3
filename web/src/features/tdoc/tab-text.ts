import type { TdocPage } from '@portal/contract/tdoc/answers'
import {
  type TdocTab,
  type TdocTableMode,
  tabsOf,
  tdocStatuses,
  tdocStatusLabels,
} from '@portal/contract/tdoc/model'
import { count } from '../../lib/text/format.ts'

type Counts = Pick<TdocPage, 'counts' | 'cutTabs'>

/**
 * The count of a tab: '16', or '10,000+' where counting stops. All also names
 * Tdocs of a status without a tab in this table (spec.md §2), so that the tabs
 * add up: '19 (3 Review Pending)'.
 */
export const tabCountText = (
  tab: TdocTab,
  mode: TdocTableMode,
  { counts, cutTabs }: Counts,
): string | undefined => {
  const rows = counts[tab]
  if (rows === undefined) return undefined
  const text = `${count(rows)}${cutTabs.includes(tab) ? '+' : ''}`
  if (tab !== 'ALL' || cutTabs.length > 0) return text

  let inOtherTabs = 0
  for (const other of tabsOf[mode]) {
    if (other !== 'ALL') inOtherTabs += counts[other] ?? 0
  }
  const inNoTab = rows - inOtherTabs
  if (inNoTab === 0) return text
  const labels = tdocStatuses
    .filter((status) => !tabsOf[mode].includes(status))
    .map((status) => tdocStatusLabels[status])
  return `${text} (${count(inNoTab)} ${labels.join(', ')})`
}
