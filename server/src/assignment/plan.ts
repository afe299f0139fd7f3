import type { planAssignment as endpoint } from '@portal/contract/assignment/api'
import {
  type AssignmentPlan,
  maxAssigned,
  type PlannedAction,
  tooManyText,
  type Workload,
  workOf,
} from '@portal/contract/assignment/model'
import {
  mayAssign,
  reassignmentRank,
  refusalToTake,
} from '@portal/contract/assignment/rules'
import type { Received } from '@portal/contract/lib/endpoint'
import { SlvListQuery } from '@portal/contract/slv/list-query'
import { openStatuses } from '@portal/contract/slv/status'
import { verdict } from '@portal/contract/slv/transitions'
import { TdocListQuery } from '@portal/contract/tdoc/list-query'
import { mayViewTdoc } from '@portal/contract/tdoc/policy'
import { tdocVerdict } from '@portal/contract/tdoc/transitions'
import type { Actor } from '@portal/contract/user/model'
import type { z } from 'zod'
import type { Ctx } from '../lib/ctx.ts'
import { badRequest, forbidden } from '../lib/errors.ts'
import { columns as slvColumns } from '../slv/assign.ts'
import { findIds as findSlvIds } from '../slv/list/list.ts'
import { findSlvFacts } from '../slv/lock.ts'
import { isOfTdocs, columns as tdocColumns } from '../tdoc/assign.ts'
import { findIds as findTdocIds } from '../tdoc/list/list.ts'
import { findTdocFacts } from '../tdoc/lock.ts'
import { findPersonActor } from '../user/find-actor.ts'
import { findNames } from '../user/find-person.ts'
import { balanceWork } from './balance.ts'
import { splitEvenly } from './split.ts'
import { findDueSlvs, findDueTdocs, getWorkload } from './workload.ts'

type Body = Received<typeof endpoint>['body']

/**
 * An assignable SLV or Tdoc: its assignee, whether it counts as their open
 * work, and why someone can't take it.
 */
type Item = Due & {
  id: string
  holderId: string | null
  isOpen: boolean
  /** When it moves if its assignee's work is balanced; null if it stays. */
  rank: number | null
  refusal: (person: Actor) => string | null
}
type Due = { isDueToday: boolean; isOverdue: boolean }
type Candidate = Actor & { open: number }
type Move = { item: Item; person: { id: string } }

/**
 * Splits SLVs or Tdocs evenly among people, or balances one person's SLVs with
 * them, and returns everyone's open work before and after. Changes and locks
 * nothing: the assignment checks everything again. Throws 403 without the right
 * to assign, 400 above `maxAssigned`.
 */
export async function planAssignment(
  ctx: Ctx,
  { action, personIds, balanceOf, ...chosen }: Body,
): Promise<AssignmentPlan> {
  if (!mayAssign[action](ctx.actor))
    throw forbidden('You do not have permission to do this')
  const ids = await findChosen(ctx, action, chosen)
  const assignable = await findItems(ctx, action, ids)
  const { items: workloads } = await getWorkload(ctx, workOf[action])
  const people = await findCandidates(ctx, personIds, workloads)
  const items = balanceOf
    ? assignable.filter((item) => isMovable(item, balanceOf))
    : assignable

  const refusals = createRefusals()
  const moves: Move[] = balanceOf
    ? balance(items, workloads, balanceOf, people, refusals.mayTake)
    : splitEvenly(items, people, refusals.mayTake)
  // Balancing leaves some items with their assignee on purpose.
  const movesAll = people.length > 0 && !balanceOf
  return {
    assignments: moves.map(({ item, person }) => ({
      id: item.id,
      personId: person.id,
    })),
    unfit: ids.length - items.length,
    untaken: movesAll ? items.length - moves.length : 0,
    skipped: refusals.list(),
    people: await describePeople(
      ctx,
      [...people.map(({ id }) => id), ...(balanceOf ? [balanceOf] : [])],
      moves.filter(({ item }) => item.isOpen),
      workloads,
    ),
  }
}

const isMovable = ({ holderId, rank }: Item, personId: string) =>
  holderId === personId && rank !== null

/**
 * The chosen people with their open work. Throws 400 for someone who can't be
 * assigned this work.
 */
async function findCandidates(
  ctx: Ctx,
  ids: readonly string[],
  workloads: readonly Workload[],
): Promise<Candidate[]> {
  const people: Candidate[] = []
  for (const id of new Set(ids)) {
    const workload = workloads.find((one) => one.id === id && one.isAvailable)
    const person = workload && (await findPersonActor(ctx.db, id))
    if (!person)
      throw badRequest([
        { field: 'personIds', error: 'This user can’t do this review' },
      ])
    people.push({ ...person, open: workload.open })
  }
  return people
}

/** Collects why people can't take items. */
function createRefusals() {
  const refusals = new Map<
    string,
    { personId: string; reason: string; ids: Set<string> }
  >()
  return {
    mayTake: (person: Actor, item: Item): boolean => {
      const reason = item.refusal(person)
      if (reason === null) return true
      const key = `${person.id} ${reason}`
      const refused = refusals.get(key) ?? {
        personId: person.id,
        reason,
        ids: new Set(),
      }
      refusals.set(key, { ...refused, ids: refused.ids.add(item.id) })
      return false
    },
    list: () =>
      [...refusals.values()].map(({ ids, ...refused }) => ({
        ...refused,
        count: ids.size,
      })),
  }
}

