import { getKeys } from '@portal/contract/lib/typed'
import {
  type NotificationAction,
  notificationActions,
} from '@portal/contract/notification/model'
import { isAboutSlv } from '@portal/contract/notification/policy'
import type { SlvFacts } from '@portal/contract/slv/policy'
import { isDecided, type SlvStatus } from '@portal/contract/slv/status'
import type { SlvAction } from '@portal/contract/slv/transitions'
import type { QueryCreator } from 'kysely'
import type { DB } from '../lib/database/db-types.ts'
import { type Notice, type Notifier, notifyAll } from '../lib/notify.ts'
import { findUsersWithPermissions } from '../user/find-person.ts'

type Recipient = 'underwriter' | 'owner' | 'bdd' | 'slr' | 'tradeDesk'

/** DECISION is the decision made. */
type Rule = {
  action: NotificationAction | 'DECISION'
  to: Recipient | readonly Recipient[]
}

/**
 * The notification of each transition (product.md §6,
 * docs/decisions/013-notifications.md).
 */
export const slvNotices: Record<SlvAction, Rule | null> = {
  save: null,
  'send-request': { action: 'PENDING', to: 'underwriter' },
  'start-review-process': null,
  reopen: { action: 'REOPENED', to: ['owner', 'bdd', 'underwriter'] },
  'set-pending-documents': { action: 'DOCUMENTS_REQUESTED', to: 'owner' },
  'upload-pending-documents': {
    action: 'DOCUMENTS_SUBMITTED',
    to: 'underwriter',
  },
  'send-pending-documents': {
    action: 'DOCUMENTS_SUBMITTED',
    to: 'underwriter',
  },
  remind: { action: 'DOCUMENTS_REMINDER', to: 'owner' },
  'set-review': { action: 'DOCUMENTS_WAIVED', to: 'owner' },
  'set-slr-pending': { action: 'SLR_PENDING', to: 'slr' },
  'set-slr-review': null,
  'set-slr-pending-info': { action: 'SLR_PENDING_INFO', to: 'underwriter' },
  'set-slr-info-received': { action: 'SLR_INFO_RECEIVED', to: 'slr' },
  'set-slr-completed': { action: 'SLR_COMPLETED', to: 'underwriter' },
  'set-td-pending': { action: 'TD_PENDING', to: 'tradeDesk' },
  'set-td-review': null,
  'set-td-completed': { action: 'TD_COMPLETED', to: 'underwriter' },
  'make-final-decision': { action: 'DECISION', to: 'owner' },
  'set-withdraw-pending': {
    action: 'WITHDRAW_REQUEST_RECEIVED',
    to: 'underwriter',
  },
  'set-withdraw-approved': { action: 'WITHDRAW_APPROVED', to: 'owner' },
  'set-withdraw-declined': { action: 'WITHDRAW_UPDATE', to: 'owner' },
  'cancel-withdrawal': { action: 'WITHDRAW_CANCELED', to: 'underwriter' },
  'set-draft-resubmitted': { action: 'DRAFT_RESUBMITTED', to: 'underwriter' },
  'set-resubmitted': { action: 'RESUBMITTED', to: 'underwriter' },
  'discard-draft': { action: 'DRAFT_DISCARDED', to: 'underwriter' },
  'assign-requests': { action: 'REASSIGNED', to: 'underwriter' },
  'assign-slr': { action: 'SLR_PENDING', to: 'slr' },
  'assign-td': { action: 'TD_PENDING', to: 'tradeDesk' },
  'assign-seller': { action: 'REASSIGNED', to: 'owner' },
}

/** The columns of an SLV that choose who is notified, and what they read. */
export const notifiedColumns = [
  'id',
  'status',
  'sellerId',
  'underwriterId',
  'underwriterManagerId',
  'tradeDeskId',
  'buyerLoan',
  'sellerLoan',
  'borrowerLastName',
] as const

type NotifiedSlv = Pick<
  SlvFacts,
  | 'status'
  | 'sellerId'
  | 'underwriterId'
  | 'underwriterManagerId'
  | 'tradeDeskId'
> &
  Partial<Pick<SlvFacts, 'bddId'>> &
  LoanName & { id: string }

