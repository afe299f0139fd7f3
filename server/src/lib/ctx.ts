import type { BusinessDays } from '@portal/contract/sla/calendar'
import type { SlaTargets } from '@portal/contract/sla/model'
import type { Actor } from '@portal/contract/user/model'
import { type Db, inTransaction } from './database/db.ts'

/** Tolerated clock difference between nodes, and with LoanDock. */
export const clockToleranceSeconds = 5

/**
 * How many seconds a clock is ahead of this machine's, for libraries that use
 * the machine's clock.
 */
export const clockSkewSeconds = (now: Date) =>
  Math.round((now.getTime() - Date.now()) / 1000)

export type Sla = { version: number; days: BusinessDays; targets: SlaTargets }

/**
 * The actor, the time, the connection and the calendar of one request or job.
 */
export type Ctx = { actor: Actor; now: Date; db: Db; sla: Sla }

/** Runs `work` in a transaction: the caller's, if there is one. */
export const transact = <T>(
  ctx: Ctx,
  work: (ctx: Ctx) => Promise<T>,
): Promise<T> => inTransaction(ctx.db, (db) => work({ ...ctx, db }))
