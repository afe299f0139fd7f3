import { describe, expect } from 'vitest'
import { test } from '../../test/makers.ts'
import { assignRequests, assignSeller } from './assign.ts'

describe('reassigning SLVs', () => {
  test('reassigns all of them and records each in its history', async ({ a, as, historyOf }) => {
    const [from, to, chief] = [
      await a.underwriter('myOwn'),
      await a.underwriter('myOwn'),
      await a.underwriter('assignLoans', 'viewSlvDepartment'),
    ]
    const slvs = [await a.slv({ underwriterId: from.id }), await a.slv({ underwriterId: null })]
    const done = await assignRequests(
      await as(chief),
      to.id,
      slvs.map((slv) => slv.id),
    )
    expect(done).toEqual({ proxyLoanIds: slvs.map((slv) => slv.id), name: to.name })
    const histories = await Promise.all(slvs.map(historyOf))
    expect(histories.flat().map(({ changes }) => changes)).toEqual([
      [{ field: 'underwriterName', before: from.name, after: to.name }],
      [{ field: 'underwriterName', before: null, after: to.name }],
    ])
  })

  test('is all or nothing: a decided SLV fails the call and is named', async ({ a, as, db }) => {
    const [to, chief] = [await a.underwriter('myOwn'), await a.underwriter('assignLoans', 'viewSlvDepartment')]
    const [open, decided] = [await a.slv(), await a.slv({ status: 'APPROVED' })]
    await expect(assignRequests(await as(chief), to.id, [open.id, decided.id])).rejects.toMatchObject({
      statusCode: 409,
      details: [{ field: `proxyLoanIds.${decided.id}`, error: 'The SLV is now Approved' }],
    })
    const after = await db.selectFrom('slv').select('underwriterId').where('id', '=', open.id).executeTakeFirstOrThrow()
    expect(after.underwriterId).toBeNull()
  })

  test('is refused to people who can’t do the work', async ({ a, as }) => {
    const chief = await a.underwriter('assignLoans', 'viewSlvDepartment')
    const slv = await a.slv()
    const someone = await a.underwriter('manageSlr')
    await expect(assignRequests(await as(chief), someone.id, [slv.id])).rejects.toMatchObject({
      statusCode: 400,
      details: [{ field: 'underwriterId' }],
    })
  })

  test('is possible for a decided SLV only to another seller, once its owner is inactive', async ({ a, as }) => {
    const chief = await a.underwriter('assignLoans', 'viewSlvDepartment')
    const owner = await a.seller()
    const colleague = await a.seller(owner.companyId)
    const slv = await a.slv({ status: 'APPROVED', sellerId: owner.id })
    const ctx = await as(chief)
    const refusal = { statusCode: 409, details: [{ error: 'The SLV is now Approved' }] }
    await expect(assignSeller(ctx, colleague.id, [slv.id])).rejects.toMatchObject(refusal)
    await ctx.db.updateTable('appUser').set({ status: 'INACTIVE' }).where('id', '=', owner.id).execute()
    await expect(assignRequests(ctx, chief.id, [slv.id])).rejects.toMatchObject(refusal)
    expect(await assignSeller(ctx, colleague.id, [slv.id])).toMatchObject({ name: colleague.name })
  })

  test('stays within the company for sellers', async ({ a, as }) => {
    const company = await a.company()
    const [owner, colleague, stranger] = [
      await a.seller(company.id),
      await a.seller(company.id, 'myCompanyView', 'myCompanyReassignSlv'),
      await a.seller(),
    ]
    const slv = await a.slv({ sellerId: owner.id })
    const ctx = await as(colleague)
    await expect(assignSeller(ctx, stranger.id, [slv.id])).rejects.toMatchObject({ statusCode: 400 })
    expect(await assignSeller(ctx, colleague.id, [slv.id])).toMatchObject({ name: colleague.name })
  })
})
