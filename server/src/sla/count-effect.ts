import {
  BusinessDays,
  civil,
  keepingOrdinal,
} from '@portal/contract/sla/calendar'
import type {
  ItemEffect,
  SlaEffect,
  SlaPlan,
} from '@portal/contract/sla/manage-api'
import {
  type SlaItemName,
  type SlaTargets,
  slaItemNames,
} from '@portal/contract/sla/model'
import { computeClockColumns, slaStatuses } from '@portal/contract/slv/clocks'
import type { SlaStatus } from '@portal/contract/slv/model'
import {
  computeTdocClock,
  findSlaItem,
  tdocSlaStatus,
} from '@portal/contract/tdoc/clocks'
import type { Ctx, Sla } from '../lib/ctx.ts'
import { loadCalendar } from '../lib/sla.ts'
import { isUnsentIn } from '../slv/review/find-missing.ts'
import { visibleSlvs } from '../slv/visible.ts'
import { visibleTdocs } from '../tdoc/visible.ts'
import {
  type RunningSlv,
  type RunningTdoc,
  readRunning,
  readRunningTdocs,
} from './read-running.ts'

/** What SLA days are counted with. */
type Settings = Pick<Sla, 'days' | 'targets'>

type SettingsChange = {
  now: Date
  before: Settings
  after: Settings
  /** Days are counted again from the intervals, because the calendar changes. */
  isRecounted: boolean
}

/** SLA days of one item of work, before and after the change. */
type DaysChange = {
  id: string
  name: SlaItemName
  before: number
  after: number
}

const maxExamples = 10
const isOverdue = (days: number) => days > 0
const isTdocItem = (name: SlaItemName) => name.startsWith('tdoc')

/** The effect of a change on all open work. */
export async function countEffect(ctx: Ctx, plan: SlaPlan): Promise<SlaEffect> {
  const change: SettingsChange = {
    now: ctx.now,
    before: ctx.sla,
    after: await applyPlan(ctx, plan),
    isRecounted: plan.calendar !== undefined,
  }
  const names = plan.item ? [plan.item.name] : slaItemNames
  const work = await countWork(ctx, change, names)
  const changed = work.filter(
    ({ name, before, after }) => names.includes(name) && before !== after,
  )
  return {
    items: names.map((name) => summarize(name, work)),
    examples: await listExamples(ctx, changed),
  }
}

/** The settings as the plan would leave them. */
async function applyPlan(
  { db, sla, now }: Ctx,
  { item, calendar }: SlaPlan,
): Promise<Settings> {
  const targets: SlaTargets = item
    ? { ...sla.targets, [item.name]: item }
    : sla.targets
  if (!calendar) return { days: sla.days, targets }

  const newCalendar = { ...(await loadCalendar(db)), ...calendar }
  const today = civil(now, newCalendar.timeZone).day
  const days = new BusinessDays(keepingOrdinal(newCalendar, sla.days, today))
  return { days, targets }
}

/** The SLA days of all open work that has an item of these names. */
async function countWork(
  { db }: Ctx,
  change: SettingsChange,
  names: readonly SlaItemName[],
): Promise<DaysChange[]> {
  const work: DaysChange[] = []
  if (names.some((name) => !isTdocItem(name))) {
    for await (const slvs of readRunning(db, change.isRecounted))
      for (const slv of slvs) work.push(...countSlv(slv, change))
    work.push(...(await countRequestedDocuments(db, change)))
  }
  if (names.some(isTdocItem)) {
    for await (const tdocs of readRunningTdocs(db, change.isRecounted))
      for (const tdoc of tdocs) work.push(...countTdoc(tdoc, change))
  }
  return work
}

/** The SLA days of an SLV's round, SLR and trade desk. */
function countSlv(
  slv: RunningSlv,
  { now, before, after, isRecounted }: SettingsChange,
): DaysChange[] {
  const recounted = isRecounted
    ? {
        ...slv,
        ...computeClockColumns(slv.ledger, slv.resubmitCount, after.days),
      }
    : slv
  const old = slaStatuses(slv, before.targets, findToday(now, before))
  const next = slaStatuses(recounted, after.targets, findToday(now, after))
  const roundItem = slv.resubmitCount > 0 ? 'slvResubmission' : 'slvReview'
  return [
    ...compare(slv.id, roundItem, old.groupSlaStatus, next.groupSlaStatus),
    ...compare(slv.id, 'slrReview', old.slrSlaStatus, next.slrSlaStatus),
    ...compare(slv.id, 'tdReview', old.tdSlaStatus, next.tdSlaStatus),
  ]
}

