import type { Actor } from '@portal/contract/user/model'
import { expect } from 'vitest'
import { test } from '../../../test/makers.ts'
import { listSlvsOfLoan } from './slvs-of-loan.ts'

test('a loan’s SLVs are found by either number, newest first, if the actor may see them', async ({
  a,
  as,
  now,
}) => {
  const own = await a.underwriter()
  const everything = await a.underwriter('viewSlvDepartment')
  const numbers = { buyerLoan: '7001234', sellerLoan: 'Acm_1' }
  const first = await a.slv({
    ...numbers,
    status: 'TD_REVIEW',
    underwriterId: own.id,
  })
  const post = {
    type: 'POST',
    postCloseReason: 'Seller Error',
    companyId: first.companyId,
  } as const
  const second = await a.slv({
    ...numbers,
    ...post,
    createdAt: new Date(now.getTime() + 86_400_000),
  })
  await a.slv({ buyerLoan: '70012345', sellerLoan: 'AcmX1' })

  const list = async (actor: Actor, number = '7001234') =>
    (await listSlvsOfLoan(await as(actor), number)).items
  const bothNewestFirst = [{ id: second.id }, { id: first.id }]
  expect(await list(everything)).toMatchObject(bothNewestFirst)
  expect(await list(everything, 'ACM_1')).toMatchObject(bothNewestFirst)
  expect(await list(everything, '%')).toEqual([])
  expect(await list(own)).toMatchObject([
    { id: first.id, status: 'TD_REVIEW', underwriterName: own.name },
  ])
  expect(await list(await a.ownerOf(first))).toMatchObject([
    { id: first.id, status: 'REVIEW' },
  ])
})
