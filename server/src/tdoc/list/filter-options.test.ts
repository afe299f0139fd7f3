import {
  TdocFilterOptionsQuery,
  TdocListQuery,
} from '@portal/contract/tdoc/list-query'
import { expect } from 'vitest'
import { test as base } from '../../../test/tdoc-makers.ts'
import type { Ctx } from '../../lib/ctx.ts'
import { getFilterOptions } from './filter.ts'
import { listTdocs } from './list.ts'

const options = (ctx: Ctx, query: object = {}) =>
  getFilterOptions(ctx, TdocFilterOptionsQuery.parse(query))

/** Four Tdocs of a vendor and one of another, of a purchased loan. */
const test = base.extend('world', async ({ a, as, aTdoc }) => {
  const reviewer = await a.user({ role: 'TPR' })
  const vendorId = reviewer.companyId
  const facts = [
    {
      sellerName: 'ACME, Inc.',
      borrowerLastName: 'Marlow',
      currentLdStatus: 'Clear to Close',
      status: 'NEW',
    },
    {
      sellerName: 'acme',
      borrowerLastName: 'abbott',
      currentLdStatus: null,
      status: 'COMPLETE',
    },
    {
      sellerName: '50% Lending',
      borrowerLastName: 'Marlow',
      currentLdStatus: 'Registered',
      status: 'NEW',
    },
    {
      sellerName: null,
      borrowerLastName: null,
      currentLdStatus: 'Registered',
      status: 'NEW',
    },
  ] as const
  for (const [n, fact] of facts.entries())
    await aTdoc({ ...fact, vendorId, buyerLoanNumber: `700${n}` })
  await aTdoc({
    loanKind: 'PURCHASED',
    sellerName: 'Purchased',
    buyerLoanNumber: '9000',
  })
  const staff = await as(await a.underwriter('managePurchasedTdocs'))
  return {
    staff,
    reviewer: await as(reviewer),
    stranger: await as(await a.user({ role: 'TPR' })),
  }
})

test('the filters offer the values that the caller sees', async ({
  a,
  as,
  aTdoc,
  world: { staff, reviewer, stranger },
}) => {
  const all = {
    sellers: ['50% Lending', 'acme', 'ACME, Inc.'],
    borrowers: ['abbott', 'Marlow'],
    loanStatuses: ['Clear to Close', 'Registered'],
    loanNumbers: ['7000', '7001', '7002', '7003'],
  }
  const none = { sellers: [], borrowers: [], loanStatuses: [], loanNumbers: [] }
  expect(await options(staff)).toEqual(all)
  expect(await options(reviewer)).toEqual(all)
  expect(await options(stranger)).toEqual(none)
  expect(await options(staff, { search: 'ACME' })).toEqual({
    ...none,
    sellers: ['acme', 'ACME, Inc.'],
  })
  expect(await options(staff, { list: 'borrowers' })).toEqual({
    ...none,
    borrowers: all.borrowers,
  })
  expect(await options(staff, { search: '%' })).toEqual({
    ...none,
    sellers: ['50% Lending'],
  })
  const purchased = { tableMode: 'PURCHASED_POST_PURCHASED' }
  expect(await options(staff, purchased)).toEqual({
    ...none,
    sellers: ['Purchased'],
    loanNumbers: ['9000'],
  })
  expect(await options(reviewer, purchased)).toEqual(none)
  const clerk = await as(await a.underwriter())
  await expect(options(clerk, purchased)).rejects.toMatchObject({
    statusCode: 403,
  })
  for (let n = 0; n < 51; n++) await aTdoc({ sellerName: `Seller ${n}` })
  expect((await options(staff)).sellers).toHaveLength(50)
})

test('lists of values combine to filter the Tdoc table and its tab counts', async ({
  world: { staff },
}) => {
  const found = async (query: object) => {
    const page = await listTdocs(
      staff,
      TdocListQuery.parse({ sortBy: 'buyerLoanNumber', ...query }),
    )
    expect(page.total).toBe(page.items.length)
    return {
      numbers: page.items.map(({ buyerLoanNumber }) => buyerLoanNumber),
      counts: page.counts,
    }
  }
  const all = {
    numbers: ['7000', '7001', '7002', '7003'],
    counts: { NEW: 3, REVIEW_PENDING: 0, COMPLETE: 1, ALL: 4 },
  }
  expect(await found({})).toEqual(all)
  expect(
    await found({ sellers: '', borrowers: '!', loanNumbers: ',' }),
  ).toEqual(all)
  expect((await found({ sellers: 'ACME, Inc.!acme' })).numbers).toEqual([
    '7000',
    '7001',
  ])
  expect(await found({ borrowers: 'Marlow!abbott', status: 'NEW' })).toEqual({
    numbers: ['7000', '7002'],
    counts: { NEW: 2, REVIEW_PENDING: 0, COMPLETE: 1, ALL: 3 },
  })
  expect(
    (await found({ loanStatuses: 'Registered', loanNumbers: '7000,7002' }))
      .numbers,
  ).toEqual(['7002'])
  expect(
    (await found({ loanStatuses: 'Registered', search: '7003' })).numbers,
  ).toEqual(['7003'])
  expect((await found({ sellers: "' or true --" })).numbers).toEqual([])
})
