import { describe, expect } from 'vitest'
import { test } from '../../../test/makers.ts'
import { saveSlv } from './save-slv.ts'

describe('saving the form', () => {
  test('by an underwriter is recorded as an information edit', async ({ a, as, historyOf }) => {
    const underwriter = await a.underwriter('myOwn')
    const slv = await a.slv({ underwriterId: underwriter.id, ltv: 75, city: 'Fresno' })
    const saved = await saveSlv(await as(underwriter), slv.id, { ltv: 74.5, city: 'Fresno' })
    expect(saved).toMatchObject({ ltv: 74.5, version: slv.version + 1 })
    expect(await historyOf(slv)).toMatchObject([
      { action: 'save', actorId: underwriter.id, changes: [{ field: 'ltv', before: 75, after: 74.5 }] },
    ])
  })

  test('of a draft writes no history, and an unchanged save no new version', async ({ a, as, historyOf }) => {
    const slv = await a.slv({ status: 'DRAFT' })
    const owner = await as(await a.ownerOf(slv))
    const saved = await saveSlv(owner, slv.id, { city: 'Oakland' })
    expect(await saveSlv(owner, slv.id, { city: 'Oakland' })).toMatchObject({ version: saved.version })
    expect(await historyOf(slv)).toEqual([])
  })

  test('by a seller ignores fields of the underwriter', async ({ a, as, db }) => {
    const slv = await a.slv({ status: 'DRAFT' })
    const owner = await as(await a.ownerOf(slv))
    await saveSlv(owner, slv.id, { city: 'Oakland', priceAdjustment: 100, temporaryStatus: 'APPROVED' })
    const stored = await db.selectFrom('slv').selectAll().where('id', '=', slv.id).executeTakeFirstOrThrow()
    expect(stored).toMatchObject({ city: 'Oakland', priceAdjustment: null, temporaryStatus: null })
  })
})
