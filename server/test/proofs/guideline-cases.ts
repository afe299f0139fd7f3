import { always, type Case, type Cases, read } from './case.ts'
import { missingId } from './relation-ids.ts'

const program = {
  code: 'PROOF',
  name: 'Proof',
  family: 'DSCR',
  qualifiesBy: 'DSCR',
  activeFrom: '2026-01-01',
  activeTo: null,
  products: [{ code: 'X', name: 'X' }],
}
/** For a company that isn't there. */
const contractVariance = {
  code: 'PROOF',
  sellerId: missingId,
  programs: [],
  parameter: 'LTV',
  value: 80,
  from: '2026-01-01',
  to: null,
  capLoans: null,
  capAmount: null,
}
/** No version or contract variance has the id of a thing. */
const noVersion = (body?: object): Case => ({
  ...(body && { body: () => body }),
  answer: always(404),
})

/** Guidelines, the library of conditions, prices and who may approve what. */
export const guidelineCases: Cases = {
  'POST /v1/guidelines/versions': {
    body: () => ({ title: 'Proof' }),
    answer: always(200),
  },
  // There are programs already.
  'POST /v1/guidelines/example': { answer: always(409) },
  'GET /v1/guidelines/versions/:id': noVersion(),
  'PATCH /v1/guidelines/versions/:id': noVersion({ title: 'Proof' }),
  'DELETE /v1/guidelines/versions/:id': noVersion(),
  'GET /v1/guidelines/versions/:id/rules': noVersion(),
  'PUT /v1/guidelines/versions/:id/rules': noVersion({ rules: [] }),
  'POST /v1/guidelines/versions/:id/publish': noVersion({
    effectiveFrom: '2098-01-01',
  }),
  'GET /v1/guidelines/versions/:id/compare': {
    query: () => `with=${missingId}`,
    answer: always(404),
  },
  'GET /v1/guidelines/versions/:id/effect': noVersion(),
  'GET /v1/guidelines/versions/:id/download': noVersion(),
  'POST /v1/guidelines/versions/:id/import': {
    sendsFile: true,
    answer: always(404),
  },
  'POST /v1/guidelines/evaluate': {
    body: () => ({ figures: {} }),
    answer: always(200),
  },
  'POST /v1/guidelines/contract-variances': {
    body: () => contractVariance,
    answer: always(400),
  },
  'PATCH /v1/guidelines/contract-variances/:id': noVersion({ capLoans: 3 }),
  'DELETE /v1/guidelines/contract-variances/:id': noVersion(),
  'PUT /v1/condition-library': {
    body: () => ({ items: [] }),
    answer: always(200),
  },
  'PUT /v1/guidelines/factors': {
    body: () => ({ factors: [] }),
    answer: always(200),
  },
  'POST /v1/guidelines/programs': {
    body: () => program,
    answer: always([200, 409]),
  },
  'PATCH /v1/guidelines/programs': {
    body: () => ({ code: 'MISSING', name: 'Proof' }),
    answer: always(404),
  },
  'GET /v1/decision-authority': read,
  'PUT /v1/decision-authority': {
    body: () => ({ levels: [], people: {} }),
    answer: always(200),
  },
  'GET /v1/price-grid': read,
  'PUT /v1/price-grid': {
    body: () => ({ addOn: 0, rows: [] }),
    answer: always(200),
  },
}
