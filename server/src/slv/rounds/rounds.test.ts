import { SlvListQuery } from '@portal/contract/slv/list-query'
import type { SlvStatus } from '@portal/contract/slv/status'
import { NewSlvRequest } from '@portal/contract/slv-request/model'
import type { Actor } from '@portal/contract/user/model'
import { describe, expect } from 'vitest'
import { answerVariances } from '../../../test/actions.ts'
import { keptFile } from '../../../test/files.ts'
import { test as base } from '../../../test/makers.ts'
import { addRow, findRow, findRows } from '../../../test/rows.ts'
import {
  getDocument,
  listAllDocuments,
  listDocuments,
} from '../../document/list-documents.ts'
import { insertFile } from '../../document/upload-document.ts'
import { getRound } from '../../history/round.ts'
import type { Ctx } from '../../lib/ctx.ts'
import { summarizeSlvs } from '../../reporting/figures/summarize-slvs.ts'
import { explainSlvClocks } from '../../sla/explain.ts'
import {
  addSlvRequest,
  deleteSlvRequest,
  updateSlvRequest,
} from '../../slv-request/change-requests.ts'
import { getDetail, viewSlv } from '../detail.ts'
import { listSlvs } from '../list/list.ts'
import { findSlv } from '../lock.ts'
import { makeFinalDecision, startReview } from '../review/decide.ts'
import { discardDraft } from './open-draft.ts'
import { setDraftResubmitted, setResubmitted } from './resubmit.ts'
import { saveSlv } from './save-slv.ts'

/** Tables with rows of an SLV. */
const tables = [
  'slvRequest',
  'slvDecisionRequest',
  'slvInterval',
  'slvRound',
  'document',
] as const

type People = { seller: Actor; underwriter: Actor }

const test = base
  /** A seller, their underwriter, and their SLV in a status. */
  .extend('request', ({ a, as }) => async (status: SlvStatus, change = {}) => {
    const seller = await a.seller()
    const underwriter = await a.underwriter('myOwn', 'viewSlvDepartment')
    const slv = await a.slv({
      status,
      sellerId: seller.id,
      underwriterId: underwriter.id,
      ...change,
    })
    return { seller, underwriter, slv, ctx: await as(seller) }
  })
  .extend(
    'readFigures',
    ({ as, facts }) =>
      async (underwriter: Actor) =>
        summarizeSlvs(facts)(await as(underwriter), {
          tableMode: 'ALL',
          departmentTableMode: 'ALL',
          topLimit: 10,
        }),
  )
  /** All that is stored and shown of an SLV, but for its version. */
  .extend(
    'readEverything',
    ({ as, db, readFigures }) =>
      async (id: string, { seller, underwriter }: People) => {
        const { version, updatedAt, changedIn, ...stored } = await findRow(
          db,
          'slv',
          { id },
        )
        const views = [
          await viewSlv(await as(seller), id),
          await viewSlv(await as(underwriter), id),
        ]
        return {
          stored,
          views: views.map(({ version: _, updatedAt: __, ...view }) => view),
          rows: await Promise.all(
            tables.map((table) => findRows(db, table, { slvId: id })),
          ),
          clocks: await explainSlvClocks(await as(underwriter), id),
          figures: await readFigures(underwriter),
        }
      },
  )

const other = '00000000-0000-7000-8000-000000000000'
const reopening = { reopenReason: 'A new appraisal came' }

