import type { NotificationAction } from '@portal/contract/notification/model'
import type { LoanKind } from '@portal/contract/tdoc/model'
import type { Db } from '../lib/db.ts'
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

/** The active reviewers of a vendor; none without a vendor. */
export async function findReviewers(db: Db, vendorId: string | null): Promise<string[]> {
  if (vendorId === null) return []
  const reviewers = await db
    .selectFrom('appUser')
    .innerJoin('userRole', (join) =>
      join.onRef('userRole.userId', '=', 'appUser.id').on('userRole.position', '=', 0).on('userRole.role', '=', 'TPR'),
    )
    .select('appUser.id')
    .where('appUser.companyId', '=', vendorId)
    .where('appUser.status', '=', 'ACTIVE')
    .orderBy('appUser.id')
    .execute()
  return reviewers.map(({ id }) => id)
}

const findActive = (db: Db, ids: readonly string[]) =>
  db
    .selectFrom('appUser')
    .select('id')
    .where((eb) => eb('id', '=', eb.fn.any(eb.val(ids))))
    .where('status', '=', 'ACTIVE')
    .execute()

type InHands = Pick<Noticed, 'id' | 'assignedUnderwriterId' | 'reviewUnderwriterId'> & { loanKind: LoanKind }

/** Who has each of these Tdocs to do or to review, by its id: as `inHandsOf` has it. */
export async function findInHands(db: Db, tdocs: readonly InHands[]): Promise<Map<string, string[]>> {
  const named = new Map(
    tdocs.map(({ id, assignedUnderwriterId, reviewUnderwriterId }) => [
      id,
      [...new Set([assignedUnderwriterId, reviewUnderwriterId])].filter((one) => one !== null),
    ]),
  )
  const people = [...new Set([...named.values()].flat())]
  const active = new Set(people.length > 0 ? (await findActive(db, people)).map(({ id }) => id) : [])
  const found = new Map<string, string[]>()
  const holders = new Map<LoanKind, string[]>()
  for (const { id, loanKind } of tdocs) {
    const those = named.get(id) ?? []
    const here = those.filter((one) => active.has(one))
    const isLeft = those.length > 0 && here.length === 0
    if (isLeft && !holders.has(loanKind)) holders.set(loanKind, await holdersFor(db, loanKind))
    found.set(id, isLeft ? (holders.get(loanKind) ?? []) : here)
  }
  return found
}

const holdersFor = (db: Db, loanKind: LoanKind) =>
  findHolders(db, loanKind === 'PURCHASED' ? ['assignLoans', 'managePurchasedTdocs'] : ['assignLoans'])

/**
 * Who has a Tdoc to do or to review. Where none of them is active any more, those who give out work and see it are told in
 * their place, so that no answer is told to nobody.
 */
export const inHandsOf = async (db: Db, tdoc: InHands): Promise<string[]> =>
  (await findInHands(db, [tdoc])).get(tdoc.id) ?? []

/** Tells people of a Tdoc, in the transaction of what they are told. */
export const tellOfTdoc = (ctx: Teller, action: Notice, tdoc: Noticed, to: readonly (string | null)[]) =>
  notify(ctx, { action, entityId: tdoc.id, to, description: describeTdoc(tdoc) })
