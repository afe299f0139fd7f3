import { civil } from '@portal/contract/sla/calendar'
import { describe, expect } from 'vitest'
import { answerVariances } from '../../test/actions.ts'
import { keptFile } from '../../test/files.ts'
import { test as base } from '../../test/makers.ts'
import { addRow, findRows } from '../../test/rows.ts'
import { viewSlv } from '../slv/detail.ts'
import { listSlvs } from '../slv/list/list.ts'
import { makeFinalDecision, startReview } from '../slv/review/decide.ts'
import { notifyDueConditions } from '../slv/review/notify-due-conditions.ts'
import { saveSlv } from '../slv/rounds/save-slv.ts'
import {
  addCondition,
  answerCondition,
  listConditions,
  updateCondition,
} from './change-conditions.ts'
import { getLibrary, saveLibrary } from './save-library.ts'

const statements = {
  text: 'Two months of reserve statements',
  timing: 'PRIOR_TO_FUNDING',
  dueOn: '2026-03-20',
  libraryId: null,
} as const
const title = {
  text: 'Final title policy',
  timing: 'PRIOR_TO_PURCHASE',
  dueOn: null,
  libraryId: null,
} as const

/** An SLV that was approved with two conditions, with its people. */
const test = base.extend('approved', async ({ a, as, db }) => {
  const [seller, underwriter] = [await a.seller(), await a.underwriter('myOwn')]
  const slv = await a.slv({
    status: 'REVIEW',
    sellerId: seller.id,
    companyId: seller.companyId,
    underwriterId: underwriter.id,
  })
  await answerVariances({ db }, slv.id)
  const ctx = await as(underwriter)
  const decided = await makeFinalDecision(ctx, slv.id, {
    decision: 'APPROVED',
    decisionComment: 'Call before funding',
    conditions: [statements, title],
  })
  const [first, second] = decided.conditions ?? []
  if (!first || !second) throw new Error('The approval has no conditions')
  return {
    id: slv.id,
    buyerLoan: slv.buyerLoan,
    seller,
    ctx,
    sellerCtx: await as(seller),
    first: { id: slv.id, conditionId: first.id },
    second: { id: slv.id, conditionId: second.id },
  }
})

const composed = [
  'Two months of reserve statements (prior to funding, by 03/20/2026)',
  'Final title policy (prior to purchase)',
  'Call before funding',
].join('\n')

