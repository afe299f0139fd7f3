import type { DocumentKind } from '@portal/contract/document/model'
import {
  HistoryEntry,
  HistoryFilters,
  historyActions,
} from '@portal/contract/history/api'
import { isVisibleEntry } from '@portal/contract/history/visible'
import { slvStatuses } from '@portal/contract/slv/status'
import { expect } from 'vitest'
import { actions } from '../../test/actions.ts'
import { keptFile } from '../../test/files.ts'
import { test as base, type Makers } from '../../test/makers.ts'
import { setRows } from '../../test/rows.ts'
import { insertFile } from '../document/upload-document.ts'
import type { Ctx } from '../lib/ctx.ts'
import type { Db } from '../lib/database/db.ts'
import { findSlv } from '../slv/lock.ts'
import { makeFinalDecision } from '../slv/review/decide.ts'
import { saveSlv } from '../slv/rounds/save-slv.ts'
import { addDecisionRequest } from '../slv-request/change-decisions.ts'
import { getRound } from './round.ts'
import { searchHistory } from './search.ts'

const filters = HistoryFilters.parse({ size: 100 })
const historyFor = async (ctx: Ctx, id: string) =>
  (await searchHistory(ctx, id, filters)).items

/**
 * What no seller may ever read: the internal stages, their people, and all
 * internal text.
 */
const secret =
  /SLR|TD_|slr|trade(?!lines)|Desk|underwriterManager|statusComment|Internal|temporary|slaDays|CANARY/

/**
 * One round with everything in it: drafts of the decision, SLR, the trade desk,
 * and a comment at each step.
 */
async function wholeRound(
  a: Makers,
  db: Db,
  as: (actor: Ctx['actor']) => Promise<Ctx>,
) {
  const seller = await a.seller()
  const underwriter = await a.underwriter('myOwn')
  const manager = await a.user({
    role: 'UNDERWRITER',
    holds: ['manageSlr'],
    name: 'CANARY-manager',
  })
  const trader = await a.user({
    role: 'UNDERWRITER',
    holds: ['manageTradeDesk'],
    name: 'CANARY-trader',
  })
  const slv = await a.slv({ status: 'DRAFT', sellerId: seller.id })
  const cast = {
    underwriterId: underwriter.id,
    managerId: manager.id,
    traderId: trader.id,
    sellerId: seller.id,
  }
  const ctx = {
    seller: await as(seller),
    underwriter: await as(underwriter),
    manager: await as(manager),
    trader: await as(trader),
  }
  const act = async (
    actor: keyof typeof ctx,
    ...names: (keyof typeof actions)[]
  ) => {
    for (const name of names) await actions[name](ctx[actor], slv.id, cast)
  }

  await act('seller', 'send-request')
  await setRows(db, 'slv', { id: slv.id }, { underwriterId: underwriter.id })
  await act('underwriter', 'start-review-process')
  const edits = {
    city: 'Tulare',
    decisionComment: 'CANARY-draft',
    temporaryStatus: 'DECLINED',
  } as const
  await saveSlv(ctx.underwriter, slv.id, edits)
  await saveSlv(ctx.underwriter, slv.id, {
    decisionCommentsInternal: 'CANARY-internal',
    reserves: 6,
  })
  await act('underwriter', 'set-slr-pending')
  await act('manager', 'set-slr-review', 'set-slr-pending-info')
  await act('underwriter', 'set-slr-info-received')
  await act('manager', 'set-slr-review', 'set-slr-completed')
  await act('underwriter', 'set-td-pending')
  await act('trader', 'set-td-review', 'set-td-completed')
  const answer = {
    decision: 'APPROVED',
    comment: 'Granted',
    currentGuideline: '',
  } as const
  await addDecisionRequest(ctx.underwriter, slv.id, {
    slvRequestId: slv.requestId,
    ...answer,
  })
  return { slv, ctx, act }
}

const test = base.extend('round', ({ a, db, as }) => wholeRound(a, db, as))

test('the history shows staff everything, newest first, and is filtered', async ({
  round: { slv, ctx },
}) => {
  const entries = await historyFor(ctx.underwriter, slv.id)
  expect(entries.map(({ action }) => action)).toEqual([
    'add-decision-request',
    'set-td-completed',
    'set-td-review',
    'set-td-pending',
    'set-slr-completed',
    'set-slr-review',
    'set-slr-info-received',
    'set-slr-pending-info',
    'set-slr-review',
    'set-slr-pending',
    'save',
    'start-review-process',
    'send-request',
  ] as const)
  expect(entries.map((entry) => HistoryEntry.parse(entry))).toEqual(entries)
  expect(entries[4]).toMatchObject({
    fromStatus: 'SLR_REVIEW',
    toStatus: 'SLR_COMPLETED',
    comment: 'As discussed',
  })
  const saves = HistoryFilters.parse({ actions: ['save', 'set-slr-review'] })
  expect((await searchHistory(ctx.underwriter, slv.id, saves)).total).toBe(3)
  expect((await searchHistory(ctx.seller, slv.id, saves)).total).toBe(1)
  const managers = HistoryFilters.parse({ userIds: [ctx.manager.actor.id] })
  expect((await searchHistory(ctx.underwriter, slv.id, managers)).total).toBe(4)
  expect((await searchHistory(ctx.seller, slv.id, managers)).total).toBe(0)
})

