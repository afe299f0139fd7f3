import { updateContractVariance as patchApi } from '@portal/contract/guideline/api'
import { describe, expect } from 'vitest'
import { createVariance, test } from '../../test/contract-variances.ts'
import { findRows } from '../../test/rows.ts'
import {
  addContractVariance,
  deleteContractVariance,
  updateContractVariance,
} from './change-variances.ts'
import { listContractVariances } from './list-variances.ts'

describe('a contract variance', () => {
  test('is added, changed and deleted, with history', async ({
    admin,
    seller,
    db,
  }) => {
    const added = await addContractVariance(
      admin,
      createVariance(seller.companyId, { programs: ['T1'], to: '2026-12-31' }),
    )
    expect(added).toMatchObject({
      code: 'V-1',
      from: '2026-01-01',
      to: '2026-12-31',
      usedLoans: 0,
      version: 1,
    })
    const changed = await updateContractVariance(
      admin,
      added.id,
      { capLoans: 25, to: null },
      1,
    )
    expect(changed).toMatchObject({
      capLoans: 25,
      to: null,
      value: 650,
      programs: ['T1'],
      version: 2,
    })
    expect(
      await updateContractVariance(admin, added.id, { capLoans: 25 }),
    ).toMatchObject({ version: 2 })
    await expect(
      updateContractVariance(admin, added.id, { value: 640 }, 1),
    ).rejects.toMatchObject({ statusCode: 412 })
    await expect(
      deleteContractVariance(admin, added.id, 1),
    ).rejects.toMatchObject({ statusCode: 412 })
    await deleteContractVariance(admin, added.id, 2)
    expect(await listContractVariances(admin)).toEqual({ items: [] })
    await expect(deleteContractVariance(admin, added.id)).rejects.toMatchObject(
      { statusCode: 404 },
    )
    const lines = await findRows(db, 'guidelineHistory', {})
    expect(lines.map(({ action }) => action)).toEqual([
      'add-contract-variance',
      'update-contract-variance',
      'delete-contract-variance',
    ])
    expect(lines[1]?.changes).toEqual([
      { field: 'capLoans', before: null, after: 25 },
      { field: 'to', before: '2026-12-31', after: null },
    ])
  })

  test('keeps its scope when a patch doesn’t name it', () => {
    expect(patchApi.body.parse({ value: 640 })).toEqual({ value: 640 })
  })

  test('names each wrong field', async ({ admin, seller, a }) => {
    const { companyId } = seller
    const { id } = await addContractVariance(admin, createVariance(companyId))
    await addContractVariance(admin, createVariance(companyId, { code: 'V-2' }))
    const refused = (
      more: Parameters<typeof createVariance>[1],
      details: object[],
    ) =>
      expect(
        addContractVariance(
          admin,
          createVariance(companyId, { code: 'V-3', ...more }),
        ),
      ).rejects.toMatchObject({
        statusCode: 400,
        details,
      })
    await refused({ code: 'v-1' }, [
      {
        field: 'code',
        error: 'Another contract variance already has this code',
      },
    ])
    await refused({ programs: ['T1', 'NO'] }, [
      { field: 'programs.1', error: 'Unknown program NO' },
    ])
    await refused({ parameter: 'STATE', value: 1 }, [{ field: 'parameter' }])
    await refused({ parameter: 'ACREAGE', value: 1 }, [{ field: 'parameter' }])
    await refused({ value: 65 }, [{ field: 'value', error: 'From 300 to 850' }])
    await refused({ to: '2025-12-31' }, [
      {
        field: 'to',
        error: 'The end date must not be before the effective date',
      },
    ])
    await refused({ capAmount: 0 }, [
      { field: 'capAmount', error: 'Must be more than 0' },
    ])
    await refused({ scope: { creditScore: { min: 700, max: 9999 } } }, [
      { field: 'scope.creditScore.max', error: 'From 300 to 850' },
    ])
    await refused({ scope: { misses: [{ parameter: 'LTV', by: 1 }] } }, [
      { field: 'scope.misses' },
    ])
    for (const sellerId of [(await a.company('BUYER')).id, id])
      await refused({ sellerId }, [
        { field: 'sellerId', error: 'Choose a seller' },
      ])
    await expect(
      updateContractVariance(admin, id, { code: 'V-2' }),
    ).rejects.toMatchObject({
      details: [{ field: 'code' }],
    })
    expect(
      await updateContractVariance(admin, id, { code: 'v-1' }),
    ).toMatchObject({ code: 'v-1' })
  })

  test('is seen by its seller, their BDD, and staff', async ({
    admin,
    a,
    as,
  }) => {
    const bdd = await a.user({ role: 'BDD' })
    const [mine, other] = [
      await a.company('SELLER', bdd.id),
      await a.company('SELLER'),
    ]
    await addContractVariance(admin, createVariance(mine.id))
    await addContractVariance(admin, createVariance(other.id, { code: 'V-2' }))
    const codesFor = async (actor: Parameters<typeof as>[0]) =>
      (await listContractVariances(await as(actor))).items.map(
        ({ code }) => code,
      )
    expect(await codesFor(await a.seller(mine.id))).toEqual(['V-1'])
    expect(await codesFor(bdd)).toEqual(['V-1'])
    expect(await codesFor(await a.seller())).toEqual([])
    expect(await codesFor(await a.underwriter())).toEqual(['V-1', 'V-2'])
  })

  test('is changed only with the permission', async ({
    admin,
    seller,
    a,
    as,
  }) => {
    const without = await as(await a.underwriter('manageSla'))
    const { id } = await addContractVariance(
      admin,
      createVariance(seller.companyId),
    )
    for (const call of [
      () =>
        addContractVariance(
          without,
          createVariance(seller.companyId, { code: 'V-2' }),
        ),
      () => updateContractVariance(without, id, { value: 640 }),
      () => deleteContractVariance(without, id),
    ])
      await expect(call()).rejects.toMatchObject({ statusCode: 403 })
  })
})