function countTdoc(
  tdoc: RunningTdoc,
  { now, before, after, isRecounted }: SettingsChange,
): DaysChange[] {
  const recounted = isRecounted
    ? { ...tdoc, ...computeTdocClock(tdoc.ledger, after.days) }
    : tdoc
  const old = tdocSlaStatus(tdoc, before.targets, findToday(now, before))
  const next = tdocSlaStatus(recounted, after.targets, findToday(now, after))
  return compare(tdoc.id, findSlaItem(tdoc), old, next)
}

const findToday = (now: Date, { days }: Settings) => ({
  days,
  today: days.ordinalAt(now),
})

/** None for work without this SLA. */
function compare(
  id: string,
  name: SlaItemName,
  old: SlaStatus | null,
  next: SlaStatus | null,
): DaysChange[] {
  if (!old || !next) return []
  return [{ id, name, before: old.days, after: next.days }]
}

/** The oldest document that each SLV still waits for. */
async function countRequestedDocuments(
  db: Ctx['db'],
  { now, before, after }: SettingsChange,
): Promise<DaysChange[]> {
  const oldest = await db
    .selectFrom('slv')
    .innerJoin('slvPendingDocument as asked', (join) =>
      join
        .onRef('asked.slvId', '=', 'slv.id')
        .onRef('asked.resubmitCount', '=', 'slv.resubmitCount'),
    )
    .select(({ fn }) => ['slv.id', fn.min('asked.askedAt').as('askedAt')])
    .where('slv.status', '=', 'PENDING_DOCUMENTS')
    .where(isUnsentIn('asked'))
    .groupBy('slv.id')
    .execute()
  const countDays = ({ days, targets }: Settings, askedAt: Date) =>
    days.between(askedAt, now) - targets.sellerDocuments.targetDays
  return oldest.map(({ id, askedAt }) => ({
    id,
    name: 'sellerDocuments',
    before: countDays(before, askedAt),
    after: countDays(after, askedAt),
  }))
}

function summarize(name: SlaItemName, work: readonly DaysChange[]): ItemEffect {
  const items = work.filter((item) => item.name === name)
  const count = (test: (item: DaysChange) => boolean) =>
    items.filter(test).length
  return {
    name,
    open: items.length,
    overdueBefore: count(({ before }) => isOverdue(before)),
    overdueAfter: count(({ after }) => isOverdue(after)),
    becomeOverdue: count(
      ({ before, after }) => !isOverdue(before) && isOverdue(after),
    ),
    noLongerOverdue: count(
      ({ before, after }) => isOverdue(before) && !isOverdue(after),
    ),
    changed: count(({ before, after }) => before !== after),
  }
}

/**
 * The counts are about everyone's work; examples are only what the actor sees.
 */
async function listExamples(
  ctx: Ctx,
  changed: DaysChange[],
): Promise<SlaEffect['examples']> {
  const ids = new Set(changed.map(({ id }) => id))
  const loanNumbers = await findLoanNumbers(ctx, [...ids])
  const examples: SlaEffect['examples'] = []
  for (const item of changed.toSorted(byImportance)) {
    const loanNumber = loanNumbers.get(item.id)
    if (loanNumber !== undefined) examples.push({ ...item, loanNumber })
    if (examples.length === maxExamples) break
  }
  return examples
}

/** First what becomes or is no longer overdue, then the largest changes. */
function byImportance(one: DaysChange, other: DaysChange): number {
  const turns = ({ before, after }: DaysChange) =>
    isOverdue(before) === isOverdue(after) ? 0 : 1
  const difference = ({ before, after }: DaysChange) => Math.abs(after - before)
  return turns(other) - turns(one) || difference(other) - difference(one)
}

/** Of those that the actor sees. */
async function findLoanNumbers(
  ctx: Ctx,
  ids: string[],
): Promise<Map<string, string>> {
  const slvs = await visibleSlvs(ctx)
    .select(['slv.id', 'slv.buyerLoan', 'slv.sellerLoan'])
    .where((eb) => eb('slv.id', '=', eb.fn.any(eb.val(ids))))
    .execute()
  const tdocs = await visibleTdocs(ctx)
    .select(['tdoc.id', 'tdoc.buyerLoanNumber'])
    .where((eb) => eb('tdoc.id', '=', eb.fn.any(eb.val(ids))))
    .execute()
  return new Map([
    ...slvs.map(
      ({ id, buyerLoan, sellerLoan }) =>
        [id, buyerLoan ?? sellerLoan ?? '—'] as const,
    ),
    ...tdocs.map(({ id, buyerLoanNumber }) => [id, buyerLoanNumber] as const),
  ])
}
