import type { Profile } from '@portal/contract/auth/api'
import { getsNewRequests } from './list-tabs.ts'
import type { TabModes } from './list-view.ts'

export const nothingYet = (
  { tableMode, departmentTableMode }: TabModes,
  profile: Profile,
): { title: string; why: string } => {
  const { role } = profile
  if (role === 'SELLER')
    return tableMode === 'MY_COMPANY'
      ? { title: 'No SLVs yet', why: 'Your company has not requested a variance yet.' }
      : {
          title: 'No SLVs yet',
          why: 'Request a variance on a loan. You only need the loan number; the rest is filled in for you.',
        }
  if (role !== 'UNDERWRITER')
    return { title: 'No SLVs yet', why: 'The sellers assigned to you have not sent any requests yet.' }
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
