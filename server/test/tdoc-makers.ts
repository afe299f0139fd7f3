import type { CategoryStatus, CategoryType } from '@portal/contract/review-category/model'
import { progressOf } from '@portal/contract/review-category/model'
import { ballOf } from '@portal/contract/tdoc/clocks'
import type { Insertable } from 'kysely'
import type { Db } from '../src/lib/database/db.ts'
import type { DB } from '../src/lib/database/db-types.ts'
import { loadSla } from '../src/lib/sla.ts'
import { test as served } from './http.ts'
import { test as base } from './makers.ts'
import { addRow } from './rows.ts'

let counted = 0

type TdocDraft = Partial<Insertable<DB['tdoc']>> & { categories?: Partial<Record<CategoryType, CategoryStatus>> }

/** Makes Tdocs in one database, in whatever status, with their running clock, their ledger and their categories. */
export const tdocMaker =
  (db: Db, now: Date) =>
  async ({ categories = {}, ...change }: TdocDraft = {}) => {
    const { days } = await loadSla(db)
    const n = ++counted
    const status = change.status ?? 'NEW'
    const tprResponse = change.tprResponse ?? null
    const party = ballOf({ status, tprResponse, isReturned: change.isReturned === true })
    const list = Object.entries(categories).map(([type, state]) => ({
      type: type as CategoryType,
      status: state,
    }))
    const { completed, total } = progressOf(list)
    const finisher = change.completedById ?? (await anybody(db))
    const row = await db
      .insertInto('tdoc')
      .values({
        type: 'MANUAL',
        loanKind: 'ACTIVE',
        buyerLoanNumber: `7${String(n).padStart(6, '0')}`,
        imageFileName: `Image ${n}.pdf`,
        tdocReceivedDate: now,
        categoriesTotal: total,
        categoriesCompleted: completed,
        tprResponseDate: tprResponse ? now : null,
        completedDate: status === 'COMPLETE' ? now : null,
        completedById: status === 'COMPLETE' ? finisher : null,
        clockParty: party,
        clockSince: party ? days.receivedOrdinal(now) : null,
        ...change,
        status,
      })
      .returningAll()
      .executeTakeFirstOrThrow()
    await db
      .insertInto('tdocInterval')
      .values({ tdocId: row.id, party: party ?? 'BUYER', openedAt: now, closedAt: party ? null : now })
      .execute()
    const ids: Partial<Record<CategoryType, string>> = {}
    for (const { type, status: state } of list) {
      const isDone = state === 'COMPLETED'
      const made = await addRow(db, 'reviewCategory', {
        tdocId: row.id,
        type,
        status: state,
        completedDate: isDone ? now : null,
        completedById: isDone ? finisher : null,
      })
      ids[type] = made.id
    }
    return { ...row, categoryIds: ids }
  }

const anybody = async (db: Db) => (await db.selectFrom('appUser').select('id').limit(1).executeTakeFirst())?.id ?? null

/** The makers' `test`, with a maker of Tdocs. */
export const test = base.extend('aTdoc', ({ db, now }) => tdocMaker(db, now))

/** The portal over HTTP, with a maker of Tdocs. */
export const httpTest = served.extend('madeTdoc', ({ committed, now }) => tdocMaker(committed, now))
