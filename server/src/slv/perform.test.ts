import { slvStatuses } from '@portal/contract/slv/status'
import { slvTransitions } from '@portal/contract/slv/transitions'
import { describe, expect } from 'vitest'
import { test } from '../../test/house.ts'
import { startReview } from './decide.ts'
import { perform } from './perform.ts'
import { setSlrReview } from './recommend.ts'

const outside = (allowed: readonly string[]) => slvStatuses.filter((status) => !allowed.includes(status))

describe('a move', () => {
  test('takes the SLV where the table says, with history, ledger and a new version', async ({
    a,
    as,
    db,
    now,
    historyOf,
  }) => {
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

  test('is told to nobody who may not see the SLV: it does not exist for them', async ({ a, as }) => {
    const slv = await a.slv({ status: 'PENDING' })
    const stranger = await as(await a.underwriter('myOwn'))
    await expect(startReview(stranger, slv.id)).rejects.toMatchObject({ statusCode: 404 })
  })

  test('needs the present version when one is named', async ({ a, as, historyOf }) => {
    const underwriter = await a.underwriter('myOwn')
    const slv = await a.slv({ status: 'PENDING', underwriterId: underwriter.id })
    await expect(startReview(await as(underwriter), slv.id, undefined, slv.version + 1)).rejects.toMatchObject({
      statusCode: 412,
    })
    expect(await historyOf(slv)).toEqual([])
  })

  test('says who brought the SLV where it is', async ({ a, as }) => {
    const underwriter = await a.underwriter('myOwn')
    const slv = await a.slv({ status: 'PENDING', underwriterId: underwriter.id })
    const ctx = await as(underwriter)
    await startReview(ctx, slv.id)
    await expect(startReview(ctx, slv.id)).rejects.toMatchObject({
      statusCode: 409,
      message: `The SLV is In Review now, by ${underwriter.name}`,
    })
  })
})

describe('SLR review', () => {
  test('is taken by the first who starts it, and then nobody else', async ({ a, as }) => {
    const [first, second] = [await a.underwriter('manageSlr'), await a.underwriter('manageSlr', 'viewSlvDepartment')]
    const slv = await a.slv({ status: 'SLR_PENDING' })
    expect(await setSlrReview(await as(first), slv.id)).toMatchObject({
      status: 'SLR_REVIEW',
      underwriterManagerId: first.id,
    })
    await expect(perform(await as(second), slv.id, 'set-slr-completed')).rejects.toMatchObject({
      statusCode: 409,
      message: 'This SLV is in the hands of somebody else',
    })
  })

  test.for(outside(slvTransitions['set-slr-review'].from))(
    'is refused while the SLV is %s',
    async (status, { a, as }) => {
      const reviewer = await a.underwriter('manageSlr', 'viewSlvDepartment')
      const slv = await a.slv({ status })
      await expect(setSlrReview(await as(reviewer), slv.id)).rejects.toMatchObject({ statusCode: 409 })
    },
  )
})
