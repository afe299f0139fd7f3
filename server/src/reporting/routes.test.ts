import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { test } from '../../test/http.ts'
import { setRows } from '../../test/rows.ts'

const path = '/v1/reporting/schedules'
const form = {
  name: 'Mondays',
  view: { type: 'PRE', timeframe: 'LAST_MONTH' },
  cadence: 'WEEKLY',
  weekday: 1,
}

test('a schedule is managed only by its owner', async ({
  made,
  asks,
  committed,
}) => {
  const ask = await asks(await made.underwriter())
  const { id, ...created } = (await ask('POST', path, { body: form })).json()
  const unsent = {
    isPaused: false,
    lastSentAt: null,
    state: null,
    stateAt: null,
  }
  const wanted = { ...form, ...unsent, nextAt: '2026-03-09T11:00:00.000Z' }
  expect(created).toEqual(wanted)
  const monthly = await ask('POST', path, {
    body: { ...form, name: 'Months', cadence: 'MONTHLY', view: {} },
  })
  expect(monthly.json()).toMatchObject({
    nextAt: '2026-04-01T11:00:00.000Z',
    weekday: null,
    view: {},
  })

  expect(
    (await ask('PATCH', `${path}/${id}`, { body: { isPaused: true } })).json(),
  ).toMatchObject({ nextAt: null })
  expect(
    (await ask('PATCH', `${path}/${id}`, { body: { isPaused: false } })).json(),
  ).toEqual({ id, ...wanted })
  expect((await ask('POST', `${path}/${id}/send`)).json()).toMatchObject({
    state: 'QUEUED',
    nextAt: wanted.nextAt,
  })
  expect((await ask('GET', path)).json()).toMatchObject({
    canMail: true,
    items: [{ id }, { name: 'Months' }],
  })

  const changed = {
    name: 'Fridays',
    view: { type: 'POST' },
    cadence: 'WEEKLY',
    weekday: 5,
  }
  const onFriday = await ask('PATCH', `${path}/${id}`, { body: changed })
  expect(onFriday.json()).toMatchObject({
    ...changed,
    nextAt: '2026-03-06T12:00:00.000Z',
  })
  // Absent fields stay as they are, including a pause.
  await ask('PATCH', `${path}/${id}`, { body: { isPaused: true } })
  const again = (
    await ask('PATCH', `${path}/${id}`, {
      body: { name: 'Firsts', cadence: 'MONTHLY' },
    })
  ).json()
  expect(again).toMatchObject({
    name: 'Firsts',
    view: changed.view,
    cadence: 'MONTHLY',
    weekday: null,
    isPaused: true,
  })
  const on = (
    await ask('PATCH', `${path}/${id}`, { body: { isPaused: false } })
  ).json()
  expect(on.nextAt).toBe('2026-04-01T11:00:00.000Z')
  for (const [body, status, field] of [
    [{ cadence: 'WEEKLY' }, 400, 'weekday'],
    [{ weekday: 2 }, 400, 'cadence'],
    [{ name: '' }, 400, 'name'],
    [{ view: { status: 'DRAFT' } }, 400, 'view'],
    [{ view: { tableMode: 'SLR' } }, 403, ''],
  ] as const) {
    const answer = await ask('PATCH', `${path}/${id}`, { body })
    expect([answer.statusCode, answer.body], JSON.stringify(body)).toEqual([
      status,
      expect.stringContaining(field),
    ])
  }

  const other = await asks(await made.underwriter())
  expect((await other('GET', path)).json()).toEqual({
    canMail: true,
    items: [],
  })
  expect((await ask('DELETE', `${path}/${id}`)).statusCode).toBe(200)
  expect((await ask('DELETE', `${path}/${id}`)).statusCode).toBe(404)
  expect(
    await committed.selectFrom('reportSchedule').select('name').execute(),
  ).toEqual([{ name: 'Months' }])
})