describe('the conditions of a decision', () => {
  test('are rows, and lines of the comment that the seller reads', async ({
    approved: { id, sellerCtx },
  }) => {
    expect(await viewSlv(sellerCtx, id)).toMatchObject({
      status: 'APPROVED',
      decisionComment: composed,
      decisionNote: 'Call before funding',
      openConditions: 2,
      conditionDueOn: '2026-03-20',
      conditions: [
        { ...statements, status: 'OPEN', by: null },
        { ...title, status: 'OPEN', by: null },
      ],
    })
    const { items } = await listConditions(sellerCtx, id)
    expect(items.map(({ text }) => text)).toEqual([statements.text, title.text])
  })

  test('stay hidden from the seller while the decision is prepared', async ({
    a,
    as,
  }) => {
    const [seller, underwriter] = [
      await a.seller(),
      await a.underwriter('myOwn'),
    ]
    const slv = await a.slv({
      sellerId: seller.id,
      companyId: seller.companyId,
      underwriterId: underwriter.id,
    })
    const ctx = await as(underwriter)
    const prepared = await saveSlv(ctx, slv.id, { conditions: [title] })
    expect(prepared).toMatchObject({
      version: slv.version + 1,
      decisionComment: null,
      conditions: [title],
    })
    const again = await saveSlv(ctx, slv.id, { conditions: [title] })
    expect(again.version).toBe(prepared.version)
    const sellerCtx = await as(seller)
    expect(await listConditions(sellerCtx, slv.id)).toEqual({ items: [] })
    expect(JSON.stringify(await viewSlv(sellerCtx, slv.id))).not.toContain(
      title.text,
    )
  })

  test('are the prepared ones if the decision names none, and a denial drops them', async ({
    a,
    as,
    db,
  }) => {
    const underwriter = await a.underwriter('myOwn')
    const ctx = await as(underwriter)
    const decide = async (decision: 'APPROVED' | 'DECLINED') => {
      const slv = await a.slv({ underwriterId: underwriter.id })
      await answerVariances({ db }, slv.id)
      await saveSlv(ctx, slv.id, { conditions: [title] })
      return makeFinalDecision(ctx, slv.id, {
        decision,
        decisionComment: 'In words',
      })
    }
    expect(await decide('APPROVED')).toMatchObject({
      conditions: [{ text: title.text }],
      decisionComment: 'Final title policy (prior to purchase)\nIn words',
    })
    expect(await decide('DECLINED')).toMatchObject({
      conditions: [],
      decisionComment: 'In words',
      openConditions: null,
    })
  })

  test('are open again in the draft of a reopened decision, and their end is in the history', async ({
    approved: { id, ctx, first, sellerCtx },
    historyOf,
  }) => {
    await updateCondition(ctx, first, { status: 'MET' })
    await startReview(ctx, id, { reopenReason: 'The price was wrong' })
    const [reopened] = await historyOf({ id }).then((entries) =>
      entries.filter(({ action }) => action === 'reopen'),
    )
    expect(JSON.stringify(reopened?.changes)).toContain('by 03/20/2026): Met')
    expect(await viewSlv(ctx, id)).toMatchObject({
      decisionComment: 'Call before funding',
      conditions: [{ status: 'OPEN', by: null }, { status: 'OPEN' }],
    })
    for (const change of [
      () => updateCondition(ctx, first, { status: 'MET' }),
      () => answerCondition(sellerCtx, first, { message: 'Here' }),
    ])
      await expect(change()).rejects.toMatchObject({
        statusCode: 409,
        message: expect.stringContaining(
          'Only an approval in effect has conditions. The SLV is now In Review',
        ),
      })
  })
})

