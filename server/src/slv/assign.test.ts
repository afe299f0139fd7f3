import { allTo } from '@portal/contract/assignment/model'
import { describe, expect } from 'vitest'
import { test as base } from '../../test/makers.ts'
import { findRow, setRows } from '../../test/rows.ts'
import { assignSlvs } from './assign.ts'

const test = base.extend('chief', async ({ a, as }) =>
  as(await a.underwriter('assignLoans', 'viewSlvDepartment')),
)

describe('reassigning SLVs', () => {
  test('reassigns all of them and records each in its history', async ({
    a,
    chief,
    historyOf,
  }) => {
    const [from, to] = [
      await a.underwriter('myOwn'),
      await a.underwriter('myOwn'),
    ]
    const slvs = [
      await a.slv({ underwriterId: from.id }),
      await a.slv({ underwriterId: null }),
    ]
    const ids = slvs.map(({ id }) => id)
    const done = await assignSlvs(chief, 'assign-requests', allTo(to.id, ids))
    expect(done).toMatchObject({ proxyLoanIds: ids, name: to.name })
    const histories = await Promise.all(slvs.map(historyOf))
    expect(histories.flat().map(({ changes }) => changes)).toEqual([
      [{ field: 'underwriterName', before: from.name, after: to.name }],
      [{ field: 'underwriterName', before: null, after: to.name }],
    ])
  })

  test('is all or nothing, and refused to people who can’t do the work', async ({
    a,
    chief,
    db,
  }) => {
    const to = await a.underwriter('myOwn')
    const [open, decided] = [await a.slv(), await a.slv({ status: 'APPROVED' })]
    await expect(
      assignSlvs(chief, 'assign-requests', allTo(to.id, [open.id, decided.id])),
    ).rejects.toMatchObject({
      statusCode: 409,
      details: [
        {
          field: `proxyLoanIds.${decided.id}`,
          error: 'The SLV is now Approved',
        },
      ],
    })
    expect(await findRow(db, 'slv', { id: open.id })).toMatchObject({
      underwriterId: null,
    })
    const someone = await a.underwriter('manageSlr')
    await expect(
      assignSlvs(chief, 'assign-requests', allTo(someone.id, [open.id])),
    ).rejects.toMatchObject({
      statusCode: 400,
      details: [{ field: 'underwriterId' }],
    })
  })

  test('is possible for a decided SLV only to another seller, once its owner is inactive', async ({
    a,
    chief,
  }) => {
    const owner = await a.seller()
    const colleague = await a.seller(owner.companyId)
    const slv = await a.slv({ status: 'APPROVED', sellerId: owner.id })
    const refusal = {
      statusCode: 409,
      details: [{ error: 'The SLV is now Approved' }],
    }
    await expect(
      assignSlvs(chief, 'assign-seller', allTo(colleague.id, [slv.id])),
    ).rejects.toMatchObject(refusal)
    await setRows(chief.db, 'appUser', { id: owner.id }, { status: 'INACTIVE' })
    await expect(
      assignSlvs(chief, 'assign-requests', allTo(chief.actor.id, [slv.id])),
    ).rejects.toMatchObject(refusal)
    expect(
      await assignSlvs(chief, 'assign-seller', allTo(colleague.id, [slv.id])),
    ).toMatchObject({
      name: colleague.name,
    })
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
    await expect(
      assignSlvs(ctx, 'assign-seller', allTo(stranger.id, [slv.id])),
    ).rejects.toMatchObject({
      statusCode: 400,
    })
    expect(
      await assignSlvs(ctx, 'assign-seller', allTo(colleague.id, [slv.id])),
    ).toMatchObject({
      name: colleague.name,
    })
  })
})
