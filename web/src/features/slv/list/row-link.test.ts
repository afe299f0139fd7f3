import { expect, test } from 'vitest'
import { rowHref, rowLink } from './row-link.ts'

const own = { tableMode: 'MY_OWN', departmentTableMode: 'ALL' } as const
const row = { id: '7', status: 'REVIEW', type: 'PRE', underwriterId: 'me' } as const

test.each([
  ['their own work', own, row, '/slv/manage-request/7'],
  ['post-close work', own, { ...row, type: 'POST' }, '/slv/post-close-request/7'],
  ['a decided SLV', own, { ...row, status: 'APPROVED' }, '/slv/review-request/7'],
  ['a withdrawn SLV', own, { ...row, status: 'WITHDRAWN_APPROVED' }, '/slv/review-request/7'],
  ['a draft for a seller', own, { ...row, status: 'DRAFT', underwriterId: null }, '/slv/review-request/7'],
  ['an SLR review', { ...own, tableMode: 'SLR' }, row, '/slv/slr-request/7'],
  ['a trade desk review', { ...own, tableMode: 'TRADE_DESK' }, row, '/slv/trade-desk-request/7'],
  ['the department', { ...own, tableMode: 'ALL' }, row, '/slv/department/review-request/7'],
  [
    'transferred SLVs',
    { tableMode: 'ALL', departmentTableMode: 'TRANSFERRED' },
    row,
    '/slv/department/review-request/transferred/7',
  ],
] as const)('an underwriter opens %s on its screen', (_what, tab, target, href) => {
  expect(rowHref({ id: 'me', role: 'UNDERWRITER' }, tab, target)).toBe(href)
})

test.each(['SELLER', 'BDD', 'UBDD'] as const)('a %s opens SLVs to read them', (role) => {
  expect(rowHref({ id: 'me', role }, own, row)).toBe('/slv/review-request/7')
  expect(rowLink({ id: 'me', role }, own, row).params).toEqual({ proxyLoanId: '7' })
})