describe('a condition', () => {
  test('is neither answered nor marked once the approval has expired', async ({
    approved: { id, ctx, sellerCtx, first },
    db,
  }) => {
    await db
      .updateTable('slv')
      .set({ goodUntil: civil(ctx.now).day })
      .where('id', '=', id)
      .execute()
    await answerCondition(sellerCtx, first, { message: 'On its last day' })
    const nextDay = new Date(ctx.now.getTime() + 24 * 3_600_000)
    const expired = /This approval has expired/
    await expect(
      answerCondition({ ...sellerCtx, now: nextDay }, first, {
        message: 'Late',
      }),
    ).rejects.toThrow(expired)
    await expect(
      updateCondition({ ...ctx, now: nextDay }, first, { status: 'MET' }),
    ).rejects.toThrow(expired)
  })

  test('that is answered is open, but no longer due', async ({
    approved: { id, sellerCtx, first },
  }) => {
    await answerCondition(sellerCtx, first, { message: 'Sent yesterday' })
    const answered = { openConditions: 2, conditionDueOn: null }
    expect(await viewSlv(sellerCtx, id)).toMatchObject(answered)
  })

  test('is answered by its seller with a document, and marked by the underwriter', async ({
    approved: { id, ctx, sellerCtx, first, seller },
    db,
    now,
  }) => {
    const { key, facts: _, pageCount: __, ...file } = keptFile('june.txt')
    const document = await addRow(db, 'document', {
      ...file,
      storageKey: key,
      slvId: id,
      kind: 'SELLER',
      resubmitCount: 0,
      uploadedById: seller.id,
      uploadedAt: now,
    })
    const answered = await answerCondition(sellerCtx, first, {
      message: 'All pages',
      documentId: document.id,
    })
    expect(answered).toMatchObject({
      status: 'OPEN',
      message: 'All pages',
      documentId: document.id,
      answeredBy: seller.name,
    })
    const marked = await updateCondition(ctx, first, { status: 'MET' })
    expect(marked).toMatchObject({
      status: 'MET',
      by: ctx.actor.name,
      reason: null,
      slvVersion: answered.slvVersion + 1,
    })
    const notices = await findRows(db, 'notification', { entityId: id })
    expect(notices.map(({ action, userId }) => [action, userId])).toEqual(
      expect.arrayContaining([
        ['CONDITION_ANSWERED', ctx.actor.id],
        ['CONDITION_MET', seller.id],
      ]),
    )
    expect(await viewSlv(ctx, id)).toMatchObject({
      status: 'APPROVED',
      openConditions: 1,
    })
  })

  test('that someone has marked is refused to the next one, until it is open again', async ({
    approved: { ctx, first, sellerCtx },
    a,
    as,
  }) => {
    await updateCondition(ctx, first, { status: 'MET' })
    const other = await as(
      await a.underwriter('assignLoans', 'viewSlvDepartment'),
    )
    const waived = { status: 'WAIVED', reason: 'Not needed' } as const
    await expect(updateCondition(other, first, waived)).rejects.toMatchObject({
      statusCode: 409,
      message: `${ctx.actor.name} has already marked this condition as met. Open it again first.`,
    })
    await expect(
      answerCondition(sellerCtx, first, { message: 'Late' }),
    ).rejects.toMatchObject({ statusCode: 409 })
    expect(await updateCondition(ctx, first, { status: 'OPEN' })).toMatchObject(
      { status: 'OPEN', by: null, at: null },
    )
    expect(await updateCondition(other, first, waived)).toMatchObject({
      status: 'WAIVED',
      reason: 'Not needed',
      by: other.actor.name,
    })
  })

  test('changed with an old version is refused', async ({
    approved: { ctx, first },
  }) => {
    await expect(
      updateCondition(ctx, first, { status: 'MET' }, 1),
    ).rejects.toMatchObject({ statusCode: 412 })
  })

  test('takes no document of another SLV', async ({
    approved: { sellerCtx, first, seller },
    a,
    db,
    now,
  }) => {
    const { key, facts: _, pageCount: __, ...file } = keptFile('other.txt')
    const other = await a.slv({
      sellerId: seller.id,
      companyId: seller.companyId,
    })
    const document = await addRow(db, 'document', {
      ...file,
      storageKey: key,
      slvId: other.id,
      kind: 'SELLER',
      resubmitCount: 0,
      uploadedById: seller.id,
      uploadedAt: now,
    })
    await expect(
      answerCondition(sellerCtx, first, { documentId: document.id }),
    ).rejects.toMatchObject({
      statusCode: 400,
      details: [{ field: 'documentId' }],
    })
  })

  test('can be added to an approval', async ({
    approved: { id, ctx, sellerCtx },
  }) => {
    const added = await addCondition(ctx, id, {
      ...title,
      text: 'Updated flood certificate',
    })
    expect(added).toMatchObject({ status: 'OPEN' })
    const { decisionComment } = await viewSlv(sellerCtx, id)
    expect(decisionComment).toContain(
      'Updated flood certificate (prior to purchase)\nCall before funding',
    )
  })
})

test('the lists have open conditions, and find them', async ({
  approved: { id, ctx, sellerCtx, first, second },
}) => {
  const list = async (conditions: 'OPEN' | 'ANSWERED' | 'OVERDUE') => {
    const { items } = await listSlvs(ctx, {
      ...listing,
      conditions: [conditions],
    })
    return items.map((row) => row.id)
  }
  const readNeed = async () => {
    const { items } = await listSlvs(sellerCtx, listing)
    return items.map(({ needsYou, openConditions }) => [
      needsYou,
      openConditions,
    ])
  }
  expect(await list('OPEN')).toEqual([id])
  expect(await list('ANSWERED')).toEqual([])
  expect(await readNeed()).toEqual([['CONDITIONS', 2]])

  await updateCondition(ctx, first, { status: 'MET', dueOn: '2026-01-02' })
  expect(await list('OVERDUE')).toEqual([])
  await updateCondition(ctx, first, { status: 'OPEN' })
  expect(await list('OVERDUE')).toEqual([id])

  await answerCondition(sellerCtx, first, { message: 'One' })
  await answerCondition(sellerCtx, second, { message: 'Two' })
  expect(await list('ANSWERED')).toEqual([id])
  expect(await list('OVERDUE')).toEqual([])
  expect(await readNeed()).toEqual([[null, 2]])

  for (const place of [first, second])
    await updateCondition(ctx, place, { status: 'WAIVED', reason: 'Settled' })
  expect(await list('OPEN')).toEqual([])
  expect(await readNeed()).toEqual([[null, 0]])
})

