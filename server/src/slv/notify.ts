import type { NotificationAction } from '@portal/contract/notification/model'
import { isDecided, type SlvStatus } from '@portal/contract/slv/status'
import type { SlvAction } from '@portal/contract/slv/transitions'
import { notify, type Teller } from '../notification/notify.ts'
import { findHolders } from '../user/find-holders.ts'

/** Whose post it is that a move is told to. */
type Post = 'underwriter' | 'owner' | 'bdd' | 'slr' | 'tradeDesk'

/** DECISION is the decision made. */
type Notice = { action: NotificationAction | 'DECISION'; to: Post | readonly Post[] }

/**
 * Who is told what by which move of the transition table (product.md §6, docs/decisions/013-notifications.md). Null
 * tells nobody: a save is an edit, which the history tells; and a review that is taken up is what was asked for.
 */
export const slvNotices: Record<SlvAction, Notice | null> = {
  save: null,
  'send-request': { action: 'PENDING', to: 'underwriter' },
  'start-review-process': null,
  reopen: { action: 'REOPENED', to: ['owner', 'bdd', 'underwriter'] },
  'set-pending-documents': { action: 'DOCUMENTS_REQUESTED', to: 'owner' },
  'upload-pending-documents': { action: 'DOCUMENTS_SUBMITTED', to: 'underwriter' },
  'set-slr-pending': { action: 'SLR_PENDING', to: 'slr' },
  'set-slr-review': null,
  'set-slr-pending-info': { action: 'SLR_PENDING_INFO', to: 'underwriter' },
  'set-slr-info-received': { action: 'SLR_INFO_RECEIVED', to: 'slr' },
  'set-slr-completed': { action: 'SLR_COMPLETED', to: 'underwriter' },
  'set-td-pending': { action: 'TD_PENDING', to: 'tradeDesk' },
  'set-td-review': null,
  'set-td-completed': { action: 'TD_COMPLETED', to: 'underwriter' },
  'make-final-decision': { action: 'DECISION', to: 'owner' },
  'set-withdraw-pending': { action: 'WITHDRAW_REQUEST_RECEIVED', to: 'underwriter' },
  'set-withdraw-approved': { action: 'WITHDRAW_APPROVED', to: 'owner' },
  'set-withdraw-declined': { action: 'WITHDRAW_UPDATE', to: 'owner' },
  'set-draft-resubmitted': { action: 'DRAFT_RESUBMITTED', to: 'underwriter' },
  'set-resubmitted': { action: 'RESUBMITTED', to: 'underwriter' },
  'discard-draft': { action: 'DRAFT_DISCARDED', to: 'underwriter' },
  'assign-requests': { action: 'REASSIGNED', to: 'underwriter' },
  'assign-slr': { action: 'SLR_PENDING', to: 'slr' },
  'assign-td': { action: 'TD_PENDING', to: 'tradeDesk' },
  'assign-seller': { action: 'REASSIGNED', to: 'owner' },
}

/** What a notice needs to know of an SLV, as it is after the move. */
type Moved = {
  id: string
  status: SlvStatus
  sellerId: string
  bddId?: string | null
  underwriterId: string | null
  underwriterManagerId: string | null
  tradeDeskId: string | null
} & Named

type Named = { buyerLoan: string | null; sellerLoan: string | null; borrowerLastName: string | null }

/** To what it happened: 'loan number · borrower', which everybody who sees the SLV sees. */
export const describeSlv = ({ buyerLoan, sellerLoan, borrowerLastName }: Named): string =>
  [buyerLoan ?? sellerLoan, borrowerLastName].filter((part) => part !== null).join(' · ')

/** Tells whom a move concerns, in the transaction of the move. An SLV that goes back to the queue is a new request to its readers. */
export async function tellOfMove(ctx: Teller, action: SlvAction, slv: Moved) {
  const notice = slvNotices[action]
  if (notice === null) return
  const isLeft = action === 'assign-requests' && slv.underwriterId === null
  const told = notice.action === 'DECISION' ? decisionOf(slv.status) : isLeft ? 'PENDING' : notice.action
  const to = await Promise.all([notice.to].flat().map((post) => peopleAt(ctx, post, slv)))
  await notify(ctx, { action: told, entityId: slv.id, to: to.flat(), description: describeSlv(slv) })
}

const decisionOf = (status: SlvStatus) => {
  if (!isDecided(status)) throw new Error(`${status} is no decision`)
  return status
}

/** Whoever holds the post; where nobody does, everybody who may take it or give it to somebody, and sees the SLV. */
export async function peopleAt({ db }: Teller, post: Post, slv: Moved): Promise<string[]> {
  switch (post) {
    case 'owner':
      return [slv.sellerId]
    case 'bdd':
      return slv.bddId ? [slv.bddId] : []
    case 'underwriter':
      return slv.underwriterId ? [slv.underwriterId] : findHolders(db, ['assignLoans', 'viewSlvDepartment'])
    case 'slr':
      return slv.underwriterManagerId ? [slv.underwriterManagerId] : findHolders(db, ['manageSlr'])
    case 'tradeDesk':
      return slv.tradeDeskId ? [slv.tradeDeskId] : findHolders(db, ['manageTradeDesk'])
  }
}
