import { expect, test } from 'vitest'
import { rowHref, rowLink } from './row-link.ts'

const underwriter = { id: 'me', role: 'UNDERWRITER' } as const
const home = (tableMode: 'MY_OWN' | 'MY_COMPANY' | 'SLR' | 'TRADE_DESK' | 'ALL') =>
  ({ tableMode, departmentTableMode: 'ALL' }) as const
const row = { id: '7', status: 'REVIEW', type: 'PRE', underwriterId: 'me' } as const

test.each([
  ['work of one’s own', home('MY_OWN'), row, '/slv/manage-request/7'],
  ['post-close work', home('MY_OWN'), { ...row, type: 'POST' }, '/slv/post-close-request/7'],
  ['what is decided', home('MY_OWN'), { ...row, status: 'APPROVED' }, '/slv/review-request/7'],
  ['what is withdrawn', home('MY_OWN'), { ...row, status: 'WITHDRAWN_APPROVED' }, '/slv/review-request/7'],
  ['a draft for a seller', home('MY_OWN'), { ...row, status: 'DRAFT', underwriterId: null }, '/slv/review-request/7'],
  ['an SLR review', home('SLR'), { ...row, status: 'SLR_PENDING' }, '/slv/slr-request/7'],
  ['a trade desk review', home('TRADE_DESK'), { ...row, status: 'TD_REVIEW' }, '/slv/trade-desk-request/7'],
  ['the department', home('ALL'), row, '/slv/department/review-request/7'],
  [
    'the transferred',
    { tableMode: 'ALL', departmentTableMode: 'TRANSFERRED' },
    row,
    '/slv/department/review-request/transferred/7',
  ],
] as const)('an underwriter goes from %s to its screen', (_what, tab, target, href) =>
  expect(rowHref(underwriter, tab, target)).toBe(href),
)

test.each(['SELLER', 'BDD', 'UBDD'] as const)('a %s reads', (role) => {
  expect(rowHref({ id: 'me', role }, home('MY_OWN'), row)).toBe('/slv/review-request/7')
  expect(rowLink({ id: 'me', role }, home('MY_COMPANY'), row)).toEqual({
    to: '/slv/review-request/$proxyLoanId',
    params: { proxyLoanId: '7' },
  })
})
