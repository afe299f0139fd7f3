import { SlvDetail } from '@portal/contract/slv/answers'
import { describe, expect } from 'vitest'
import { test } from '../../../test/makers.ts'
import { findRow, setRows } from '../../../test/rows.ts'
import { getDetail } from '../detail.ts'
import { setDraftResubmitted } from './resubmit.ts'
import { saveSlv } from './save-slv.ts'

describe('saving the form', () => {
  test('by an underwriter is recorded as an information edit', async ({
    a,
    as,
    historyOf,
  }) => {
    const underwriter = await a.underwriter('myOwn')
    const slv = await a.slv({
      underwriterId: underwriter.id,
      creditScore: 655,
      city: 'Fresno',
    })
    const saved = await saveSlv(await as(underwriter), slv.id, {
      creditScore: 651,
      city: 'Fresno',
    })
    expect(saved).toMatchObject({ creditScore: 651, version: slv.version + 1 })
    expect(await historyOf(slv)).toMatchObject([
      {
        action: 'save',
        actorId: underwriter.id,
        changes: [{ field: 'creditScore', before: 655, after: 651 }],
      },
    ])
  })

  test('calculates ratios from their inputs, and keeps one that has a reason', async ({
    a,
    as,
    historyOf,
  }) => {
    const underwriter = await a.underwriter('myOwn')
    const slv = await a.slv({ underwriterId: underwriter.id })
    const ctx = await as(underwriter)
    expect(await saveSlv(ctx, slv.id, { loanAmount: 512_000 })).toMatchObject({
      ltv: 80,
      cltv: 80,
      hcltv: 80,
    })
    expect((await historyOf(slv)).at(-1)?.changes).toContainEqual({
      field: 'ltv',
      before: 75,
      after: 80,
    })
    expect(
      await saveSlv(ctx, slv.id, { ltv: 0.8 }),
      'contradicts the amounts',
    ).toMatchObject({ ltv: 80 })

    const override = {
      ltv: 78.5,
      ltvOverrideReason: 'The appraisal is being corrected',
    }
    expect(await saveSlv(ctx, slv.id, override)).toMatchObject(override)
    expect(await saveSlv(ctx, slv.id, { loanAmount: 480_000 })).toMatchObject({
      ltv: 78.5,
      cltv: 75,
    })
    expect(await saveSlv(ctx, slv.id, { ltvOverrideReason: '' })).toMatchObject(
      { ltv: 75, ltvOverrideReason: null },
    )
  })

  test('of a draft keeps a typed ratio, and follows the amounts otherwise', async ({
    a,
    as,
  }) => {
    const slv = await a.slv({ status: 'DRAFT' })
    const owner = await as(await a.ownerOf(slv))
    expect(await saveSlv(owner, slv.id, { loanAmount: 512_000 })).toMatchObject(
      { ltv: 80, cltv: 80, hcltv: 80 },
    )
    await saveSlv(owner, slv.id, { ltv: 0.8 })
    expect(await saveSlv(owner, slv.id, { loanAmount: 480_000 })).toMatchObject(
      { ltv: 0.8, cltv: 75 },
    )
  })

  test.for(['DRAFT', 'DRAFT_RESUBMITTED'] as const)(
    'of a %s refuses a ratio that is out of range, naming it',
    async (status, { a, as }) => {
      const slv = await a.slv(
        status === 'DRAFT' ? { status } : { status: 'DECLINED' },
      )
      const owner = await as(await a.ownerOf(slv))
      if (status === 'DRAFT_RESUBMITTED')
        await setDraftResubmitted(owner, slv.id)
      await expect(
        saveSlv(owner, slv.id, { loanAmount: 9_000_000 }),
      ).rejects.toMatchObject({
        code: 'bad_request',
        details: expect.arrayContaining([
          { field: 'ltv', error: 'No more than 200' },
        ]),
      })
      await saveSlv(owner, slv.id, {
        dti: 42.86,
        incomeUsedAmount: 3500,
        residualMoIncomeAmount: 2000,
      })
      const saved = await saveSlv(owner, slv.id, {
        residualMoIncomeAmount: 9500,
      })
      expect(saved).toMatchObject({ dti: 42.86, residualMoIncomeAmount: 9500 })
    },
  )

  test('heals a resubmission’s draft in which an earlier release stored ratios out of range', async ({
    a,
    as,
    db,
  }) => {
    const slv = await a.slv({ status: 'DECLINED' })
    const owner = await as(await a.ownerOf(slv))
    await setDraftResubmitted(owner, slv.id)
    const { resubmission } = await findRow(db, 'slv', { id: slv.id })
    const draft = JSON.parse(JSON.stringify(resubmission))
    const form = { ...draft.form, ltv: 1650.5, cltv: 1650.5, dti: -12 }
    await setRows(
      db,
      'slv',
      { id: slv.id },
      { resubmission: JSON.stringify({ ...draft, form }) },
    )

    const read = await getDetail(owner, slv.id)
    expect(read).toMatchObject({ ltv: null, cltv: null, dti: null })
    expect(SlvDetail.safeParse(read).error).toBeUndefined()
    const saved = await saveSlv(owner, slv.id, { loanAmount: 448_000 })
    expect(saved).toMatchObject({ ltv: 70 })
  })

  test('of a draft writes no history, and an unchanged save no new version', async ({
    a,
    as,
    historyOf,
  }) => {
    const slv = await a.slv({ status: 'DRAFT' })
    const owner = await as(await a.ownerOf(slv))
    const saved = await saveSlv(owner, slv.id, { city: 'Oakland' })
    expect(await saveSlv(owner, slv.id, { city: 'Oakland' })).toMatchObject({
      version: saved.version,
    })
    expect(await historyOf(slv)).toEqual([])
  })

  test('by a seller ignores fields of the underwriter', async ({
    a,
    as,
    db,
  }) => {
    const slv = await a.slv({ status: 'DRAFT' })
    const owner = await as(await a.ownerOf(slv))
    await saveSlv(owner, slv.id, {
      city: 'Oakland',
      priceAdjustment: 100,
      temporaryStatus: 'APPROVED',
    })
    const stored = await db
      .selectFrom('slv')
      .selectAll()
      .where('id', '=', slv.id)
      .executeTakeFirstOrThrow()
    expect(stored).toMatchObject({
      city: 'Oakland',
      priceAdjustment: null,
      temporaryStatus: null,
    })
  })
})