describe('a resubmission', () => {
  test('keeps the decision in effect until it is sent, then saves the ended round', async ({
    as,
    db,
    request,
  }) => {
    const { underwriter, slv, ctx } = await request('DECLINED', {
      decisionComment: 'Too thin',
      statusComment: 'inside words',
      slrRecommenderIds: [other],
      roundDays: 4,
      slrDays: 2,
    })
    const draft = await setDraftResubmitted(ctx, slv.id)
    expect(draft).toMatchObject({
      status: 'DRAFT_RESUBMITTED',
      statusInEffect: 'DECLINED',
      resubmitCount: 1,
      decisionComment: 'Too thin',
    })
    expect(draft.availableActions).toEqual([
      'save',
      'set-resubmitted',
      'discard-draft',
    ])
    await saveSlv(ctx, slv.id, { city: 'Elsewhere' })
    const roundsOf = () => findRows(db, 'slvRound', { slvId: slv.id })
    expect(await roundsOf()).toEqual([])
    expect(await getRound(ctx, slv.id, 0)).toMatchObject({
      status: 'DECLINED',
      city: 'Fresno',
      decisionComment: 'Too thin',
      availableActions: [],
    })

    const sent = await setResubmitted(ctx, slv.id, 'manual')
    expect(sent).toMatchObject({
      status: 'RESUBMITTED',
      statusInEffect: null,
      resubmitCount: 1,
      city: 'Elsewhere',
    })
    expect((await roundsOf()).map(({ snapshot }) => snapshot)).toMatchObject([
      {
        status: 'DECLINED',
        city: 'Fresno',
        decisionComment: 'Too thin',
        statusComment: 'inside words',
      },
    ])
    const cleared = {
      decisionComment: null,
      slrRecommenderIds: [],
      roundDays: 0,
      slrDays: null,
    }
    expect(await findRow(db, 'slv', { id: slv.id })).toMatchObject(cleared)
    expect(await getDetail(await as(underwriter), slv.id)).toMatchObject({
      slrSlaStatus: null,
    })
  })

  test('is visible before sending only to the seller’s side and the department', async ({
    a,
    as,
  }) => {
    const seller = await a.seller()
    const [underwriter, department] = [
      await a.underwriter('myOwn'),
      await a.underwriter('viewSlvDepartment'),
    ]
    const slv = await a.slv({
      status: 'APPROVED',
      sellerId: seller.id,
      underwriterId: underwriter.id,
    })
    const ctx = await as(seller)
    await setDraftResubmitted(ctx, slv.id)
    await saveSlv(ctx, slv.id, { city: 'Elsewhere' })
    await insertFile(ctx, await findSlv(ctx, slv.id), {
      kind: 'SELLER',
      file: keptFile(),
    })
    const fileId = (await viewSlv(ctx, slv.id)).documents[0]?.id ?? ''
    const drafted = {
      statusInEffect: 'APPROVED',
      city: 'Elsewhere',
      resubmitCount: 1,
      documents: [{ id: fileId }],
    }
    const inEffect = {
      status: 'APPROVED',
      statusInEffect: null,
      city: 'Fresno',
      resubmitCount: 0,
      documents: [],
    }
    for (const who of [seller, department]) {
      const inner = await as(who)
      expect(await viewSlv(inner, slv.id)).toMatchObject(drafted)
      expect((await listAllDocuments(inner, slv.id)).documents).toHaveLength(1)
      expect(await getDocument(inner, slv.id, fileId)).toMatchObject({
        id: fileId,
      })
    }
    const outside = await as(underwriter)
    expect(await viewSlv(outside, slv.id)).toMatchObject({
      ...inEffect,
      availableActions: [],
    })
    expect(await getRound(outside, slv.id, 0)).toMatchObject(inEffect)
    await expect(getRound(outside, slv.id, 1)).rejects.toMatchObject({
      statusCode: 404,
    })
    expect(await listDocuments(outside, slv.id)).toMatchObject({
      documents: [],
    })
    expect(await listAllDocuments(outside, slv.id)).toMatchObject({
      documents: [],
    })
    const listed = async (ctx: Ctx, tableMode: string) =>
      (await listSlvs(ctx, SlvListQuery.parse({ tableMode }))).items
    expect(await listed(outside, 'MY_OWN')).toMatchObject([
      { status: 'APPROVED', statusInEffect: null },
    ])
    expect(await listed(await as(department), 'ALL')).toMatchObject([
      { status: 'DRAFT_RESUBMITTED', statusInEffect: 'APPROVED' },
    ])
    await expect(getDocument(outside, slv.id, fileId)).rejects.toMatchObject({
      statusCode: 404,
    })
  })

  test.for([
    'APPROVED',
    'DECLINED',
    'NOT_NEEDED',
    'WITHDRAWN_APPROVED',
  ] as const)(
    'of a request that is %s, edited and discarded, changes nothing',
    async (status, { as, db, now, request, readFigures, readEverything }) => {
      const { seller, underwriter, slv } = await request(status, {
        priceAdjustment: -25,
      })
      const later = (hours: number) =>
        new Date(now.getTime() + hours * 3_600_000)
      await addRow(db, 'slvDecisionRequest', {
        slvId: slv.id,
        slvRequestId: slv.requestId,
        decision: 'APPROVED',
        comment: 'Strong reserves',
      })
      const people = { seller, underwriter }
      const before = await readEverything(slv.id, people)

      const ctx = await as(seller, later(30))
      await setDraftResubmitted(ctx, slv.id)
      await saveSlv(ctx, slv.id, {
        city: 'Elsewhere',
        loanAmount: 1,
        state: 'TX',
        creditScore: 700,
      })
      await updateSlvRequest(ctx, slv.id, slv.requestId, { actualValue: 700 })
      const added = await addSlvRequest(
        ctx,
        slv.id,
        NewSlvRequest.parse({ reason: 'Other' }),
      )
      await deleteSlvRequest(ctx, slv.id, slv.requestId)
      await insertFile(ctx, await findSlv(ctx, slv.id), {
        kind: 'SELLER',
        file: keptFile(),
      })
      const draft = await viewSlv(ctx, slv.id)
      expect(draft).toMatchObject({
        statusInEffect: status,
        city: 'Elsewhere',
        slvRequests: [{ id: added.id }],
      })
      expect(draft.documents).toHaveLength(1)
      expect(await readFigures(underwriter)).toEqual(before.figures)
      const { status: shown, ...inEffect } = await getRound(
        await as(underwriter),
        slv.id,
        0,
      )
      expect(shown).toBe(status)
      expect(inEffect.slvDecisionRequests).toMatchObject([
        { comment: 'Strong reserves' },
      ])

      const answer = await discardDraft(
        await as(seller, later(60)),
        slv.id,
        draft.version,
      )
      expect(answer).toMatchObject({ status, resubmitCount: 0 })
      expect(await readEverything(slv.id, people)).toEqual(before)
    },
  )
})

