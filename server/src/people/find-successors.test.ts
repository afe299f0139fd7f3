import { expect } from 'vitest'
import { test } from '../../test/tdoc-makers.ts'
import { listOpenWork } from './find-successors.ts'

test('open work is listed with its successors', async ({ a, db }) => {
  const person = await a.underwriter('myOwn', 'manageSlr')
  const colleague = {
    role: 'UNDERWRITER',
    companyId: person.companyId,
  } as const
  const zoe = await a.user({ ...colleague, name: 'Zoe', holds: ['myOwn'] })
  const adam = await a.user({
    ...colleague,
    name: 'adam',
    holds: ['myOwn', 'manageSlr'],
  })
  await a.slv({ underwriterId: person.id })
  await a.slv({ underwriterManagerId: person.id, status: 'SLR_REVIEW' })
  const [first, second] = [adam, zoe].map(({ id, name }) => ({ id, name }))
  expect(await listOpenWork(db, person)).toEqual([
    {
      kind: 'underwriter',
      count: 1,
      mayBeLeft: true,
      successors: [first, second],
    },
    { kind: 'slr', count: 1, mayBeLeft: false, successors: [first] },
  ])
  expect(await listOpenWork(db, zoe)).toEqual([])
})