type LoanName = {
  buyerLoan: string | null
  sellerLoan: string | null
  borrowerLastName: string | null
}

/** 'Loan number · borrower', which everyone who may see the SLV may see. */
export const describeSlv = ({
  buyerLoan,
  sellerLoan,
  borrowerLastName,
}: LoanName): string =>
  [buyerLoan ?? sellerLoan, borrowerLastName]
    .filter((part) => part !== null)
    .join(' · ')

/**
 * Notifies people of a transition, in its transaction. An SLV that returns to
 * the queue counts as a new request.
 */
export const notifyTransition = (
  ctx: Notifier,
  action: SlvAction,
  slv: NotifiedSlv,
) => notifyTransitions(ctx, action, [slv])

export async function notifyTransitions(
  ctx: Notifier,
  action: SlvAction,
  slvs: readonly NotifiedSlv[],
) {
  const notice = slvNotices[action]
  if (notice === null) return
  const notices: Notice[] = []
  for (const slv of slvs) {
    const returnsToQueue =
      action === 'assign-requests' && slv.underwriterId === null
    const namedAction =
      notice.action === 'DECISION' ? toDecision(slv.status) : notice.action
    const sent = returnsToQueue ? 'PENDING' : namedAction
    const to = await Promise.all(
      [notice.to]
        .flat()
        .map((recipient) => findRecipients(ctx, recipient, slv)),
    )
    notices.push({
      action: sent,
      entityId: slv.id,
      to: to.flat(),
      description: describeSlv(slv),
    })
  }
  await notifyAll(ctx, notices)
}

type LostSlv = {
  slv: LoanName & { id: string }
  previousId: string | null
  nextName: string | null
}

/**
 * Notifies those who had the reassigned SLVs. They may no longer see them, so
 * the text has the loan number but no borrower.
 */
export const notifyPreviousAssignees = (
  ctx: Notifier,
  lost: readonly LostSlv[],
) =>
  notifyAll(
    ctx,
    lost.map(({ slv, previousId, nextName }) => ({
      action: 'REASSIGNED_FROM',
      entityId: slv.id,
      to: [previousId],
      description: `${slv.buyerLoan ?? slv.sellerLoan ?? 'Draft'} · ${nextName ? `now assigned to ${nextName}` : 'now unassigned'}`,
    })),
  )

/**
 * With the next statement, marks as viewed what people no longer have to do
 * about a finished SLV. Unread comments stay unread, except those of the person
 * who finished it.
 */
export const withFinishedViewed = (
  { db, actor }: Notifier,
  slvId: string,
): QueryCreator<DB> =>
  db.with('viewed', (query) =>
    query
      .updateTable('notification')
      .set({ status: 'CHECKED' })
      .where('entityId', '=', slvId)
      .where('status', '=', 'UNCHECKED')
      .where((eb) =>
        eb.or([
          eb('action', 'in', actionsToDo),
          eb('userId', '=', actor?.id ?? null),
        ]),
      ),
  )

const actionsToDo = getKeys(notificationActions).filter(
  (action) =>
    notificationActions[action].type === 'PROXY_LOAN' && isAboutSlv(action),
)

const toDecision = (status: SlvStatus) => {
  if (!isDecided(status)) throw new Error(`${status} is no decision`)
  return status
}

export async function findRecipients(
  { db }: Notifier,
  recipient: Recipient,
  slv: NotifiedSlv,
): Promise<string[]> {
  switch (recipient) {
    case 'owner':
      return [slv.sellerId]
    case 'bdd':
      return slv.bddId ? [slv.bddId] : []
    case 'underwriter':
      return slv.underwriterId
        ? [slv.underwriterId]
        : findUsersWithPermissions(db, ['assignLoans', 'viewSlvDepartment'])
    case 'slr':
      return slv.underwriterManagerId
        ? [slv.underwriterManagerId]
        : findUsersWithPermissions(db, ['manageSlr'])
    case 'tradeDesk':
      return slv.tradeDeskId
        ? [slv.tradeDeskId]
        : findUsersWithPermissions(db, ['manageTradeDesk'])
  }
}
