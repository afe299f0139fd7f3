import { expect } from 'vitest'
import { test } from '../../test/http.ts'

test('invalid filters are refused with the field, lists that the actor lacks with 403', async ({ made, signedIn }) => {
  const ask = await signedIn(await made.underwriter())
  const answers: [string, number, string?][] = [
    ['summary?status=DRAFT', 400, 'status'],
    ['summary?topLimit=7', 400, 'topLimit'],
    ['summary?timeframe=CUSTOM&from=2026-02-02&to=2026-02-01', 400, 'from'],
    ['summary?tableMode=MY_COMPANY', 400, 'tableMode'],
    ['summary?tableMode=SLR', 403],
    ['summary?tableMode=ALL', 200],
    ['table?months=2026-13', 400, 'months'],
    ['table?statuses=REVIEW', 400, 'statuses'],
    ['table?uwcTimeframe=CUSTOM&uwcFrom=2026-02-02&uwcTo=2026-02-01', 400, 'uwcFrom'],
    ['figures?uwcTimeframe=CUSTOM&uwcFrom=2026-02-02&uwcTo=2026-02-01', 400, 'uwcFrom'],
    ['figures?tableMode=SLR', 403],
  ]
  for (const [query, status, field] of answers) {
    const answer = await ask('GET', `/v1/reporting/slv/${query}`)
    expect(answer.statusCode, query).toBe(status)
    if (field) expect(answer.body, query).toContain(`"field":"${field}`)
  }
})

test('the filters offer exactly the names in the figures', async ({ made, signedIn }) => {
  const [counted, drafting] = [await made.company(), await made.company()]
  const owner = await made.seller(counted.id)
  await made.slv({ status: 'REVIEW', sellerId: owner.id, buyerNonAgencyProgram: 'WVOE' })
  await made.slv({ status: 'APPROVED', sellerId: owner.id, buyerNonAgencyProgram: 'DSCR Prime' })
  const drafter = await made.seller(drafting.id)
  await made.slv({ status: 'DRAFT', sellerId: drafter.id, buyerNonAgencyProgram: 'Kept back' })
  const ask = await signedIn(await made.underwriter())
  const names = async (call: string) => (await ask('GET', `/v1/reporting/slv/${call}`)).json()
  expect(await names('sellers')).toEqual([counted.name])
  const part = encodeURIComponent(counted.name.slice(1).toUpperCase())
  expect(await names(`sellers?search=${part}`)).toEqual([counted.name])
  expect(await names('sellers?search=SELLER%25')).toEqual([])
  expect(await names('programs')).toEqual(['DSCR Prime', 'WVOE'])
  expect(await names('programs?search=dscr')).toEqual(['DSCR Prime'])
})
