import type { planAssignment as endpoint } from '@portal/contract/assignment/api'
import {
  type AssignmentPlan,
  mostAssigned,
  type PlannedAction,
  tooManyText,
  workOf,
} from '@portal/contract/assignment/model'
import { mayAssign, refusalToTake } from '@portal/contract/assignment/rules'
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
import { columns as tdocColumns } from '../tdoc/assign.ts'
import { findIds as findTdocIds } from '../tdoc/list/list.ts'
import { findTdocFacts } from '../tdoc/lock.ts'
import { findActor } from '../user/find-actor.ts'
import { namesOf } from '../user/find-person.ts'
import { splitEvenly } from './split.ts'
import { getWorkload } from './workload.ts'

type Body = Received<typeof endpoint>['body']

/** An assignable SLV or Tdoc: its assignee, whether it counts as their open work, and why someone can't take it. */
type Item = {
  id: string
  holderId: string | null
  isOpen: boolean
  refusal: (person: Actor) => string | null
}

/**
 * Splits SLVs or Tdocs evenly among people, and returns everyone's open work before and after. Changes and locks nothing:
 * the assignment checks everything again. Throws 403 without the right to assign, 400 above `mostAssigned`.
 */
export async function planAssignment(ctx: Ctx, { action, personIds, ...chosen }: Body): Promise<AssignmentPlan> {
  if (!mayAssign[action](ctx.actor)) throw forbidden('You do not have permission to do this')
  const ids = await findChosen(ctx, action, chosen)
  const items = await findItems(ctx, action, ids)
  const { items: workloads } = await getWorkload(ctx, workOf[action])
  const people: (Actor & { open: number })[] = []
  for (const id of new Set(personIds)) {
    const workload = workloads.find((one) => one.id === id && one.isAvailable)
    const person = workload && (await findActor(ctx.db, id))
    if (!person) throw badRequest([{ field: 'personIds', error: 'This user can’t do this review' }])
    people.push({ ...person, open: workload.open })
  }

  const refusals = new Map<string, { personId: string; reason: string; ids: Set<string> }>()
  const mayTake = (person: Actor, item: Item) => {
    const reason = item.refusal(person)
    if (reason === null) return true
    const key = `${person.id} ${reason}`
    const refused = refusals.get(key) ?? { personId: person.id, reason, ids: new Set() }
    refusals.set(key, { ...refused, ids: refused.ids.add(item.id) })
    return false
  }
  const given = splitEvenly(items, people, mayTake)

  const change = new Map(people.map(({ id }) => [id, 0]))
  const add = (id: string | null, by: number) => id !== null && change.set(id, (change.get(id) ?? 0) + by)
  for (const { item, person } of given.filter(({ item }) => item.isOpen)) {
    add(item.holderId, -1)
    add(person.id, 1)
  }
  const names = await namesOf(ctx.db, [...change.keys()])
  return {
    assignments: given.map(({ item, person }) => ({ id: item.id, personId: person.id })),
    unfit: ids.length - items.length,
    untaken: people.length === 0 ? 0 : items.length - given.length,
    skipped: [...refusals.values()].map(({ ids: refused, ...skipped }) => ({ ...skipped, count: refused.size })),
    people: [...change].map(([id, by]) => {
      const before = workloads.find((one) => one.id === id)?.open ?? 0
      return { id, name: names.get(id) ?? '', before, after: before + by }
    }),
  }
}

const isOfTdocs = (action: PlannedAction) => action === 'set-underwriter' || action === 'set-reviewer'

async function findChosen(
  ctx: Ctx,
  action: PlannedAction,
  { ids, matching, except }: Pick<Body, 'ids' | 'matching' | 'except'>,
): Promise<string[]> {
  if (!matching) {
    if (!ids) throw badRequest([{ field: 'ids', error: 'Choose at least one' }])
    return [...new Set(ids)]
  }
  const most = mostAssigned + except.length + 1
  const found = isOfTdocs(action)
    ? await findTdocIds(ctx, parse(TdocListQuery, matching), most)
    : await findSlvIds(ctx, parse(SlvListQuery, matching), most)
  const left = new Set(except)
  const wanted = found.filter((id) => !left.has(id))
  if (wanted.length > mostAssigned)
    throw badRequest([{ field: 'matching', error: tooManyText(isOfTdocs(action) ? 'Tdocs' : 'SLVs') }])
  return wanted
}

const parse = <S extends z.ZodType>(schema: S, matching: Record<string, string>): z.output<S> => {
  const { data, error } = schema.safeParse(matching)
  if (error)
    throw badRequest(error.issues.map(({ path, message }) => ({ field: `matching.${path.join('.')}`, error: message })))
  return data
}

/** The chosen rows that the actor may assign now. */
async function findItems(ctx: Ctx, action: PlannedAction, ids: readonly string[]): Promise<Item[]> {
  if (action === 'set-underwriter' || action === 'set-reviewer') {
    const tdocs = await findTdocFacts(ctx, ids)
    return tdocs
      .filter((tdoc) => tdocVerdict(ctx.actor, tdoc, action).kind === 'ALLOWED')
      .map((tdoc) => ({
        id: tdoc.id,
        holderId: tdoc[tdocColumns[action].column],
        isOpen: true,
        refusal: (person) => (mayViewTdoc(person, tdoc) ? null : 'doesn’t see purchased loans'),
      }))
  }
  const slvs = await findSlvFacts(ctx, ids)
  return slvs
    .filter((slv) => verdict(ctx.actor, slv, action).kind === 'ALLOWED')
    .map((slv) => ({
      id: slv.id,
      holderId: slv[slvColumns[action].column],
      isOpen: openStatuses.some((status) => status === slv.status),
      refusal: (person) => refusalToTake(workOf[action], person.id, slv),
    }))
}
