import { describe, expect } from 'vitest'
import { test } from '../../../test/makers.ts'
import { getProgramFilter, getSellerFilter } from './filter.ts'

const everything = { search: '' }

describe('filter options', () => {
  test('come from SLVs that the actor may see, or from the named list', async ({
    a,
    as,
    db,
  }) => {
    const underwriter = await a.underwriter('manageSlr')
    const own = await a.slv({
      underwriterId: underwriter.id,
      buyerNonAgencyProgram: '1099',
    })
    const waiting = await a.slv({
      status: 'SLR_PENDING',
      buyerNonAgencyProgram: 'WVOE',
    })
    await a.slv({ buyerNonAgencyProgram: 'Jumbo Prime' })
    await db
      .updateTable('company')
      .set({ name: 'Birch' })
      .where('id', '=', own.companyId)
      .execute()
    await db
      .updateTable('company')
      .set({ name: 'ACME' })
      .where('id', '=', waiting.companyId)
      .execute()
    const ctx = await as(underwriter)

    expect(await getSellerFilter(ctx, everything)).toEqual(['ACME', 'Birch'])
    expect(await getProgramFilter(ctx, everything)).toEqual(['1099', 'WVOE'])
    expect(
      await getSellerFilter(ctx, { search: '', tableMode: 'SLR' }),
    ).toEqual(['ACME'])
    expect(
      await getProgramFilter(ctx, { search: '', tableMode: 'MY_OWN' }),
    ).toEqual(['1099'])
    await expect(
      getProgramFilter(ctx, { search: '', tableMode: 'ALL' }),
    ).rejects.toMatchObject({ statusCode: 403 })
  })

  test('are searched ignoring case and without wildcards; at most fifty, and none without SLVs', async ({
    a,
    as,
  }) => {
    const ctx = await as(await a.underwriter('viewSlvDepartment'))
    for (const buyerNonAgencyProgram of ['DSCR Prime', '50% Down', 'Other'])
      await a.slv({ buyerNonAgencyProgram })
    expect(await getProgramFilter(ctx, { search: 'dscr p' })).toEqual([
      'DSCR Prime',
    ])
    expect(await getProgramFilter(ctx, { search: '%' })).toEqual(['50% Down'])
    for (let count = 0; count < 51; count++)
      await a.slv({ buyerNonAgencyProgram: `Program ${count}` })
    expect(await getProgramFilter(ctx, everything)).toHaveLength(50)
    expect(await getSellerFilter(ctx, everything)).toHaveLength(50)
    expect(
      await getSellerFilter(await as(await a.seller()), everything),
    ).toEqual([])
    expect(
      await getSellerFilter(
        await as(await a.user({ role: 'TPR' })),
        everything,
      ),
    ).toEqual([])
  })
})