const listing = {
  departmentTableMode: 'ALL',
  search: '',
  page: 1,
  size: 25,
  sortBy: 'date',
  sortType: 'asc',
} as const

test('a row of the library that is deleted leaves its text in the decision', async ({
  approved: { id, ctx },
  a,
  as,
}) => {
  const editor = await as(await a.underwriter('manageGuidelines'))
  const { items, version } = await saveLibrary(editor, [
    { title: 'Flood', text: 'Flood certificate', timing: 'PRIOR_TO_DOCS' },
  ])
  const [flood] = items
  await addCondition(ctx, id, {
    text: flood?.text ?? '',
    timing: 'PRIOR_TO_DOCS',
    dueOn: null,
    libraryId: flood?.id ?? null,
  })
  await saveLibrary(editor, [], version)
  expect(await getLibrary(editor)).toEqual({ version: version + 1, items: [] })
  const { conditions } = await viewSlv(ctx, id)
  expect(conditions?.at(-1)).toMatchObject({
    text: 'Flood certificate',
    libraryId: flood?.id,
  })
  await expect(saveLibrary(editor, [], version)).rejects.toMatchObject({
    statusCode: 412,
  })
  const same = {
    title: 'Title',
    text: 'Text',
    timing: 'PRIOR_TO_DOCS',
  } as const
  await expect(saveLibrary(editor, [same, same])).rejects.toMatchObject({
    statusCode: 400,
    details: [{ field: 'items.1.title' }],
  })
})

test('moved rows of the library keep their place, and history has the order', async ({
  a,
  as,
  db,
}) => {
  const editor = await as(await a.underwriter('manageGuidelines'))
  const newRow = (name: string) => ({
    title: name,
    text: `${name} certificate`,
    timing: 'PRIOR_TO_DOCS' as const,
  })
  const { items } = await saveLibrary(editor, ['Flood', 'Title'].map(newRow))
  const moved = items.toReversed()
  expect((await saveLibrary(editor, moved)).items).toEqual(moved)
  await saveLibrary(editor, [...moved, newRow('Survey')])
  const entries = await findRows(db, 'guidelineHistory', {
    action: 'save-conditions',
  })
  const orders = entries
    .flatMap(({ changes }) => changes)
    .filter(({ field }) => field === 'Order')
  expect(orders).toEqual([
    { field: 'Order', before: 'Flood, Title', after: 'Title, Flood' },
  ])
})

test('the seller is notified once before a condition is due, and both once it is overdue', async ({
  approved: { id, ctx, seller },
  db,
}) => {
  const readNotices = async () => {
    const notices = await findRows(db, 'notification', { entityId: id })
    return notices.flatMap(({ action, userId }) =>
      action.startsWith('CONDITIONS_') ? [[action, userId]] : [],
    )
  }
  const runOn = (day: string) =>
    notifyDueConditions({ db, now: new Date(`${day}T15:00:00Z`) })
  await runOn('2026-03-16')
  expect(await readNotices()).toEqual([])
  await runOn('2026-03-17')
  await runOn('2026-03-20')
  expect(await readNotices()).toEqual([['CONDITIONS_DUE', seller.id]])
  await runOn('2026-03-21')
  await runOn('2026-03-22')
  expect(await readNotices()).toHaveLength(3)
  expect(await readNotices()).toEqual(
    expect.arrayContaining([
      ['CONDITIONS_OVERDUE', seller.id],
      ['CONDITIONS_OVERDUE', ctx.actor.id],
    ]),
  )
})
