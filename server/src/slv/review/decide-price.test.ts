import { SlvPatch } from '@portal/contract/slv/bodies'
import { describe, expect } from 'vitest'
import { answerVariances } from '../../../test/actions.ts'
import { test as base } from '../../../test/makers.ts'
import { findRow } from '../../../test/rows.ts'
import { savePriceGrid } from '../../price/save-price-grid.ts'
import { viewSlv } from '../detail.ts'
import { saveSlv } from '../rounds/save-slv.ts'
import { makeFinalDecision, startReview } from './decide.ts'

/** The price of the variance that makers make: FICO 5 points short. */
const gridWith = (bps: number) => ({
  addOn: -12.5,
  rows: [
    {
      parameter: 'CREDIT_SCORE' as const,
      program: null,
      from: 0,
      to: 10,
      bps,
    },
  ],
})

const test = base
  .extend('price', ({ a, as }) => async (bps: number) => {
    const admin = await a.underwriter('manageGuidelines')
    await savePriceGrid(await as(admin), gridWith(bps))
  })
  .extend('reviewed', ({ a, as, db }) => async () => {
    const underwriter = await a.underwriter('myOwn')
    const seller = await a.seller()
    const { id } = await a.slv({
      underwriterId: underwriter.id,
      sellerId: seller.id,
    })
    await answerVariances({ db }, id)
    return { id, ctx: await as(underwriter), seller: await as(seller) }
  })

const approve = { decision: 'APPROVED' } as const

describe('the suggested price', () => {
  test('is in the details of staff, never of sellers, and stays with the decision', async ({
    price,
    reviewed,
  }) => {
    await price(-12.5)
    const { id, ctx, seller } = await reviewed()
    expect(await viewSlv(ctx, id)).toMatchObject({
      suggestedPrice: { total: -12.5, addOn: -12.5, items: [{ bps: -12.5 }] },
    })
    const priceReason = 'Reserves of 18 months'
    await makeFinalDecision(ctx, id, {
      ...approve,
      priceAdjustment: 0,
      priceReason,
    })
    await price(-50)
    expect(await viewSlv(ctx, id)).toMatchObject({
      priceReason,
      suggestedPrice: { total: -12.5 },
    })
    const shown = await viewSlv(seller, id)
    expect(shown).toMatchObject({ status: 'APPROVED', priceAdjustment: 0 })
    expect(shown).not.toHaveProperty('suggestedPrice')
    expect(shown).not.toHaveProperty('priceReason')

    await startReview(ctx, id, { reopenReason: 'A new appraisal came' })
    expect(await viewSlv(ctx, id)).toMatchObject({
      suggestedPrice: { total: -50 },
    })
  })

  test('needs a reason for another price, which the history keeps', async ({
    db,
    price,
    reviewed,
  }) => {
    await price(-12.5)
    const { id, ctx } = await reviewed()
    for (const body of [approve, { ...approve, priceAdjustment: -25 }])
      await expect(makeFinalDecision(ctx, id, body)).rejects.toMatchObject({
        statusCode: 400,
        details: [
          {
            field: 'priceReason',
            error:
              'The suggested price is −12.5 bps. Use it, or enter a reason for another price.',
          },
        ],
      })
    await saveSlv(
      ctx,
      id,
      SlvPatch.parse({ priceAdjustment: -25, priceReason: 'Late payments' }),
    )
    await makeFinalDecision(ctx, id, approve)
    const decided = await findRow(db, 'slvHistory', {
      slvId: id,
      action: 'make-final-decision',
    })
    expect(decided.changes).toEqual(
      expect.arrayContaining([
        { field: 'priceReason', before: null, after: 'Late payments' },
        { field: 'suggestedPrice', before: null, after: -12.5 },
      ]),
    )
  })

  test('is taken without a reason; a prepared one is dropped', async ({
    db,
    price,
    reviewed,
  }) => {
    await price(-12.5)
    const { id, ctx } = await reviewed()
    await makeFinalDecision(ctx, id, {
      ...approve,
      priceAdjustment: -12.5,
      priceReason: 'Not needed any more',
    })
    expect(await findRow(db, 'slv', { id })).toMatchObject({
      priceAdjustment: -12.5,
      priceReason: null,
    })
  })

  test('that changed since is named, and the prepared decision is kept', async ({
    price,
    reviewed,
  }) => {
    await price(-12.5)
    const { id, ctx } = await reviewed()
    const prepared = { priceAdjustment: -12.5, decisionComment: 'Title first' }
    await saveSlv(ctx, id, SlvPatch.parse(prepared))
    await price(-25)
    const decide = (suggestedPrice: number) =>
      makeFinalDecision(ctx, id, { ...approve, suggestedPrice })
    await expect(decide(-12.5)).rejects.toMatchObject({
      statusCode: 409,
      message:
        'The price grid changed: the suggested price is now −25 bps, no longer −12.5 bps. Nothing is lost. Check the price, then decide again.',
    })
    expect(await viewSlv(ctx, id)).toMatchObject({
      status: 'REVIEW',
      ...prepared,
      suggestedPrice: { total: -25 },
    })
    await saveSlv(ctx, id, SlvPatch.parse({ priceAdjustment: -25 }))
    expect(await decide(-25)).toMatchObject({
      status: 'APPROVED',
      priceAdjustment: -25,
    })
  })

  test('isn’t asked for by a denial', async ({ price, reviewed }) => {
    await price(-12.5)
    const { id, ctx } = await reviewed()
    expect(
      await makeFinalDecision(ctx, id, {
        decision: 'DECLINED',
        decisionComment: 'Too far',
        suggestedPrice: -99,
      }),
    ).toMatchObject({ status: 'DECLINED', suggestedPrice: null })
  })
})
