import {
  type CategoryStatus,
  type CategoryType,
  countProgress,
} from '@portal/contract/review-category/model'
import { responsibleParty } from '@portal/contract/tdoc/clocks'
import type { Insertable } from 'kysely'
import type { Db } from '../src/lib/database/db.ts'
import type { DB } from '../src/lib/database/db-types.ts'
import { loadSla } from '../src/lib/sla.ts'
import { test as base } from './http.ts'
import { addRow } from './rows.ts'

let counted = 0

type TdocDraft = Partial<Insertable<DB['tdoc']>> & {
  categories?: Partial<Record<CategoryType, CategoryStatus>>
}

async function findAnyone(db: Db): Promise<string | null> {
  const [person] = await db
    .selectFrom('appUser')
    .select('id')
    .limit(1)
    .execute()
  return person?.id ?? null
}

/**
 * Makes Tdocs in one database, in any status, with their running clock, its
 * intervals and their categories.
 */
export const tdocMaker =
  (db: Db, now: Date) =>
  async ({ categories = {}, ...change }: TdocDraft = {}) => {
    const { days } = await loadSla(db)
    const n = ++counted
    const status = change.status ?? 'NEW'
    const tprResponse = change.tprResponse ?? null
    const party = responsibleParty({
      status,
      tprResponse,
      isReturned: change.isReturned === true,
    })
    const list = Object.entries(categories).map(([type, of]) => ({
      type: type as CategoryType,
      status: of,
    }))
    const { completed, total } = countProgress(list)
    const completedById = change.completedById ?? (await findAnyone(db))
    const row = await addRow(db, 'tdoc', {
      type: 'MANUAL',
      loanKind: 'ACTIVE',
      buyerLoanNumber: `7${String(n).padStart(6, '0')}`,
      imageFileName: `Image ${n}.pdf`,
      tdocReceivedDate: now,
      categoriesTotal: total,
      categoriesCompleted: completed,
      tprResponseDate: tprResponse ? now : null,
      completedDate: status === 'COMPLETE' ? now : null,
      clockParty: party,
      clockSince: party ? days.receivedOrdinal(now) : null,
      ...change,
      completedById: status === 'COMPLETE' ? completedById : null,
      status,
    })
    await addRow(db, 'tdocInterval', {
      tdocId: row.id,
      party: party ?? 'BUYER',
      openedAt: now,
      closedAt: party ? null : now,
    })
    const end = { completedDate: now, completedById }
    return { ...row, categoryIds: await addCategories(db, row.id, list, end) }
  }

/** Returns their ids by type. */
async function addCategories(
  db: Db,
  tdocId: string,
  categories: readonly { type: CategoryType; status: CategoryStatus }[],
  end: { completedDate: Date; completedById: string | null },
) {
  const ids: Partial<Record<CategoryType, string>> = {}
  for (const { type, status } of categories) {
    const isCompleted = status === 'COMPLETED'
    const category = { tdocId, type, status, ...(isCompleted && end) }
    const { id } = await addRow(db, 'reviewCategory', category)
    ids[type] = id
  }
  return ids
}

/**
 * The portal over HTTP, with makers of Tdocs: in the transaction, and in the
 * test's own database.
 */
export const test = base
  .extend('aTdoc', ({ db, now }) => tdocMaker(db, now))
  .extend('madeTdoc', ({ committed, now }) => tdocMaker(committed, now))
