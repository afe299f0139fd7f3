import type { NewContractVariance } from '@portal/contract/guideline/api'
import { measuredParameters } from '@portal/contract/guideline/figures'
import {
  findLimitProblem,
  findScoreProblems,
} from '@portal/contract/guideline/model'
import type { Problem } from '@portal/contract/lib/errors'
import { pick } from '@portal/contract/lib/typed'
import { managesGuidelines } from '@portal/contract/user/policy'
import { sql } from 'kysely'
import type { z } from 'zod'
import { changesBetween } from '../lib/changes.ts'
import { type Ctx, transact } from '../lib/ctx.ts'
import type { Db } from '../lib/database/db.ts'
import { badRequest, conflict, refuseStale } from '../lib/errors.ts'
import { lockActor } from '../user/lock-person.ts'
import {
  getContractVariance,
  lockCoverages,
  type StoredVariance,
} from './list-variances.ts'
import { writeGuidelineHistory } from './write-history.ts'

type New = z.output<typeof NewContractVariance>

const toColumns = (wanted: Omit<New, 'sellerId'>) => ({
  ...pick(wanted, ['code', 'parameter', 'value', 'capLoans', 'capAmount']),
  programCodes: wanted.programs,
  scope: JSON.stringify(wanted.scope),
  effective: sql<string>`daterange(${wanted.from}::date, ${wanted.to}::date, '[]')`,
})

export const addContractVariance = (
  ctx: Ctx,
  wanted: New,
): Promise<StoredVariance> =>
  transact(ctx, async (inner) => {
    await lockActor(inner, managesGuidelines)
    await refuseProblems(inner, wanted)
    const seller = await inner.db
      .selectFrom('company')
      .select('id')
      .where('id', '=', wanted.sellerId)
      .where('kind', '=', 'SELLER')
      .executeTakeFirst()
    if (!seller)
      throw badRequest([{ field: 'sellerId', error: 'Choose a seller' }])
    const { id } = await inner.db
      .insertInto('contractVariance')
      .values({ ...toColumns(wanted), companyId: wanted.sellerId })
      .returning('id')
      .executeTakeFirstOrThrow()
    const added = await getContractVariance(inner.db, id)
    await writeGuidelineHistory(inner, {
      action: 'add-contract-variance',
      subject: `${added.code} · ${added.sellerName}`,
      changes: changesBetween({}, wanted),
    })
    return added
  })

/**
 * Locks all variances of the seller, reads this one, and checks the actor and
 * the version.
 */
const lockVariance = async (ctx: Ctx, id: string, ifMatch?: number) => {
  await lockCoverages(ctx.db, (await getContractVariance(ctx.db, id)).sellerId)
  await lockActor(ctx, managesGuidelines)
  const variance = await getContractVariance(ctx.db, id)
  refuseStale(variance, ifMatch)
  return variance
}

type VariancePatch = { [K in keyof Omit<New, 'sellerId'>]?: New[K] | undefined }

export const updateContractVariance = (
  ctx: Ctx,
  id: string,
  wanted: VariancePatch,
  ifMatch?: number,
): Promise<StoredVariance> =>
  transact(ctx, async (inner) => {
    const before = await lockVariance(inner, id, ifMatch)
    const changes = changesBetween(before, wanted)
    if (changes.length === 0) return before
    const after = { ...before, ...wanted }
    await refuseProblems(inner, after, id)
    await inner.db
      .updateTable('contractVariance')
      .set({ ...toColumns(after), version: before.version + 1 })
      .where('id', '=', id)
      .execute()
    const subject = `${before.code} · ${before.sellerName}`
    await writeGuidelineHistory(inner, {
      action: 'update-contract-variance',
      subject,
      changes,
    })
    return getContractVariance(inner.db, id)
  })

/**
 * Deletes one that covered no request yet. Throws 409 otherwise: give it an end
 * instead.
 */
export const deleteContractVariance = (
  ctx: Ctx,
  id: string,
  ifMatch?: number,
): Promise<{ id: string }> =>
  transact(ctx, async (inner) => {
    const { code, sellerName } = await lockVariance(inner, id, ifMatch)
    const use = await inner.db
      .selectFrom('contractVarianceUse')
      .select('slvId')
      .where('varianceId', '=', id)
      .limit(1)
      .executeTakeFirst()
    if (use)
      throw conflict(
        'This contract variance has been used. Set an end date instead.',
      )
    await inner.db.deleteFrom('contractVariance').where('id', '=', id).execute()
    const changes = changesBetween({ code }, { code: null })
    await writeGuidelineHistory(inner, {
      action: 'delete-contract-variance',
      subject: `${code} · ${sellerName}`,
      changes,
    })
    return { id }
  })

/**
 * Throws 400 with what is wrong with a variance; `id` is its own, null for a
 * new one.
 */
async function refuseProblems(
  { db }: Ctx,
  wanted: Omit<New, 'sellerId'>,
  id: string | null = null,
) {
  const { parameter, value, from, to } = wanted
  const problems: Problem[] = []
  const add = (field: string, error: string) => problems.push({ field, error })

  if (await isCodeUsed(db, wanted.code, id))
    add('code', 'Another contract variance already has this code')
  const known = await db.selectFrom('guidelineProgram').select('code').execute()
  for (const [index, program] of wanted.programs.entries())
    if (!known.some(({ code }) => code === program))
      add(`programs.${index}`, `Unknown program ${program}`)
  const limitProblem = findLimitProblem(parameter, value)
  if (!measuredParameters.includes(parameter))
    add('parameter', 'The request form has no figure for this parameter')
  else if (limitProblem) add('value', limitProblem)
  for (const { end, error } of findScoreProblems(wanted.scope))
    add(`scope.creditScore.${end}`, error)
  if (wanted.scope.misses)
    add('scope.misses', 'Only a knockout can depend on other misses')
  if (to !== null && to < from)
    add('to', 'The end date must not be before the effective date')
  if (wanted.capAmount === 0) add('capAmount', 'Must be more than 0')

  if (problems.length > 0) throw badRequest(problems)
}

/** Whether another contract variance than `id` has this code. */
async function isCodeUsed(db: Db, code: string, id: string | null) {
  const sameCode = await db
    .selectFrom('contractVariance')
    .select('id')
    .where((eb) =>
      eb(eb.fn<string>('lower', ['code']), '=', code.toLowerCase()),
    )
    .where('id', 'is distinct from', id)
    .executeTakeFirst()
  return sameCode !== undefined
}