test('the history shows sellers only external events, also in totals and pages', async ({
  round: { slv, ctx },
}) => {
  const entries = await historyFor(ctx.seller, slv.id)
  expect(
    entries.map(({ action, fromStatus, toStatus }) => [
      action,
      fromStatus,
      toStatus,
    ]),
  ).toEqual([
    ['save', 'REVIEW', 'REVIEW'],
    ['start-review-process', 'PENDING', 'REVIEW'],
    ['send-request', 'DRAFT', 'PENDING'],
  ])
  expect(entries[0]?.changes).toEqual([
    { field: 'city', before: 'Fresno', after: 'Tulare' },
  ])
  expect(JSON.stringify(entries)).not.toMatch(secret)
  const second = await searchHistory(
    ctx.seller,
    slv.id,
    HistoryFilters.parse({ page: 2, size: 2 }),
  )
  expect(second).toMatchObject({
    total: 3,
    items: [{ action: 'send-request' }],
  })
})

test('the history shows sellers the decision, but not how it was prepared', async ({
  round: { slv, ctx },
}) => {
  const comments = {
    decisionComment: 'Subject to title',
    decisionCommentsInternal: 'CANARY-final',
  }
  await makeFinalDecision(ctx.underwriter, slv.id, {
    decision: 'APPROVED',
    ...comments,
  })
  const [decision] = await historyFor(ctx.seller, slv.id)
  const move = {
    action: 'make-final-decision',
    fromStatus: 'REVIEW',
    toStatus: 'APPROVED',
  }
  expect(decision).toMatchObject({ ...move, comment: null })
  expect(decision?.changes).toContainEqual({
    field: 'decisionComment',
    before: null,
    after: 'Subject to title',
  })
  expect(JSON.stringify(await historyFor(ctx.seller, slv.id))).not.toMatch(
    secret,
  )
  expect(JSON.stringify(await historyFor(ctx.underwriter, slv.id))).toMatch(
    /CANARY-final/,
  )
})

test('the history shows a seller why they withdrew, why it was declined, and that they took it back', async ({
  round: { slv, ctx, act },
}) => {
  await act('seller', 'set-withdraw-pending')
  await act('underwriter', 'set-withdraw-declined')
  await act('seller', 'set-withdraw-pending')
  await act('seller', 'cancel-withdrawal')
  const entries = await historyFor(ctx.seller, slv.id)
  expect(entries.slice(0, 4)).toMatchObject([
    {
      action: 'cancel-withdrawal',
      fromStatus: 'WITHDRAW_PENDING',
      toStatus: 'REVIEW',
      comment: null,
    },
    {
      action: 'set-withdraw-pending',
      fromStatus: 'REVIEW',
      comment: 'Loan fell through',
    },
    {
      action: 'set-withdraw-declined',
      fromStatus: 'WITHDRAW_PENDING',
      toStatus: 'REVIEW',
      comment: 'The loan is already locked',
    },
    {
      action: 'set-withdraw-pending',
      fromStatus: 'REVIEW',
      comment: 'Loan fell through',
    },
  ])
  expect(JSON.stringify(entries)).not.toMatch(secret)
})

test('the history leaves out in SQL exactly what the rule leaves out', async ({
  committed: db,
  made,
  ctxOf,
  now,
}) => {
  const seller = await made.seller()
  const slv = await made.slv({ sellerId: seller.id })
  const cases = historyActions.flatMap((action) =>
    [null, ...slvStatuses].flatMap((fromStatus) =>
      slvStatuses.flatMap((toStatus) =>
        (
          [
            '',
            'city',
            'slvRequests.reason',
            'decisionComment',
            'statusComment',
          ] as const
        )
          .filter(
            (_, index) => (action.length + index + toStatus.length) % 6 === 0,
          )
          .map((field) => {
            const changes =
              field === '' ? [] : [{ field, before: null, after: 'x' }]
            return { action, fromStatus, toStatus, changes }
          }),
      ),
    ),
  )
  const about = { slvId: slv.id, at: now, actorId: seller.id, resubmitCount: 0 }
  const rows = cases.map(({ changes, ...entry }) => ({
    ...entry,
    changes: JSON.stringify(changes),
    ...about,
  }))
  // In parts, because each line updates the end of the SLV's chain, and a
  // transaction keeps every version of it.
  for (let start = 0; start < rows.length; start += 500)
    await db
      .insertInto('slvHistory')
      .values(rows.slice(start, start + 500))
      .execute()
  const visible = cases.filter((entry) =>
    isVisibleEntry('SELLER', entry),
  ).length
  expect(cases.length).toBeGreaterThan(10_000)
  expect(visible).toBeGreaterThan(500)
  expect(
    (await searchHistory(await ctxOf(seller), slv.id, filters)).total,
  ).toBe(visible)
})

