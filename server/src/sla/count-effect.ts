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
import {
  computeTdocClock,
  findSlaItem,
  tdocSlaStatus,
} from '@portal/contract/tdoc/clocks'
import type { Ctx, Sla } from '../lib/ctx.ts'
import { loadCalendar } from '../lib/sla.ts'
import { visibleSlvs } from '../slv/visible.ts'
import { visibleTdocs } from '../tdoc/visible.ts'
import {
  type RunningSlv,
  type RunningTdoc,
  readRunning,
  readRunningTdocs,
} from './read-running.ts'

type World = Pick<Sla, 'days' | 'targets'>
/** SLA days before and after a change. */
type Figure = { id: string; name: SlaItemName; before: number; after: number }

const maxExamples = 10
const isOverdue = (days: number) => days > 0

/** The effect of a change on all open work. */
export async function countEffect(ctx: Ctx, plan: SlaPlan): Promise<SlaEffect> {
  const before: World = ctx.sla
  const after = await changed(ctx, plan)
  const isRecounted = plan.calendar !== undefined
  const concerned = plan.item ? [plan.item.name] : slaItemNames
  const figures: Figure[] = []
  if (concerned.some((name) => !isOfTdocs(name))) {
    for await (const slvs of readRunning(ctx.db, isRecounted))
      figures.push(
        ...slvs.flatMap((slv) =>
          computeFigures(ctx.now, slv, before, after, isRecounted),
        ),
      )
    figures.push(...(await awaited(ctx, before, after)))
  }
  if (concerned.some(isOfTdocs))
    for await (const tdocs of readRunningTdocs(ctx.db, isRecounted))
      figures.push(
        ...tdocs.flatMap((tdoc) =>
          getFigure(ctx.now, tdoc, before, after, isRecounted),
        ),
      )

  const changing = figures.filter(
    ({ name, before, after }) => concerned.includes(name) && before !== after,
  )
  return {
    items: concerned.map((name) => effectOn(name, figures)),
    examples: await examples(ctx, changing),
  }
}

const isOfTdocs = (name: SlaItemName) => name.startsWith('tdoc')

async function changed(
  { db, sla, now }: Ctx,
  { item, calendar }: SlaPlan,
): Promise<World> {
  const targets: SlaTargets = item
    ? { ...sla.targets, [item.name]: item }
    : sla.targets
  if (!calendar) return { days: sla.days, targets }
  const wanted = { ...(await loadCalendar(db)), ...calendar }
  const today = civil(now, wanted.timeZone).day
  return {
    days: new BusinessDays(keepingOrdinal(wanted, sla.days, today)),
    targets,
  }
}

const todayIn = (now: Date, { days }: World) => ({
  days,
  today: days.ordinalAt(now),
})

/** The figures of an SLV's round and desks before and after. */
function computeFigures(
  now: Date,
  slv: RunningSlv,
  before: World,
  after: World,
  isRecounted: boolean,
): Figure[] {
  const { id, ledger, resubmitCount } = slv
  const recounted = isRecounted
    ? { ...slv, ...computeClockColumns(ledger, resubmitCount, after.days) }
    : slv
  const shown = slaStatuses(slv, before.targets, todayIn(now, before))
  const becomes = slaStatuses(recounted, after.targets, todayIn(now, after))
  const figure = (name: SlaItemName, key: keyof typeof shown): Figure[] => {
    const [was, is] = [shown[key], becomes[key]]
    return was && is ? [{ id, name, before: was.days, after: is.days }] : []
  }
  return [
    ...figure(
      resubmitCount > 0 ? 'slvResubmission' : 'slvReview',
      'groupSlaStatus',
    ),
    ...figure('slrReview', 'slrSlaStatus'),
    ...figure('tdReview', 'tdSlaStatus'),
  ]
}

function getFigure(
  now: Date,
  tdoc: RunningTdoc,
  before: World,
  after: World,
  isRecounted: boolean,
): Figure[] {
  const recounted = isRecounted
    ? { ...tdoc, ...computeTdocClock(tdoc.ledger, after.days) }
    : tdoc
  const was = tdocSlaStatus(tdoc, before.targets, todayIn(now, before))
  const is = tdocSlaStatus(recounted, after.targets, todayIn(now, after))
  return was && is
    ? [
        {
          id: tdoc.id,
          name: findSlaItem(tdoc),
          before: was.days,
          after: is.days,
        },
      ]
    : []
}

/** Requested documents: of each SLV the oldest. */
async function awaited(
  { db, now }: Ctx,
  before: World,
  after: World,
): Promise<Figure[]> {
  const asked = await db
    .selectFrom('slv')
    .innerJoin('slvPendingDocument as asked', (join) =>
      join
        .onRef('asked.slvId', '=', 'slv.id')
        .onRef('asked.resubmitCount', '=', 'slv.resubmitCount'),
    )
    .select(({ fn }) => ['slv.id', fn.min('asked.askedAt').as('since')])
    .where('slv.status', '=', 'PENDING_DOCUMENTS')
    .where('asked.receivedAt', 'is', null)
    .groupBy('slv.id')
    .execute()
  const late = ({ days, targets }: World, since: Date) =>
    days.between(since, now) - targets.sellerDocuments.targetDays
  return asked.map(({ id, since }) => ({
    id,
    name: 'sellerDocuments',
    before: late(before, since),
    after: late(after, since),
  }))
}

const effectOn = (name: SlaItemName, all: readonly Figure[]): ItemEffect => {
  const figures = all.filter((figure) => figure.name === name)
  const count = (test: (figure: Figure) => boolean) =>
    figures.filter(test).length
  return {
    name,
    open: figures.length,
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

/** Largest changes first, after those that become or are no longer overdue. */
const byWeight = (a: Figure, b: Figure) => weight(b) - weight(a)
const weight = ({ before, after }: Figure) =>
  (isOverdue(before) === isOverdue(after) ? 0 : 1_000_000) +
  Math.abs(after - before)

/**
 * The counts are about everyone's work; examples are only what the actor sees.
 */
async function examples(
  ctx: Ctx,
  figures: Figure[],
): Promise<SlaEffect['examples']> {
  const ordered = figures.toSorted(byWeight)
  const loanNumbers = await findLoanNumbers(ctx, [
    ...new Set(ordered.map(({ id }) => id)),
  ])
  return ordered
    .flatMap((figure) => {
      const loanNumber = loanNumbers.get(figure.id)
      return loanNumber === undefined ? [] : [{ ...figure, loanNumber }]
    })
    .slice(0, maxExamples)
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
