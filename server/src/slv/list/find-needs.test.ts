import { areAnswersUnsent } from '@portal/contract/document/texts'
import { SlvListQuery } from '@portal/contract/slv/list-query'
import { hasNeeds, type Need, needs } from '@portal/contract/slv/needs'
import { expect } from 'vitest'
import type { z } from 'zod'
import { type Makers, test } from '../../../test/makers.ts'
import { addRow, setRows } from '../../../test/rows.ts'
import type { Ctx } from '../../lib/ctx.ts'
import type { Db } from '../../lib/database/db.ts'
import { getDetail } from '../detail.ts'
import { listSlvs } from './list.ts'
import { getStatistics } from './statistics.ts'

const dayMs = 86_400_000

const list = (ctx: Ctx, query: z.input<typeof SlvListQuery> = {}) =>
  listSlvs(ctx, SlvListQuery.parse({ size: 100, ...query }))

type Scene = { a: Makers; db: Db; now: Date }

/** A comment on an SLV that the seller reads, some days ago. */
const comment = (
  { db, now }: Scene,
  slvId: string,
  authorId: string,
  daysAgo: number,
) =>
  addRow(db, 'comment', {
    slvId,
    type: 'EXTERNAL',
    message: 'Is the second lien paid off at closing?',
    authorId,
    createdAt: new Date(now.getTime() - daysAgo * dayMs),
  })

/** An SLV whose seller has answered some or all of the requested documents. */
async function askedFor(
  { db, now }: Scene,
  slv: Makers['slv'],
  progress: 'ANSWERED' | 'PARTLY_ANSWERED',
) {
  const asked = await slv({ status: 'PENDING_DOCUMENTS' })
  const add = (askedAt: Date, change: object) =>
    addRow(db, 'slvPendingDocument', {
      slvId: asked.id,
      resubmitCount: 0,
      name: 'Bank statements',
      note: '',
      askedAt,
      ...change,
    })
  const answer = { answerKind: 'CANNOT', answeredById: asked.sellerId }
  // Sent after an earlier request.
  await add(new Date(now.getTime() - dayMs), { receivedAt: now })
  await add(now, { ...answer, answeredAt: now })
  await add(now, progress === 'ANSWERED' ? { receivedAt: now } : {})
  return asked
}

/** SLVs of one seller, by name, each with what it needs. */
async function addSlvs(scene: Scene, sellerId: string) {
  const { a, db, now } = scene
  const underwriter = await a.underwriter('myOwn')
  const slv = (change: Parameters<Makers['slv']>[0]) =>
    a.slv({ sellerId, underwriterId: underwriter.id, ...change })
  const deniedDaysAgo = async (days: number) => {
    const denied = await slv({ status: 'DECLINED' })
    const decisionDate = new Date(now.getTime() - days * dayMs)
    await setRows(db, 'slv', { id: denied.id }, { decisionDate })
    return denied
  }
  const asked = await slv({ status: 'REVIEW' })
  await comment(scene, asked.id, underwriter.id, 2)
  const answered = await slv({ status: 'REVIEW' })
  await comment(scene, answered.id, underwriter.id, 2)
  await comment(scene, answered.id, sellerId, 1)
  const forgotten = await slv({ status: 'REVIEW' })
  await comment(scene, forgotten.id, underwriter.id, 31)
  const thanked = await slv({ status: 'APPROVED' })
  await comment(scene, thanked.id, underwriter.id, 1)
  return [
    ['UNSENT', await askedFor(scene, slv, 'ANSWERED')],
    ['DOCUMENTS', await askedFor(scene, slv, 'PARTLY_ANSWERED')],
    ['COMMENT', asked],
    ['DENIED', await deniedDaysAgo(29)],
    ['DRAFT', await slv({ status: 'DRAFT_RESUBMITTED' })],
    ['DRAFT', await slv({ status: 'DRAFT' })],
    ['WITHDRAWAL', await slv({ status: 'WITHDRAW_PENDING' })],
    [null, answered],
    [null, await slv({ status: 'TD_REVIEW' })],
    [null, forgotten],
    [null, thanked],
    [null, await deniedDaysAgo(31)],
  ] as const
}

test('a seller’s list begins with what needs them, then what the buyer has, then the rest', async ({
  a,
  as,
  db,
  now,
}) => {
  const seller = await a.seller()
  const slvs = await addSlvs({ a, db, now }, seller.id)
  const ctx = await as(seller)
  const { items } = await list(ctx, { sortBy: 'needsYou' })

  const needOf = new Map<string, Need | null>(
    slvs.map(([need, { id }]) => [id, need]),
  )
  for (const { id, needsYou } of items) expect(needsYou).toBe(needOf.get(id))
  for (const { id, needsYou } of items) {
    const detail = await getDetail(ctx, id)
    expect(areAnswersUnsent(detail)).toBe(needsYou === 'UNSENT')
  }
  for (const { status, draftEditedAt } of items)
    expect(draftEditedAt !== null, status).toBe(status === 'DRAFT')
  const ranks = items.map(({ needsYou, waitingOn }) => {
    if (needsYou) return needs.indexOf(needsYou)
    return waitingOn ? needs.length : needs.length + 1
  })
  expect(ranks).toEqual(ranks.toSorted((one, other) => one - other))
})

test('what needs a seller or a BDD is a filter and a figure of the same rows', async ({
  a,
  as,
  db,
  now,
}) => {
  const bdd = await a.user({ role: 'BDD' })
  const seller = await a.seller()
  await setRows(db, 'company', { id: seller.companyId }, { bddId: bdd.id })
  await addSlvs({ a, db, now }, seller.id)
  const counts: number[] = []
  for (const person of [seller, bdd]) {
    const ctx = await as(person)
    const all = await list(ctx)
    const needed = await list(ctx, { needsYou: 'true' })
    const { needsYou } = await getStatistics(ctx, {
      departmentTableMode: 'ALL',
    })
    expect(needed.items.map(({ id }) => id).sort()).toEqual(
      all.items
        .filter((row) => row.needsYou !== null)
        .map(({ id }) => id)
        .sort(),
    )
    expect(needed.total).toBe(needsYou)
    counts.push(needed.total)
  }
  // Drafts and withdrawals are the seller's own. The draft of a resubmission
  // isn't the BDD's to see.
  expect(counts).toEqual([7, 4])
})

test('the buyer’s own people don’t see what an SLV needs from its seller', async ({
  a,
  as,
}) => {
  const underwriter = await a.underwriter('viewSlvDepartment')
  expect(hasNeeds(underwriter.role)).toBe(false)
  await a.slv({ status: 'PENDING_DOCUMENTS' })
  const ctx = await as(underwriter)
  const { items } = await list(ctx, { tableMode: 'ALL' })
  expect(items).toHaveLength(1)
  expect(items[0]).not.toHaveProperty('needsYou')
  expect(items[0]).not.toHaveProperty('draftEditedAt')
  const statistics = await getStatistics(ctx, {
    tableMode: 'ALL',
    departmentTableMode: 'ALL',
  })
  expect(statistics).not.toHaveProperty('needsYou')
})