function balance(
  items: readonly Item[],
  workloads: readonly Workload[],
  holderId: string,
  people: readonly Candidate[],
  mayTake: (person: Actor, item: Item) => boolean,
): Move[] {
  const holder = {
    id: holderId,
    open: workloads.find(({ id }) => id === holderId)?.open ?? 0,
  }
  const movable = items.map((item) => ({
    ...item,
    rank: item.rank ?? 0,
    urgency: urgency(item),
  }))
  const others = people.filter(({ id }) => id !== holderId)
  return balanceWork(movable, holder, others, mayTake)
}

const urgency = ({ isOverdue, isDueToday }: Due): number => {
  if (isOverdue) return 2
  return isDueToday ? 1 : 0
}

const countedFigures = {
  open: () => true,
  dueToday: ({ isDueToday }: Item) => isDueToday,
  overdue: ({ isOverdue }: Item) => isOverdue,
}

/**
 * The figures of these people, and of those who lose work, before and after the
 * moves.
 */
async function describePeople(
  ctx: Ctx,
  ids: readonly string[],
  moves: readonly Move[],
  workloads: readonly Workload[],
): Promise<AssignmentPlan['people']> {
  const losing = moves.flatMap(({ item }) => item.holderId ?? [])
  const everyone = [...new Set([...ids, ...losing])]
  const names = await findNames(ctx.db, everyone)
  return everyone.map((id) => {
    const change = (figure: keyof typeof countedFigures) => {
      const before = workloads.find((one) => one.id === id)?.[figure] ?? 0
      const counted = moves.filter(({ item }) => countedFigures[figure](item))
      const received = counted.filter(({ person }) => person.id === id).length
      const lost = counted.filter(({ item }) => item.holderId === id).length
      return { before, after: before + received - lost }
    }
    return {
      id,
      name: names.get(id) ?? '',
      ...change('open'),
      dueToday: change('dueToday'),
      overdue: change('overdue'),
    }
  })
}

async function findChosen(
  ctx: Ctx,
  action: PlannedAction,
  { ids, matching, except }: Pick<Body, 'ids' | 'matching' | 'except'>,
): Promise<string[]> {
  if (!matching) {
    if (!ids) throw badRequest([{ field: 'ids', error: 'Choose at least one' }])
    return [...new Set(ids)]
  }
  const most = maxAssigned + except.length + 1
  const found = isOfTdocs(action)
    ? await findTdocIds(ctx, parse(TdocListQuery, matching), most)
    : await findSlvIds(ctx, parse(SlvListQuery, matching), most)
  const left = new Set(except)
  const wanted = found.filter((id) => !left.has(id))
  if (wanted.length > maxAssigned)
    throw badRequest([
      {
        field: 'matching',
        error: tooManyText(isOfTdocs(action) ? 'Tdocs' : 'SLVs'),
      },
    ])
  return wanted
}

const parse = <S extends z.ZodType>(
  schema: S,
  matching: Record<string, string>,
): z.output<S> => {
  const { data, error } = schema.safeParse(matching)
  if (error)
    throw badRequest(
      error.issues.map(({ path, message }) => ({
        field: `matching.${path.join('.')}`,
        error: message,
      })),
    )
  return data
}

/** The chosen rows that the actor may assign now. */
async function findItems(
  ctx: Ctx,
  action: PlannedAction,
  ids: readonly string[],
): Promise<Item[]> {
  if (isOfTdocs(action)) return findTdocItems(ctx, action, ids)
  const work = workOf[action]
  const due = await findDueSlvs(ctx, work, ids)
  const slvs = await findSlvFacts(ctx, ids)
  return slvs
    .filter((slv) => verdict(ctx.actor, slv, action).kind === 'ALLOWED')
    .map((slv) => ({
      id: slv.id,
      holderId: slv[slvColumns[action].column],
      isOpen: openStatuses.some((status) => status === slv.status),
      rank: reassignmentRank(work, slv.status),
      ...(due.get(slv.id) ?? notDue),
      refusal: (person) => refusalToTake(work, person.id, slv),
    }))
}

const notDue: Due = { isDueToday: false, isOverdue: false }

async function findTdocItems(
  ctx: Ctx,
  action: Extract<PlannedAction, 'set-underwriter' | 'set-reviewer'>,
  ids: readonly string[],
): Promise<Item[]> {
  const due = await findDueTdocs(ctx, ids)
  const tdocs = await findTdocFacts(ctx, ids)
  return tdocs
    .filter((tdoc) => tdocVerdict(ctx.actor, tdoc, action).kind === 'ALLOWED')
    .map((tdoc) => ({
      id: tdoc.id,
      holderId: tdoc[tdocColumns[action].column],
      isOpen: true,
      rank: null,
      ...(due.get(tdoc.id) ?? notDue),
      refusal: (person) =>
        mayViewTdoc(person, tdoc) ? null : 'can’t see purchased loans',
    }))
}