describe('a discarded draft', () => {
  test('is refused with an old version, and once it was sent', async ({
    request,
  }) => {
    const { slv, ctx } = await request('APPROVED')
    const draft = await setDraftResubmitted(ctx, slv.id)
    await saveSlv(ctx, slv.id, { city: 'Elsewhere' })
    await expect(
      discardDraft(ctx, slv.id, draft.version),
    ).rejects.toMatchObject({ statusCode: 412 })
    await setResubmitted(ctx, slv.id, 'manual')
    await expect(discardDraft(ctx, slv.id)).rejects.toMatchObject({
      statusCode: 409,
    })
  })

  test('restores the decision; during the draft, the decided round has no actions', async ({
    request,
  }) => {
    const { slv, ctx } = await request('APPROVED')
    await setDraftResubmitted(ctx, slv.id)
    expect((await viewSlv(ctx, slv.id, 'IN_EFFECT')).availableActions).toEqual(
      [],
    )
    await discardDraft(ctx, slv.id)
    await expect(discardDraft(ctx, slv.id)).rejects.toMatchObject({
      message: 'The SLV is now Approved',
    })
  })

  test('that was never sent is deleted, but its history remains', async ({
    request,
    db,
    historyOf,
  }) => {
    const { slv, ctx } = await request('DRAFT')
    await insertFile(ctx, await findSlv(ctx, slv.id), {
      kind: 'SELLER',
      file: keptFile(),
    })
    expect(await discardDraft(ctx, slv.id)).toMatchObject({
      id: slv.id,
      status: 'DRAFT',
      availableActions: [],
    })
    await expect(viewSlv(ctx, slv.id)).rejects.toMatchObject({
      statusCode: 404,
    })
    for (const table of ['slvRequest', 'document'] as const)
      expect(await findRows(db, table, { slvId: slv.id })).toEqual([])
    expect((await historyOf(slv)).map(({ action }) => action)).toEqual([
      'discard-draft',
    ])
  })
})

describe('the clocks of a resubmission', () => {
  test('counts the time since the decision as the seller’s, unless it was reopened', async ({
    a,
    as,
    db,
    now,
  }) => {
    const seller = await a.seller()
    const underwriter = await a.underwriter('myOwn')
    const days = (count: number) => new Date(now.getTime() + count * 86_400_000)
    const decided = async () => {
      const slv = await a.slv({
        status: 'REVIEW',
        sellerId: seller.id,
        underwriterId: underwriter.id,
      })
      await answerVariances({ db }, slv.id)
      await makeFinalDecision(await as(underwriter), slv.id, {
        decision: 'DECLINED',
        decisionComment: 'Too far',
      })
      return slv
    }
    const reopened = await decided()
    expect(
      await startReview(await as(underwriter, days(7)), reopened.id, reopening),
    ).toMatchObject({
      sellerTurnTime: 0,
    })

    const resubmitted = await decided()
    await setDraftResubmitted(await as(seller, days(6)), resubmitted.id)
    const sent = await setResubmitted(
      await as(seller, days(7)),
      resubmitted.id,
      'manual',
    )
    expect(sent).toMatchObject({ sellerTurnTime: 5 })
    const ledger = await findRows(db, 'slvInterval', { slvId: resubmitted.id })
    expect(ledger).toMatchObject([
      { party: 'BUYER', closedAt: now },
      { party: 'SELLER', openedAt: now, closedAt: days(7) },
      { party: 'BUYER', closedAt: null },
    ])
  })
})
