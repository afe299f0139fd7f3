import { NewSlvRequest } from '@portal/contract/slv-request/model'
import { describe, expect } from 'vitest'
import { test as base } from '../../test/makers.ts'
import {
  addDecisionRequest,
  updateDecisionRequest,
} from './change-decisions.ts'
import {
  addSlvRequest,
  deleteSlvRequest,
  updateSlvRequest,
} from './change-requests.ts'

const more = NewSlvRequest.parse({
  reason: 'DTI',
  justification: 'Residual income',
})

/** An SLV in review, and its underwriter as the actor. */
const test = base.extend('review', async ({ a, as }) => {
  const underwriter = await a.underwriter('myOwn')
  return {
    slv: await a.slv({ underwriterId: underwriter.id }),
    ctx: await as(underwriter),
  }
})

describe('a variance', () => {
  test('has a distance and the unit of its parameter, and is recorded in the history', async ({
    review: { slv, ctx },
    historyOf,
  }) => {
    const change = {
      parameter: 'LTV',
      unit: 'points',
      actualValue: 82,
    } as const
    const changed = await updateSlvRequest(ctx, slv.id, slv.requestId, change)
    expect(changed).toMatchObject({
      unit: '%',
      distance: -578,
      slvVersion: slv.version + 1,
    })
    expect(
      (await historyOf(slv)).map(({ action, changes }) => [
        action,
        changes.map(({ field }) => field),
      ]),
    ).toEqual([
      [
        'update-request',
        [
          'slvRequests.parameter',
          'slvRequests.unit',
          'slvRequests.actualValue',
        ],
      ],
    ])
  })

  test('has one of the buyer’s reasons, or the one that it had', async ({
    review: { slv, ctx },
    db,
  }) => {
    const unknown = {
      statusCode: 400,
      details: [
        { field: 'reason', error: expect.stringContaining('Housing History') },
      ],
    }
    await expect(
      addSlvRequest(ctx, slv.id, { ...more, reason: 'Because' }),
    ).rejects.toMatchObject(unknown)
    await expect(
      updateSlvRequest(ctx, slv.id, slv.requestId, { reason: 'Because' }),
    ).rejects.toMatchObject(unknown)

    await db
      .updateTable('slvRequest')
      .set({ reason: 'Removed' })
      .where('slvId', '=', slv.id)
      .execute()
    const kept = { reason: 'Removed', justification: 'More' }
    expect(
      await updateSlvRequest(ctx, slv.id, slv.requestId, kept),
    ).toMatchObject(kept)
  })

  test('that is saved unchanged gets no version and no history', async ({
    review: { slv, ctx },
    historyOf,
  }) => {
    const same = {
      compensatingFactors: [
        { value: '18 months', factor: 'Reserves above requirement' },
      ],
      actualValue: 655,
    }
    expect(
      await updateSlvRequest(ctx, slv.id, slv.requestId, same),
    ).toMatchObject({
      slvVersion: slv.version,
    })
    expect(await historyOf(slv)).toEqual([])
  })

  test('is deleted with its answer; the last one of a sent request stays', async ({
    review: { slv, ctx },
    historyOf,
  }) => {
    await expect(
      deleteSlvRequest(ctx, slv.id, slv.requestId),
    ).rejects.toMatchObject({ statusCode: 409 })
    await addSlvRequest(ctx, slv.id, more)
    const answer = {
      decision: 'APPROVED',
      comment: '',
      currentGuideline: '',
    } as const
    await addDecisionRequest(ctx, slv.id, {
      slvRequestId: slv.requestId,
      ...answer,
    })
    await deleteSlvRequest(ctx, slv.id, slv.requestId)
    expect((await historyOf(slv)).map(({ action }) => action)).toEqual([
      'add-request',
      'add-decision-request',
      'delete-decision-request',
      'delete-request',
    ])
  })
})

test('an answer that changes says what becomes of its comment, which the seller reads', async ({
  review: { slv, ctx },
}) => {
  const comment = 'Servicing transfer proven'
  const given = {
    slvRequestId: slv.requestId,
    decision: 'APPROVED',
    comment,
    currentGuideline: '',
  } as const
  const { id } = await addDecisionRequest(ctx, slv.id, given)
  const change = (patch: Parameters<typeof updateDecisionRequest>[3]) =>
    updateDecisionRequest(ctx, slv.id, id, patch)

  await expect(change({ decision: 'DECLINED' })).rejects.toMatchObject({
    statusCode: 400,
    details: [
      {
        field: 'comment',
        error:
          'The comment was written for “Approved”. Send the comment to keep, or an empty one.',
      },
    ],
  })
  expect(await change({ decision: 'DECLINED', comment: '' })).toMatchObject({
    decision: 'DECLINED',
    comment: '',
  })
  expect(await change({ decision: 'NOT_NEEDED' })).toMatchObject({
    decision: 'NOT_NEEDED',
  })
  await change({ comment })
  expect(await change({ decision: 'APPROVED', comment })).toMatchObject({
    decision: 'APPROVED',
    comment,
  })
})