test('a round that ended stays as it was, for each reader by how it ended', async ({
  round: { slv, ctx, act },
}) => {
  await makeFinalDecision(ctx.underwriter, slv.id, {
    decision: 'APPROVED',
    decisionComment: 'Subject to title',
  })
  await act('seller', 'set-draft-resubmitted')
  await saveSlv(ctx.seller, slv.id, { city: 'Elsewhere' })

  const decided = {
    status: 'APPROVED',
    city: 'Tulare',
    decisionComment: 'Subject to title',
  }
  const staff = await getRound(ctx.underwriter, slv.id, 0)
  expect(staff).toMatchObject({
    ...decided,
    decisionCommentsInternal: 'CANARY-internal',
    slrRecommendedDecision: 'APPROVED',
    availableActions: [],
  })
  expect(staff.slvDecisionRequests).toMatchObject([{ comment: 'Granted' }])
  const own = await getRound(ctx.seller, slv.id, 0)
  expect(own).toMatchObject({ ...decided, resubmitCount: 0 })
  expect(JSON.stringify(own)).not.toMatch(secret)
  expect(await getRound(ctx.seller, slv.id, 1)).toMatchObject({
    status: 'DRAFT_RESUBMITTED',
    city: 'Elsewhere',
  })
  await expect(getRound(ctx.seller, slv.id, 2)).rejects.toMatchObject({
    statusCode: 404,
  })
})

test('a round that ended shows files as they are now, to each reader theirs', async ({
  committed: db,
  made,
  ctxOf,
  runAsOwner,
}) => {
  const { slv, ctx, act } = await wholeRound(made, db, ctxOf)
  const put = async (actor: Ctx, kind: DocumentKind) =>
    insertFile(actor, await findSlv(actor, slv.id), {
      kind,
      file: keptFile(`${kind}.pdf`),
    })
  const id = await put(ctx.seller, 'SELLER')
  await put(ctx.underwriter, 'UNDERWRITER')
  await makeFinalDecision(ctx.underwriter, slv.id, { decision: 'APPROVED' })
  await act('seller', 'set-draft-resubmitted')
  const later = { ldpState: 'FAILED', ldpError: 'CANARY-refused' } as const
  await setRows(db, 'document', { id }, later)
  const ended = async () => [
    await getRound(ctx.underwriter, slv.id, 0),
    await getRound(ctx.seller, slv.id, 0),
  ]
  const [staffs, sellers] = await ended()
  expect(staffs).toMatchObject({
    documents: [{ id, ...later }],
    underwriterDocuments: [{ name: 'UNDERWRITER.pdf', ldpError: null }],
  })
  expect(sellers?.documents).toMatchObject([{ id, ldpState: 'FAILED' }])
  expect(JSON.stringify(sellers)).not.toMatch(
    /CANARY-refused|ldpError|UNDERWRITER\.pdf/,
  )

  // As rounds were stored in earlier versions.
  const copy = JSON.stringify({
    documents: [{ id, ldpState: 'QUEUED' }],
    underwriterDocuments: [],
  })
  await runAsOwner(`alter table slv_round disable trigger slv_round_is_append_only;
    update slv_round set snapshot = snapshot || '${copy}'::jsonb`)
  expect(await ended()).toEqual([staffs, sellers])
})

test('a round of a withdrawn SLV shows sellers no decision', async ({
  round: { slv, ctx, act },
}) => {
  await act('seller', 'set-withdraw-pending')
  await act('underwriter', 'set-withdraw-approved')
  await act('seller', 'set-draft-resubmitted')
  const own = await getRound(ctx.seller, slv.id, 0)
  expect(own).toMatchObject({
    status: 'WITHDRAWN_APPROVED',
    withdrawReason: 'Loan fell through',
  })
  expect(
    'decisionComment' in own ||
      'slvDecisionRequests' in own ||
      'reserves' in own,
  ).toBe(false)
  expect(JSON.stringify(own)).not.toMatch(secret)
})
