import type { NotificationAction } from '@portal/contract/notification/model'
import type { Db } from '../lib/db.ts'
import { prepared, type Slot } from '../lib/prepared.ts'
import { notify, type Teller } from '../notification/notify.ts'

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

/** Tells people of a Tdoc, in the transaction of what they are told. */
export const tellOfTdoc = (ctx: Teller, action: Notice, tdoc: Noticed, to: readonly (string | null)[]) =>
  notify(ctx, { action, entityId: tdoc.id, to, description: describeTdoc(tdoc) })
