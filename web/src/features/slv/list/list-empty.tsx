import type { Profile } from '@portal/contract/auth/api'
import { IconInbox } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { EmptyState } from '../../../ui/message.tsx'
import { NoRows, type RowsMissing } from '../../../ui/no-rows.tsx'
import { getsNewRequests } from './list-tabs.ts'
import type { TabModes } from './list-view.ts'

type ListEmptyProps = RowsMissing & {
  tab: TabModes
  profile: Profile
  /** The list is longer than it was counted, but not as long as the page that was asked for. */
  isTotalCut: boolean
  /** What starts a first SLV, for those who may. */
  start?: ReactNode
}

/** Why a list shows no rows, and what to do about it. */
export const ListEmpty = ({ tab, profile, isTotalCut, start, ...missing }: ListEmptyProps) => (
  <NoRows
    {...missing}
    failed="The list could not be loaded"
    beyond={isTotalCut ? 'The list ends before this page.' : 'The list has become shorter than it was.'}
    narrowed="No SLV of this list matches the search and the filters."
    clear="Clear search and filters"
  >
    <EmptyState {...nothingYet(tab, profile)} icon={<IconInbox size={32} stroke={1.4} />}>
      {start}
    </EmptyState>
  </NoRows>
)

const nothingYet = ({ tableMode, departmentTableMode }: TabModes, profile: Profile): { title: string; why: string } => {
  const { role } = profile
  if (role === 'SELLER')
    return tableMode === 'MY_COMPANY'
      ? { title: 'No SLVs yet', why: 'Your company has not requested a variance yet.' }
      : {
          title: 'No SLVs yet',
          why: 'Ask for a variance on a loan: you need its number, the rest is filled in for you.',
        }
  if (role !== 'UNDERWRITER')
    return { title: 'No SLVs yet', why: 'The sellers assigned to you have not sent a request so far.' }
  if (tableMode === 'SLR')
    return {
      title: 'Nothing to review',
      why: 'SLVs appear here while they wait for an SLR review that is yours or unassigned.',
    }
  if (tableMode === 'TRADE_DESK')
    return {
      title: 'Nothing for the trade desk',
      why: 'SLVs appear here while they wait for a trade desk review that is yours or unassigned.',
    }
  if (departmentTableMode === 'TRANSFERRED')
    return { title: 'No transferred SLVs', why: 'SLVs appear here while they are with SLR or the trade desk.' }
  if (tableMode === 'ALL') return { title: 'No SLVs yet', why: 'No seller has sent a request so far.' }
  return {
    title: 'No SLVs are assigned to you',
    why: getsNewRequests(profile)
      ? 'New requests are assigned as they come in and appear here.'
      : 'New requests go to colleagues. Post-close SLVs that you create appear here.',
  }
}
