import type { Problem } from '@portal/contract/lib/errors'
import {
  missingProblems,
  noVarianceText,
  sendingProblems,
} from '@portal/contract/slv/decision/eligibility'
import { ratiosToStore } from '@portal/contract/slv/figures'
import { formProblems } from '@portal/contract/slv/form'
import { openStatuses } from '@portal/contract/slv/status'
import { varianceProblems } from '@portal/contract/slv-request/model'
import { sql } from 'kysely'
import { selectActivePrograms } from '../../guideline/list-programs.ts'
import { lockCoverages } from '../../guideline/list-variances.ts'
import { assigned, changesBetween } from '../../lib/changes.ts'
import type { Ctx } from '../../lib/ctx.ts'
import { badRequest } from '../../lib/errors.ts'
import { enqueueAll } from '../../lib/jobs/jobs.ts'
import {
  activeInRole,
  activeUnderwriter,
  findName,
  hasPermission,
} from '../../user/find-person.ts'
import { evaluateRound, keepEvaluation, refreshRequests } from '../evaluate.ts'
import type { LockedSlv } from '../lock.ts'
import { perform } from '../perform.ts'
import { readRequests, replaceRequest } from '../read-requests.ts'
import { writeEvent } from '../write-history.ts'

/**
 * The first underwriter (product.md §2): the active one with myOwn and the
 * fewest open units, ties by longest since last assigned. Locks them, so that
 * two requests don't both see them idle.
 */
export async function claimNextUnderwriter(
  ctx: Ctx,
): Promise<{ id: string; name: string } | null> {
  // One request at a time picks; without this, ten sent together would all go
  // to the same person.
  await sql`select pg_advisory_xact_lock(hashtext('first assignment'))`.execute(
    ctx.db,
  )
  for (;;) {
    const next = await findLeastBusy(ctx)
    if (!next) return null
    // Deactivated since the query: try the next one.
    if (!(await activeUnderwriter(ctx.db, next.id, 'myOwn'))) continue
    await sql`select note_assignment(${next.id}, ${ctx.now})`.execute(ctx.db)
    return next
  }
}

const findLeastBusy = (ctx: Ctx) =>
  activeInRole(ctx.db, ['UNDERWRITER'])
    .select(['appUser.id', 'appUser.name'])
    .where((eb) => hasPermission(eb, 'myOwn'))
    // Row-level security shows a seller's request only that seller's SLVs, so a
    // database function counts all of them.
    .orderBy(
      (eb) => sql`open_units(${eb.ref('appUser.id')}, ${openStatuses}::text[])`,
    )
    .orderBy('appUser.lastAssignedAt', (order) => order.asc().nullsFirst())
    .orderBy('appUser.id')
    .limit(1)
    .executeTakeFirst()

/**
 * How new requests get an underwriter: the one with the fewest open units, or
 * by hand from the department queue.
 */
export type Assignment = 'auto' | 'manual'

/**
 * Sends a complete draft with at least one variance to the buyer, and assigns
 * an underwriter.
 */
export const sendRequest = (
  ctx: Ctx,
  id: string,
  assignment: Assignment,
  ifMatch?: number,
) =>
  perform(ctx, id, 'send-request', {
    ifMatch,
    plan: async (inner, slv) => {
      const { evaluation, requests, qualifiesBy } = await requireSendable(
        inner,
        slv,
      )
      for (const request of requests)
        if (request.ruleId) await replaceRequest(inner, slv, request)
      const underwriterId = await assignUnderwriter(inner, slv, assignment)
      await queueDraftFiles(inner, slv.id)
      const kept = await keepEvaluation(inner, slv, evaluation)
      const ratios = ratiosToStore(slv)
      return {
        set: {
          date: inner.now,
          sentById: inner.actor.id,
          underwriterId,
          qualifiesBy,
          ...kept,
          ...ratios,
        },
        changes: changesBetween(slv, ratios),
      }
    },
  })

/**
 * Judges a round that is complete, and returns its variances as the guidelines
 * fill them now, and how its program qualifies loans: the program may have been
 * added after the draft was opened. Throws 400.
 */
export async function requireSendable(ctx: Ctx, slv: LockedSlv) {
  await lockCoverages(ctx.db, slv.companyId)
  const evaluation = await evaluateRound(ctx, slv)
  const requests = refreshRequests(evaluation, await readRequests(ctx, slv))
  const programs = await selectActivePrograms(ctx.db, evaluation.asOf).execute()
  const program = programs.find(
    ({ name }) => name === slv.buyerNonAgencyProgram,
  )
  const problems: Problem[] = formProblems(slv, programs)
  const wrongFields = new Set(problems.map(({ field }) => field))
  for (const missing of missingProblems(evaluation.findings, slv))
    if (!wrongFields.has(missing.field)) problems.push(missing)
  if (requests.length === 0)
    problems.push({
      field: 'slvRequests',
      error: noVarianceText(evaluation.verdict),
    })
  for (const [index, request] of requests.entries())
    for (const { field, error } of varianceProblems(request))
      problems.push({ field: `slvRequests.${index}.${field}`, error })
  problems.push(...sendingProblems(evaluation.findings, requests))
  if (problems.length > 0) throw badRequest(problems)
  return {
    evaluation,
    requests,
    qualifiesBy: program?.qualifiesBy ?? slv.qualifiesBy,
  }
}

/**
 * The underwriter of this round: the earlier one if active, otherwise the next
 * in line; null for the queue.
 */
export async function assignUnderwriter(
  ctx: Ctx,
  slv: LockedSlv,
  assignment: Assignment,
): Promise<string | null> {
  if (slv.underwriterId && (await activeUnderwriter(ctx.db, slv.underwriterId)))
    return slv.underwriterId
  const next = assignment === 'auto' ? await claimNextUnderwriter(ctx) : null
  if (!next) return null
  const changes = assigned(
    'underwriterName',
    await findName(ctx.db, slv.underwriterId),
    next.name,
  )
  await writeEvent(ctx, slv, { action: 'assign-first', changes })
  return next.id
}

/** Queues the files of a draft, in the transaction that sends the request. */
export async function queueDraftFiles({ db }: Ctx, slvId: string) {
  const files = await db
    .selectFrom('document')
    .select('id')
    .where('slvId', '=', slvId)
    .where('deletedAt', 'is', null)
    .where('ldpState', '=', 'QUEUED')
    .execute()
  const jobs = files.map(({ id }) => ({ data: { documentId: id }, key: id }))
  await enqueueAll(db, 'send-document', jobs)
}
