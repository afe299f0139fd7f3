import { isDeepStrictEqual } from 'node:util'
import { isApproved } from '@portal/contract/condition/policy'
import { civil } from '@portal/contract/sla/calendar'
import type { SlvDetail } from '@portal/contract/slv/answers'
import { decisionFieldNames } from '@portal/contract/slv/bodies'
import {
  type DriftedFigure,
  driftFreshMinutes,
  findDrift,
} from '@portal/contract/slv/decision/drift'
import { formFieldNames } from '@portal/contract/slv/form'
import type { Ctx } from '../../lib/ctx.ts'
import { type Db, inTransaction } from '../../lib/database/db.ts'
import type { LoanDock } from '../../lib/integrations/loan-dock.ts'
import { enqueue, forEachItem } from '../../lib/jobs/jobs.ts'
import { notify } from '../../lib/notify.ts'
import { publish } from '../../lib/publish.ts'
import { prefill } from '../../loan/prefill.ts'
import { describeSlv, findRecipients, notifiedColumns } from '../notify.ts'

type Deps = { db: Db; loanDock: LoanDock; now: Date }

const minutes = 60_000
const hours = 60 * minutes

/** How many approvals one run at night compares. */
const maxPerRun = 200

const findApproval = (db: Db, id: string) =>
  db
    .selectFrom('slv')
    .select(['decisionDate', 'loanDockId', ...notifiedColumns])
    .select([...formFieldNames, ...decisionFieldNames])
    .where('id', '=', id)
    .where('status', '=', 'APPROVED')
    .where('decisionDate', 'is not', null)
    .$narrowType<{ decisionDate: Date }>()
    .executeTakeFirst()
type Approval = NonNullable<Awaited<ReturnType<typeof findApproval>>>

/**
 * Compares the approval in effect of an SLV with its loan in LoanDock, and
 * notifies owner and underwriter of figures that changed. What is known stays
 * if LoanDock no longer has the loan, and if it fails, which throws
 * loan_dock_failed (502).
 */
export async function checkDrift(deps: Deps, slvId: string): Promise<void> {
  const slv = await findApproval(deps.db, slvId)
  if (!slv?.loanDockId) return
  const loan = await deps.loanDock.findLoan(slv.loanDockId)
  const found = loan && findDrift(slv, prefill(loan))
  await saveDrift(deps, slv, found)
}

/** Null keeps the figures, and stores that they were checked. */
async function saveDrift(
  { db, now }: Deps,
  slv: Approval,
  found: DriftedFigure[] | null,
) {
  await inTransaction(db, async (tx) => {
    if (!(await lockApproval(tx, slv))) return
    const before = await findFigures(tx, slv)
    const figures = found ?? before
    await writeDrift({ db: tx, now }, slv, figures)
    if (isDeepStrictEqual(before, figures)) return
    // With another version, what people do on an open page would be refused.
    publish(tx, {
      kind: 'SLV',
      id: slv.id,
      isInternal: false,
      keepsVersion: true,
    })
    if (figures.length > 0 && !isJustDecided(slv, now))
      await notifyOfDrift({ db: tx, now }, slv)
  })
}

/** Returns whether the approval that was compared is still in effect. */
const lockApproval = async (
  tx: Db,
  { id, decisionDate }: Approval,
): Promise<boolean> => {
  const locked = await tx
    .selectFrom('slv')
    .select('id')
    .where('id', '=', id)
    .where('status', '=', 'APPROVED')
    .where('decisionDate', '=', decisionDate)
    .forUpdate()
    .executeTakeFirst()
  return locked !== undefined
}

/** The figures that differed when the approval was last compared. */
async function findFigures(
  tx: Db,
  { id, decisionDate }: Approval,
): Promise<DriftedFigure[]> {
  const last = await tx
    .selectFrom('slvDrift')
    .select('figures')
    .where('slvId', '=', id)
    .where('decidedAt', '=', decisionDate)
    .executeTakeFirst()
  return last?.figures ?? []
}

const writeDrift = (
  { db, now }: Pick<Deps, 'db' | 'now'>,
  { id, decisionDate }: Approval,
  figures: DriftedFigure[],
) => {
  const compared = {
    decidedAt: decisionDate,
    figures: JSON.stringify(figures),
    checkedAt: now,
  }
  return db
    .insertInto('slvDrift')
    .values({ slvId: id, ...compared })
    .onConflict((conflict) => conflict.column('slvId').doUpdateSet(compared))
    .execute()
}

/**
 * Whether the approval is too recent to notify anyone: its underwriter approved
 * despite these differences.
 */
const isJustDecided = ({ decisionDate }: Approval, now: Date): boolean =>
  now.getTime() - decisionDate.getTime() < driftFreshMinutes * minutes

async function notifyOfDrift(when: Pick<Deps, 'db' | 'now'>, slv: Approval) {
  const system = { ...when, actor: null }
  const underwriters = await findRecipients(system, 'underwriter', slv)
  await notify(system, {
    action: 'FIGURES_CHANGED',
    entityId: slv.id,
    to: [slv.sellerId, ...underwriters],
    description: describeSlv(slv),
  })
}

/** Whether the last comparison of an approval is too old to rely on. */
const isStale = (checkedAt: string | undefined, now: Date): boolean =>
  checkedAt === undefined ||
  now.getTime() - Date.parse(checkedAt) > driftFreshMinutes * minutes

/**
 * Queues the comparison of an approval that someone opens, unless it was
 * compared in the last minutes.
 */
export async function queueDriftCheck(
  { db, now }: Pick<Ctx, 'db' | 'now'>,
  slv: SlvDetail,
): Promise<void> {
  if (isApproved(slv) && isStale(slv.drift?.checkedAt, now))
    await enqueue(db, 'check-drift', { slvId: slv.id }, { key: slv.id })
}

/**
 * Compares the approvals that haven't expired and weren't compared since
 * yesterday, the oldest comparison first, up to a limit. It runs several times
 * a night. Throws if LoanDock fails for any of them.
 */
export async function checkApprovals(deps: Deps): Promise<void> {
  const { db, now } = deps
  const due = await db
    .selectFrom('slv')
    .leftJoin('slvDrift as drift', 'drift.slvId', 'slv.id')
    .select('slv.id')
    .where('slv.status', '=', 'APPROVED')
    .where('slv.loanDockId', 'is not', null)
    .where('slv.decisionDate', 'is not', null)
    .where('slv.goodUntil', '>=', civil(now).day)
    .where(({ or, eb }) =>
      or([
        eb('drift.checkedAt', 'is', null),
        eb('drift.checkedAt', '<', new Date(now.getTime() - 12 * hours)),
        eb('drift.decidedAt', 'is distinct from', eb.ref('slv.decisionDate')),
      ]),
    )
    .orderBy('drift.checkedAt', (order) => order.asc().nullsFirst())
    .limit(maxPerRun)
    .execute()
  await forEachItem(due, ({ id }) => checkDrift(deps, id))
}
