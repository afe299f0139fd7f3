import type { NotificationAction } from '@portal/contract/notification/model'
import type { LoanKind } from '@portal/contract/tdoc/model'
import type { Db } from '../lib/db.ts'
import { prepared, type Slot } from '../lib/prepared.ts'
import { notify, type Teller } from '../notification/notify.ts'
import { findHolders } from '../user/find-holders.ts'

/** What a notice needs to know of a Tdoc, as it is after the change. */
export type Noticed = {
  id: string
  buyerLoanNumber: string
  imageFileName: string
  vendorId: string | null
  assignedUnderwriterId: string | null
  reviewUnderwriterId: string | null
}

type Notice = Extract<NotificationAction, 'TDOC_RECEIVED' | 'TDOC_RETURNED' | 'TDOC_RESPONSE_ADDED'>

/** To what it happened: 'loan number · image', which everybody who sees the Tdoc sees. */
export const describeTdoc = ({ buyerLoanNumber, imageFileName }: Pick<Noticed, 'buyerLoanNumber' | 'imageFileName'>) =>
  `${buyerLoanNumber} · ${imageFileName}`

const reviewersOf = prepared('tdoc.reviewers', (db, value: Slot<{ vendorId: string }>) =>
  db
    .selectFrom('appUser')
    .innerJoin('userRole', (join) =>
      join.onRef('userRole.userId', '=', 'appUser.id').on('userRole.position', '=', 0).on('userRole.role', '=', 'TPR'),
    )
    .select('appUser.id')
    .where('appUser.companyId', '=', value('vendorId'))
    .where('appUser.status', '=', 'ACTIVE')
    .orderBy('appUser.id'),
)

/** The active reviewers of a vendor; nobody where there is none. */
export const findReviewers = async (db: Db, vendorId: string | null): Promise<string[]> =>
  vendorId === null ? [] : (await reviewersOf(db, { vendorId })).map(({ id }) => id)

const activeOf = prepared('tdoc.active', (db, value: Slot<{ ids: readonly string[] }>) =>
  db
    .selectFrom('appUser')
    .select('id')
    .where((eb) => eb('id', '=', eb.fn.any(eb.val(value('ids')))))
    .where('status', '=', 'ACTIVE'),
)

/**
 * Who has a Tdoc to do or to review. Where none of them is active any more, those who give out work and see it are told in
 * their place, so that no answer is told to nobody.
 */
export async function inHandsOf(
  db: Db,
  tdoc: Pick<Noticed, 'assignedUnderwriterId' | 'reviewUnderwriterId'> & { loanKind: LoanKind },
): Promise<string[]> {
  const named = [tdoc.assignedUnderwriterId, tdoc.reviewUnderwriterId].filter((id) => id !== null)
  if (named.length === 0) return []
  const active = await activeOf(db, { ids: named })
  if (active.length > 0) return active.map(({ id }) => id)
  return findHolders(db, tdoc.loanKind === 'PURCHASED' ? ['assignLoans', 'managePurchasedTdocs'] : ['assignLoans'])
}

/** Tells people of a Tdoc, in the transaction of what they are told. */
export const tellOfTdoc = (ctx: Teller, action: Notice, tdoc: Noticed, to: readonly (string | null)[]) =>
  notify(ctx, { action, entityId: tdoc.id, to, description: describeTdoc(tdoc) })
