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

const findActive = (db: Db, ids: readonly string[]) =>
  db
    .selectFrom('appUser')
    .select('id')
    .where((eb) => eb('id', '=', eb.fn.any(eb.val(ids))))
    .where('status', '=', 'ACTIVE')
    .execute()

type AssignedTdoc = Pick<
  TdocRow,
  'id' | 'assignedUnderwriterId' | 'reviewUnderwriterId' | 'loanKind'
>

/** `findTdocAssignees` for several Tdocs, by id. */
export async function findAssignees(
  db: Db,
  tdocs: readonly AssignedTdoc[],
): Promise<Map<string, string[]>> {
  const named = new Map(
    tdocs.map(({ id, assignedUnderwriterId, reviewUnderwriterId }) => [
      id,
      [...new Set([assignedUnderwriterId, reviewUnderwriterId])].filter(
        (one) => one !== null,
      ),
    ]),
  )
  const people = [...new Set([...named.values()].flat())]
  const active = new Set(
    people.length > 0 ? (await findActive(db, people)).map(({ id }) => id) : [],
  )
  const found = new Map<string, string[]>()
  const holders = new Map<LoanKind, string[]>()
  for (const { id, loanKind } of tdocs) {
    const those = named.get(id) ?? []
    const present = those.filter((one) => active.has(one))
    const allInactive = those.length > 0 && present.length === 0
    if (allInactive && !holders.has(loanKind))
      holders.set(loanKind, await holdersFor(db, loanKind))
    found.set(id, allInactive ? (holders.get(loanKind) ?? []) : present)
  }
  return found
}

const holdersFor = (db: Db, loanKind: LoanKind) =>
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