test('invalid schedules, and more than 20, are refused', async ({
  made,
  asks,
}) => {
  const ask = await asks(await made.underwriter())
  const create = (change: object) =>
    ask('POST', path, { body: { ...form, ...change } })
  for (const [change, status, field] of [
    [{ view: { sellers: 'ß'.repeat(2000) } }, 400, '"field":"view'],
    [{ cadence: 'DAILY' }, 400, '"field":"cadence'],
    // A list that the actor doesn't have.
    [{ view: { tableMode: 'SLR' } }, 403, ''],
  ] as const) {
    const answer = await create(change)
    expect([answer.statusCode, answer.body]).toEqual([
      status,
      expect.stringContaining(field),
    ])
  }
  const answers = await Promise.all(
    Array.from({ length: 22 }, () => create({})),
  )
  expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([
    ...Array(20).fill(200),
    409,
    409,
  ])
})

test('invalid filters are refused with the field, lists that the actor lacks with 403', async ({
  made,
  signedIn,
}) => {
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
    [
      'table?uwcTimeframe=CUSTOM&uwcFrom=2026-02-02&uwcTo=2026-02-01',
      400,
      'uwcFrom',
    ],
    [
      'figures?uwcTimeframe=CUSTOM&uwcFrom=2026-02-02&uwcTo=2026-02-01',
      400,
      'uwcFrom',
    ],
    ['figures?tableMode=SLR', 403],
  ]
  for (const [query, status, field] of answers) {
    const answer = await ask('GET', `/v1/reporting/slv/${query}`)
    expect(answer.statusCode, query).toBe(status)
    if (field) expect(answer.body, query).toContain(`"field":"${field}`)
  }
})

test('the filters offer exactly the names in the figures', async ({
  made,
  signedIn,
}) => {
  const [counted, drafting] = [await made.company(), await made.company()]
  const owner = await made.seller(counted.id)
  await made.slv({
    status: 'REVIEW',
    sellerId: owner.id,
    buyerNonAgencyProgram: 'WVOE',
  })
  await made.slv({
    status: 'APPROVED',
    sellerId: owner.id,
    buyerNonAgencyProgram: 'DSCR Prime',
  })
  const drafter = await made.seller(drafting.id)
  await made.slv({
    status: 'DRAFT',
    sellerId: drafter.id,
    buyerNonAgencyProgram: 'Kept back',
  })
  const ask = await signedIn(await made.underwriter())
  const names = async (call: string) =>
    (await ask('GET', `/v1/reporting/slv/${call}`)).json()
  expect(await names('sellers')).toEqual([counted.name])
  const part = encodeURIComponent(counted.name.slice(1).toUpperCase())
  expect(await names(`sellers?search=${part}`)).toEqual([counted.name])
  expect(await names('sellers?search=SELLER%25')).toEqual([])
  expect(await names('programs')).toEqual(['DSCR Prime', 'WVOE'])
  expect(await names('programs?search=dscr')).toEqual(['DSCR Prime'])
})

test('the report of a round in effect has its own factors, not those of the draft beside it', async ({
  made,
  signedIn,
  committed,
}) => {
  const seller = await made.seller()
  const { id } = await made.slv({
    status: 'DRAFT_RESUBMITTED',
    sellerId: seller.id,
  })
  const factors = [
    {
      id: randomUUID(),
      label: 'Reserves',
      state: 'COUNTS',
      reason: '12 months',
    },
  ]
  const kept = {
    asOf: '2026-03-02',
    program: null,
    verdict: 'ELIGIBLE',
    versionId: null,
    versionNumber: null,
  }
  await setRows(
    committed,
    'slv',
    { id },
    { evaluation: JSON.stringify({ ...kept, findings: [], factors }) },
  )
  for (const reader of [await made.underwriter('viewSlvDepartment'), seller]) {
    const ask = await signedIn(reader)
    for (const query of ['', '?audience=SELLER'])
      expect(
        (await ask('GET', `/v1/proxy-loan/${id}/report${query}`)).json(),
      ).toMatchObject({ factors })
  }
})
