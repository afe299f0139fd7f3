import { HistoryFilters } from '@portal/contract/history/api'
import { describe, expect } from 'vitest'
import { keptFile } from '../../../test/files.ts'
import { test as base, ctxFor } from '../../../test/makers.ts'
import { findRows } from '../../../test/rows.ts'
import { receiveDocument } from '../../document/receive-document.ts'
import { searchHistory } from '../../history/search.ts'
import { viewSlv } from '../detail.ts'
import { startReview } from './decide.ts'
import { remindSeller } from './remind-seller.ts'
import { setPendingDocuments, setReview } from './request-documents.ts'

const hour = 3_600_000

/** An SLV that waits for a W-2 and a lease, with its owner and underwriter. */
const test = base.extend('waiting', async ({ a, as, db, now }) => {
  const underwriter = await a.underwriter('myOwn')
  const slv = await a.slv({ status: 'REVIEW', underwriterId: underwriter.id })
  const [owner, reviewer] = [
    await as(await a.ownerOf(slv)),
    await as(underwriter),
  ]
  const request = async (...names: string[]) => {
    const { pendingDocuments } = await setPendingDocuments(reviewer, slv.id, {
      pendingDocuments: names.map((name) => ({ name, note: '' })),
      statusComment: '',
    })
    return pendingDocuments.map(({ id }) => id)
  }
  const [w2 = ''] = await request('W-2', 'Lease')
  await db.deleteFrom('notification').execute()
  const reviewerAfter = (hours: number) =>
    ctxFor(db, underwriter, new Date(now.getTime() + hours * hour))
  const notified = () => findRows(db, 'notification')
  return { slv, owner, reviewer, w2, request, reviewerAfter, notified }
})

describe('a reminder', () => {
  test('notifies the seller and is in the history', async ({ waiting }) => {
    const { slv, owner, reviewer, notified } = waiting
    const { status, pendingDocuments } = await remindSeller(
      reviewer,
      slv.id,
      {},
    )
    expect(status).toBe('PENDING_DOCUMENTS')
    expect(pendingDocuments.map(({ remindedAt }) => remindedAt)).toEqual([
      reviewer.now.toISOString(),
      reviewer.now.toISOString(),
    ])
    expect(await notified()).toMatchObject([
      { userId: owner.actor.id, action: 'DOCUMENTS_REMINDER' },
    ])
    const { items } = await searchHistory(
      owner,
      slv.id,
      HistoryFilters.parse({}),
    )
    expect(items[0]).toMatchObject({ action: 'remind' })
  })

  test('sent twice says when the last one was sent, and is sent again after 12 hours', async ({
    waiting,
  }) => {
    const { slv, reviewerAfter, notified } = waiting
    await remindSeller(await reviewerAfter(0), slv.id, {})
    await expect(
      remindSeller(await reviewerAfter(11.9), slv.id, {}),
    ).rejects.toMatchObject({
      statusCode: 409,
      message: expect.stringMatching(
        /^The last reminder was sent on .+ ET\. You can send the next one after .+ ET\.$/,
      ),
    })
    expect(await notified()).toHaveLength(1)
    await remindSeller(await reviewerAfter(12), slv.id, {})
    expect(await notified()).toHaveLength(2)
  })

  test('can be sent immediately for a new request', async ({ waiting }) => {
    const { slv, owner, reviewerAfter, request, notified } = waiting
    await remindSeller(await reviewerAfter(0), slv.id, {})
    await setReview(await reviewerAfter(1), slv.id, { reason: 'Found it' })
    const [, , newest = ''] = await request('Appraisal')
    await remindSeller(await reviewerAfter(2), slv.id, {})
    const actions = (await notified()).map(({ action }) => action)
    expect(
      actions.filter((action) => action === 'DOCUMENTS_REMINDER'),
    ).toHaveLength(2)
    const file = { pendingDocumentId: newest }
    const { status } = await receiveDocument(owner, slv.id, file, keptFile())
    expect(status).toBe('DOCUMENTS_RECEIVED')
  })
})

describe('going on without the documents', () => {
  const reason = 'The bank statements show the rent'

  test('resumes the review, closes what is missing, and says why to the seller', async ({
    waiting,
  }) => {
    const { slv, owner, reviewer, w2, notified } = waiting
    const file = { pendingDocumentId: w2 }
    await receiveDocument(owner, slv.id, file, keptFile())
    const { status, pendingDocuments } = await setReview(reviewer, slv.id, {
      reason,
    })
    expect(status).toBe('REVIEW')
    expect(pendingDocuments).toMatchObject([
      { name: 'W-2', outcome: null },
      {
        name: 'Lease',
        outcome: { kind: 'WAIVED', byName: reviewer.actor.name },
      },
    ])
    expect(await notified()).toMatchObject([
      {
        userId: owner.actor.id,
        action: 'DOCUMENTS_WAIVED',
        title: 'Requested documents are no longer needed',
      },
    ])
    const { items } = await searchHistory(
      owner,
      slv.id,
      HistoryFilters.parse({}),
    )
    expect(items[0]).toMatchObject({
      action: 'set-review',
      comment: reason,
      changes: [{ field: 'pendingDocuments', before: 'Lease', after: null }],
    })
  })

  test('stops the seller’s clock and starts the buyer’s', async ({
    db,
    waiting,
  }) => {
    const { slv, owner, reviewerAfter } = waiting
    const ctx = await reviewerAfter(48)
    await setReview(ctx, slv.id, { reason })
    const intervals = await findRows(db, 'slvInterval', {
      slvId: slv.id,
      clock: 'SLV',
    })
    expect(
      intervals.map(({ party, closedAt }) => [party, closedAt]).slice(-2),
    ).toEqual([
      ['SELLER', ctx.now],
      ['BUYER', null],
    ])
    expect((await viewSlv(owner, slv.id)).waitingOn).toBe('BUYER')
    await expect(startReview(ctx, slv.id)).rejects.toMatchObject({
      statusCode: 409,
    })
  })
})
