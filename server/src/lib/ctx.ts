import type { BusinessDays } from '@portal/contract/sla/calendar'
import type { SlaTargets } from '@portal/contract/sla/model'
import type { Actor } from '@portal/contract/user/model'
import { type Db, inTransaction } from './database/db.ts'

/** By how much the clocks of nodes, and of LoanDock, may differ. */
export const clockToleranceSeconds = 5

/** What every clock needs: the buyer's calendar, with its version, and the targets. */
export type Sla = { version: number; days: BusinessDays; targets: SlaTargets }

/** Who acts, when, through which connection, and by which calendar. Made once per request or job: one request has one instant. */
export type Ctx = { actor: Actor; now: Date; db: Db; sla: Sla }

/** Runs `work` with a ctx whose db is one transaction: the caller's when it has one already. */
export const transact = <T>(ctx: Ctx, work: (ctx: Ctx) => Promise<T>): Promise<T> =>
  inTransaction(ctx.db, (db) => work({ ...ctx, db }))
