import type { NotificationAction } from '@portal/contract/notification/model'
import type { LoanKind } from '@portal/contract/tdoc/model'
import type { Db } from '../lib/database/db.ts'
import { type Notice, type Notifier, notifyAll } from '../lib/notify.ts'
import { activeInRole, findUsersWithPermissions } from '../user/find-person.ts'
import type { TdocRow } from './columns.ts'

type NotifiedTdoc = Pick<TdocRow, 'id' | 'buyerLoanNumber' | 'imageFileName'>

type TdocNotice = Extract<
  NotificationAction,
  'TDOC_RECEIVED' | 'TDOC_RETURNED' | 'TDOC_RESPONSE_ADDED'
>

/** 'Loan number · image', which everyone who may see the Tdoc may see. */
export const describeTdoc = ({
  buyerLoanNumber,
  imageFileName,
}: Omit<NotifiedTdoc, 'id'>) => `${buyerLoanNumber} · ${imageFileName}`

export async function findReviewers(
  db: Db,
  vendorId: string | null,
): Promise<string[]> {
  if (vendorId === null) return []
  const reviewers = await activeInRole(db, ['TPR'])
    .select('appUser.id')
    .where('appUser.companyId', '=', vendorId)
    .orderBy('appUser.id')
    .execute()
  return reviewers.map(({ id }) => id)
}

async function findActive(
  db: Db,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set()
  const people = await db
    .selectFrom('appUser')
    .select('id')
    .where((eb) => eb('id', '=', eb.fn.any(eb.val(ids))))
    .where('status', '=', 'ACTIVE')
    .execute()
  return new Set(people.map(({ id }) => id))
}

type AssignedTdoc = Pick<
  TdocRow,
  'id' | 'assignedUnderwriterId' | 'reviewUnderwriterId' | 'loanKind'
>

const listAssigned = ({
  assignedUnderwriterId,
  reviewUnderwriterId,
}: AssignedTdoc) =>
  [...new Set([assignedUnderwriterId, reviewUnderwriterId])].filter(
    (id) => id !== null,
  )

/** `findTdocAssignees` for several Tdocs, by id. */
export async function findAssignees(
  db: Db,
  tdocs: readonly AssignedTdoc[],
): Promise<Map<string, string[]>> {
  const active = await findActive(db, [...new Set(tdocs.flatMap(listAssigned))])
  const substitutes = new Map<LoanKind, string[]>()
  const assignees = new Map<string, string[]>()
  for (const tdoc of tdocs) {
    const { id, loanKind } = tdoc
    const assigned = listAssigned(tdoc)
    const present = assigned.filter((one) => active.has(one))
    if (present.length > 0 || assigned.length === 0) {
      assignees.set(id, present)
      continue
    }
    const people =
      substitutes.get(loanKind) ?? (await findSubstitutes(db, loanKind))
    substitutes.set(loanKind, people)
    assignees.set(id, people)
  }
  return assignees
}

/** Those who assign work on Tdocs of this kind. */
const findSubstitutes = (db: Db, loanKind: LoanKind) =>
  findUsersWithPermissions(
    db,
    loanKind === 'PURCHASED'
      ? ['assignLoans', 'managePurchasedTdocs']
      : ['assignLoans'],
  )

/**
 * The active underwriters of a Tdoc. If all are inactive, those who assign
 * work.
 */
export const findTdocAssignees = async (
  db: Db,
  tdoc: AssignedTdoc,
): Promise<string[]> => (await findAssignees(db, [tdoc])).get(tdoc.id) ?? []

const toNotice = (
  action: TdocNotice,
  tdoc: NotifiedTdoc,
  to: readonly (string | null)[],
): Notice => ({
  action,
  entityId: tdoc.id,
  to,
  description: describeTdoc(tdoc),
})

/** The notification of an assigned Tdoc. */
export const receivedNotice = (
  tdoc: NotifiedTdoc,
  to: readonly (string | null)[],
) => toNotice('TDOC_RECEIVED', tdoc, to)

/** Notifies people about a Tdoc, in the transaction of the change. */
export const notifyAboutTdoc = (
  ctx: Notifier,
  action: TdocNotice,
  tdoc: NotifiedTdoc,
  to: readonly (string | null)[],
) => notifyAll(ctx, [toNotice(action, tdoc, to)])
