import { randomUUID } from 'node:crypto'
import {
  type SlvDecisionRequest,
  type SlvRequest,
  varianceFields,
} from '@portal/contract/slv-request/model'
import { sql } from 'kysely'
import type { Ctx } from '../lib/ctx.ts'
import type { Db } from '../lib/database/db.ts'
import type { LockedSlv } from './lock.ts'

export type StoredRequest = Omit<SlvRequest, 'distance' | 'summary'>

type Slv = Pick<LockedSlv, 'id' | 'resubmission'>

/** The variances of the round in effect. */
export const selectRequests = (db: Db, slvId: string) =>
  db
    .selectFrom('slvRequest')
    .select(['id', ...varianceFields, 'ruleId', 'citation', 'versionNumber'])
    .where('slvId', '=', slvId)
    .orderBy('position')
    .orderBy('id')

export const readRequests = async (
  { db }: Ctx,
  { id, resubmission }: Slv,
): Promise<StoredRequest[]> =>
  resubmission?.slvRequests ?? selectRequests(db, id).execute()

export const readRequest = async (ctx: Ctx, slv: Slv, requestId: string) =>
  (await readRequests(ctx, slv)).find((request) => request.id === requestId)

export const selectAnswers = (db: Db, slvId: string) =>
  db
    .selectFrom('slvDecisionRequest')
    .select(['slvRequestId', 'decision'])
    .where('slvId', '=', slvId)

export async function readDecisionRequest(
  ctx: Ctx,
  slvId: string,
  requestId: string,
): Promise<SlvDecisionRequest | undefined> {
  return ctx.db
    .selectFrom('slvDecisionRequest')
    .select(['id', 'slvRequestId', 'currentGuideline', 'decision', 'comment'])
    .where('slvId', '=', slvId)
    .where('id', '=', requestId)
    .executeTakeFirst()
}

export async function insertRequests(
  { db }: Ctx,
  slvId: string,
  requests: readonly StoredRequest[],
) {
  if (requests.length === 0) return
  await db
    .insertInto('slvRequest')
    .values(
      requests.map(({ compensatingFactors, ...columns }, index) => ({
        ...columns,
        compensatingFactors: JSON.stringify(compensatingFactors),
        slvId,
        position: sql<number>`(
          select coalesce(max(position), 0)
          from slv_request
          where slv_id = ${slvId}
        ) + ${index + 1}`,
      })),
    )
    .execute()
}

/**
 * Adds a variance to the round being edited, which may be a draft resubmission.
 * Returns it with its id.
 */
export async function addRequest(
  ctx: Ctx,
  slv: LockedSlv,
  request: Omit<StoredRequest, 'id'>,
): Promise<StoredRequest> {
  const added = { ...request, id: randomUUID() }
  if (slv.resubmission)
    await writeDraft(ctx, slv, [...slv.resubmission.slvRequests, added])
  else await insertRequests(ctx, slv.id, [added])
  return added
}

export async function replaceRequest(
  ctx: Ctx,
  slv: LockedSlv,
  request: StoredRequest,
) {
  if (slv.resubmission) {
    const changed = slv.resubmission.slvRequests.map((one) =>
      one.id === request.id ? request : one,
    )
    return writeDraft(ctx, slv, changed)
  }
  const { id, compensatingFactors, ...columns } = request
  await ctx.db
    .updateTable('slvRequest')
    .set({
      ...columns,
      compensatingFactors: JSON.stringify(compensatingFactors),
    })
    .where('slvId', '=', slv.id)
    .where('id', '=', id)
    .execute()
}

export async function removeRequest(ctx: Ctx, slv: LockedSlv, id: string) {
  if (slv.resubmission) {
    const left = slv.resubmission.slvRequests.filter((one) => one.id !== id)
    return writeDraft(ctx, slv, left)
  }
  await ctx.db
    .deleteFrom('slvRequest')
    .where('slvId', '=', slv.id)
    .where('id', '=', id)
    .execute()
}

async function writeDraft(
  { db }: Ctx,
  { id, resubmission }: LockedSlv,
  slvRequests: readonly StoredRequest[],
) {
  await db
    .updateTable('slv')
    .set({ resubmission: JSON.stringify({ ...resubmission, slvRequests }) })
    .where('id', '=', id)
    .execute()
}
