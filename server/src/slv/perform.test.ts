import { describe, expect } from 'vitest'
import { test } from '../../test/makers.ts'
import { perform } from './perform.ts'
import { startReview } from './review/decide.ts'

describe('a transition', () => {
  test('sets the status, history, intervals and a new version', async ({ a, as, db, now, historyOf }) => {
    const underwriter = await a.underwriter('myOwn')
    const slv = await a.slv({ status: 'REVIEW', underwriterId: underwriter.id })
    const moved = await perform(await as(underwriter), slv.id, 'set-pending-documents')

    expect(moved).toMatchObject({ status: 'PENDING_DOCUMENTS', version: slv.version + 1 })
    expect(await historyOf(slv)).toMatchObject([
      {
        actorId: underwriter.id,
        action: 'set-pending-documents',
        fromStatus: 'REVIEW',
        toStatus: 'PENDING_DOCUMENTS',
        at: now,
      },
    ])
    const intervals = await db.selectFrom('slvInterval').selectAll().where('slvId', '=', slv.id).orderBy('id').execute()
    expect(intervals).toMatchObject([
      { clock: 'SLV', party: 'BUYER', closedAt: now },
      { clock: 'SLV', party: 'SELLER', closedAt: null },
    ])
  })

  test('needs the current version if one is sent', async ({ a, as, historyOf }) => {
    const underwriter = await a.underwriter('myOwn')
    const slv = await a.slv({ status: 'PENDING', underwriterId: underwriter.id })
    await expect(startReview(await as(underwriter), slv.id, undefined, slv.version + 1)).rejects.toMatchObject({
      statusCode: 412,
    })
    expect(await historyOf(slv)).toEqual([])
  })

  test('that is refused says who set the current status', async ({ a, as }) => {
    const underwriter = await a.underwriter('myOwn')
    const slv = await a.slv({ status: 'PENDING', underwriterId: underwriter.id })
    const ctx = await as(underwriter)
    await startReview(ctx, slv.id)
    await expect(startReview(ctx, slv.id)).rejects.toMatchObject({
      statusCode: 409,
      message: `The SLV is now In Review, by ${underwriter.name}`,
    })
  })
})
