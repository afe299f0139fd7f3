import { SlvNextQuery } from '@portal/contract/slv/list-api'
import { expect } from 'vitest'
import { test } from '../../../test/makers.ts'
import { setRows } from '../../../test/rows.ts'
import { findNeighbors } from './find-neighbors.ts'
import { listSlvs } from './list.ts'

const dayMs = 24 * 3_600_000

test('the next SLV follows the list’s order, even after an SLV has left it', async ({
  db,
  a,
  as,
  now,
}) => {
  const underwriter = await a.underwriter('myOwn')
  const ctx = await as(underwriter)
  const slvs = []
  for (let days = 1; days <= 4; days++)
    slvs.push(
      await a.slv({
        underwriterId: underwriter.id,
        date: new Date(now.getTime() - days * dayMs),
      }),
    )
  // Another one that this filter leaves out, and one of someone else.
  await a.slv({ underwriterId: underwriter.id, status: 'PENDING' })
  await a.slv()
  const filter = {
    tableMode: 'MY_OWN',
    status: 'REVIEW',
    sortBy: 'date',
    sortType: 'desc',
  } as const
  const ids = slvs.map(({ id }) => id)
  const at = (after = '', position?: number, moved?: 'true') =>
    findNeighbors(
      ctx,
      SlvNextQuery.parse({ ...filter, after, position, moved }),
    )
  const { items } = await listSlvs(
    ctx,
    SlvNextQuery.parse({ ...filter, after: ids[0] }),
  )
  expect(items.map(({ id }) => id)).toEqual(ids)

  const [first, second, last] = [
    await at(ids[0]),
    await at(ids[1]),
    await at(ids[3]),
  ]
  expect(first).toMatchObject({
    position: 1,
    total: 4,
    isTotalCut: false,
    previous: null,
    next: { id: ids[1] },
  })
  expect(second).toMatchObject({
    position: 2,
    previous: { id: ids[0] },
    next: { id: ids[2] },
  })
  expect(last).toMatchObject({
    position: 4,
    previous: { id: ids[2] },
    next: null,
  })
  expect(second.next).toEqual(items[2])
  // A move changed its place: what followed the place that it had is next.
  expect(await at(ids[3], 1, 'true')).toMatchObject({
    position: null,
    total: 3,
    previous: null,
    next: { id: ids[0] },
  })

  await setRows(db, 'slv', { id: ids[1] }, { status: 'PENDING' })
  expect(await at(ids[1], 2)).toMatchObject({
    position: null,
    total: 3,
    previous: { id: ids[0] },
    next: { id: ids[2] },
  })
  await setRows(db, 'slv', { id: ids[3] }, { status: 'PENDING' })
  expect(await at(ids[3], 3)).toMatchObject({
    position: null,
    total: 2,
    previous: { id: ids[2] },
    next: null,
  })
  // Without a position it starts again.
  expect(await at(ids[3])).toMatchObject({
    position: null,
    previous: null,
    next: { id: ids[0] },
  })
  for (const id of ids) await setRows(db, 'slv', { id }, { status: 'PENDING' })
  expect(await at(ids[3], 2)).toEqual({
    position: null,
    total: 0,
    isTotalCut: false,
    previous: null,
    next: null,
  })
})

test('the neighbors are those that the list would show to this person', async ({
  a,
  as,
}) => {
  const slv = await a.slv()
  const owner = await a.ownerOf(slv)
  await a.slv({ companyId: slv.companyId })
  const query = SlvNextQuery.parse({ after: slv.id })
  expect(await findNeighbors(await as(owner), query)).toMatchObject({
    position: 1,
    total: 1,
    next: null,
  })
  const ctx = await as(owner)
  await expect(
    findNeighbors(ctx, { ...query, tableMode: 'ALL' }),
  ).rejects.toThrow('permission')
  await expect(findNeighbors(ctx, { ...query, overdue: true })).rejects.toThrow(
    'highlighted',
  )
})
