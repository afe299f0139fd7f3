import { describe, expect } from 'vitest'
import { answerVariances } from '../test/actions.ts'
import { test as base, nowhere } from '../test/http.ts'
import { addRow, findRow, findRows, setRows } from '../test/rows.ts'

/** A draft and its owner, signed in. */
const test = base.extend('draft', async ({ made, signedIn }) => {
  const owner = await made.seller()
  const slv = await made.slv({ status: 'DRAFT', sellerId: owner.id })
  return {
    slv,
    seller: await signedIn(owner),
    path: `/v1/proxy-loan/${slv.id}`,
  }
})

test('a missing role or permission is 403, before the body is read', async ({
  made,
  signedIn,
}) => {
  const seller = await signedIn(await made.seller())
  const path = `/v1/proxy-loan/underwriter/${(await made.slv()).id}/make-final-decision`
  expect(
    (await seller('POST', path, { body: { nonsense: true } })).statusCode,
  ).toBe(403)
})

test('bad input names each field', async ({ draft: { seller, path } }) => {
  const body = {
    creditScore: 900,
    zip: '12',
    email: 'x',
    loanAmount: -1,
    noteDate: '2026-02-30',
    borrowerLastName: 'a\0b',
  }
  const answer = await seller('PATCH', path, { body })
  expect(answer.statusCode).toBe(400)
  expect(answer.json().details).toEqual(
    expect.arrayContaining([
      { field: 'creditScore', error: 'No more than 850' },
      { field: 'zip', error: '5 or 9 digits' },
      { field: 'email', error: 'Invalid email address' },
      { field: 'loanAmount', error: 'No less than 0' },
      { field: 'noteDate', error: 'Invalid Date' },
      {
        field: 'borrowerLastName',
        error: 'Contains characters that cannot be stored',
      },
    ]),
  )
})

test('the API page runs no inline script and can’t be framed', async ({
  app,
}) => {
  for (const url of ['/api/docs', '/api/docs/']) {
    const { statusCode, headers } = await app.inject({ url })
    expect([url, statusCode]).toEqual([url, 200])
    expect(headers['content-security-policy'], url).toMatch(
      /script-src 'self';.*frame-ancestors 'none'/,
    )
    expect(headers['x-frame-options'], url).toBe('DENY')
  }
})

test('a known path refuses other methods with 405 and names its own', async ({
  app,
}) => {
  const ask = async (method: 'GET' | 'DELETE' | 'POST', url: string) => {
    const { statusCode, headers } = await app.inject({ method, url })
    return [statusCode, headers.allow]
  }
  expect(await ask('DELETE', '/api/v1/proxy-loan/some-id?x=1')).toEqual([
    405,
    'GET, HEAD, PATCH',
  ])
  expect(await ask('GET', '/api/v1/auth/log-in')).toEqual([405, 'POST'])
  expect(await ask('POST', '/api/v1/me')).toEqual([405, 'GET, HEAD'])
  for (const url of ['/api/v1/nothing', '/api/v1/me/more', '/nothing'])
    expect(await ask('POST', url)).toEqual([404, undefined])
})

describe('an answer', () => {
  test('is 304 for a caller who has it, and its ETag works in If-Match', async ({
    draft: { seller, slv, path },
    committed,
  }) => {
    const detail = `${path}/detailed`
    const tagOf = async () => (await seller('GET', detail)).headers.etag ?? ''
    const first = await tagOf()
    expect(first).toMatch(/^"1-[\w-]{22}"$/)
    const get = (tag: unknown) =>
      seller('GET', detail, { headers: { 'if-none-match': `W/${tag}, "x"` } })
    const unchanged = await get(first)
    expect([unchanged.statusCode, unchanged.body]).toEqual([304, ''])
    expect(unchanged.headers.etag).toBe(first)

    // The version is the same, but the answer shows another name.
    await committed
      .updateTable('appUser')
      .set({ firstName: 'Renamed' })
      .where('id', '=', slv.sellerId)
      .execute()
    const renamed = await get(first)
    expect([renamed.statusCode, renamed.json().version]).toEqual([200, 1])
    const saved = await seller('PATCH', path, {
      headers: { 'if-match': `${renamed.headers.etag}` },
      body: { city: 'Reno' },
    })
    expect(saved.statusCode).toBe(200)
    expect((await get(renamed.headers.etag)).statusCode).toBe(200)
    const stale = await seller('PATCH', path, {
      headers: { 'if-match': `${renamed.headers.etag}` },
      body: { city: 'Elko' },
    })
    expect(stale.statusCode).toBe(412)
  })

  test('carries a version; a stale one is 412 and nothing is written', async ({
    draft: { seller, path },
  }) => {
    const first = await seller('PATCH', path, {
      headers: { 'if-match': '"1"' },
      body: { city: 'Oakland' },
    })
    expect(first.headers.etag).toBe('"2"')
    const second = await seller('PATCH', path, {
      headers: { 'if-match': '"1"' },
      body: { city: 'Reno' },
    })
    expect(second.statusCode).toBe(412)
    expect(
      (
        await seller('POST', `${path}/discard-draft`, {
          headers: { 'if-match': '"1"' },
        })
      ).statusCode,
    ).toBe(412)
    expect((await seller('GET', path)).json().city).toBe('Oakland')
  })

  test('to the same Idempotency-Key is the same, and a draft is deleted once', async ({
    draft: { seller, slv, path },
    committed,
  }) => {
    const call = {
      headers: { 'idempotency-key': 'k1' },
      body: { reason: 'DTI' },
    }
    const answers = await Promise.all(
      [1, 2, 3].map(() => seller('POST', `${path}/slv-request`, call)),
    )
    expect(new Set(answers.map((answer) => answer.json().id)).size).toBe(1)
    expect(
      await findRows(committed, 'slvRequest', { slvId: slv.id }),
    ).toHaveLength(2)
    const other = await seller('POST', `${path}/slv-request`, {
      ...call,
      body: { reason: 'LTV / CLTV' },
    })
    expect(other.statusCode).toBe(409)
    const deletion = { headers: { 'idempotency-key': 'k4' }, body: {} }
    const discard = () => seller('POST', `${path}/discard-draft`, deletion)
    const [first, again] = [await discard(), await discard()]
    expect([first.statusCode, again.statusCode]).toEqual([200, 404])
    expect(
      await findRows(committed, 'slvHistory', {
        slvId: slv.id,
        action: 'discard-draft',
      }),
    ).toHaveLength(1)
  })

  test('to a repeat shows the record as it is now, not as it was', async ({
    draft: { seller, path },
  }) => {
    const call = {
      headers: { 'idempotency-key': 'k5' },
      body: { reason: 'DTI' },
    }
    const added = (await seller('POST', `${path}/slv-request`, call)).json()
    await seller('PATCH', `${path}/slv-request/${added.id}`, {
      body: { justification: 'More reserves' },
    })
    const repeat = await seller('POST', `${path}/slv-request`, call)
    expect(repeat.json()).toEqual({
      ...added,
      justification: 'More reserves',
      slvVersion: added.slvVersion + 1,
    })
    expect(repeat.headers.etag).toBe(`"${added.slvVersion + 1}"`)
    await seller('DELETE', `${path}/slv-request/${added.id}`)
    expect((await seller('POST', `${path}/slv-request`, call)).statusCode).toBe(
      404,
    )
  })

  test('of a POST that only reads keeps no Idempotency-Key', async ({
    made,
    signedIn,
    committed,
  }) => {
    const underwriter = await made.underwriter('myOwn')
    const slv = await made.slv({
      status: 'REVIEW',
      underwriterId: underwriter.id,
    })
    const asks = await signedIn(underwriter)
    const headers = { 'idempotency-key': 'read' }
    const reads: [string, object][] = [
      [`/v1/proxy-loan-history/${slv.id}`, {}],
      [`/v1/loans/underwriter/check-loans/${slv.buyerLoan}`, {}],
      ['/v1/guidelines/evaluate', { figures: {} }],
      ['/v1/tdocs/check-image-file-name', { imageFileName: 'a.pdf' }],
    ]
    for (const [path, body] of reads) {
      const response = await asks('POST', path, { headers, body })
      expect([path, response.statusCode]).toEqual([path, 200])
    }
    expect(await findRows(committed, 'idempotencyKey')).toEqual([])
  })

  test('to a key that the previous release stored is 409', async ({
    draft: { seller, slv, path },
    committed,
  }) => {
    const call = {
      headers: { 'idempotency-key': 'k6' },
      body: { reason: 'DTI' },
    }
    await seller('POST', `${path}/slv-request`, call)
    const answer = Buffer.from(JSON.stringify({ borrowerLastName: 'Marlow' }))
    await setRows(committed, 'idempotencyKey', {}, { result: null, answer })
    const repeat = await seller('POST', `${path}/slv-request`, call)
    expect(repeat.json()).toMatchObject({
      statusCode: 409,
      error: /before the portal was upgraded/,
    })
    expect(
      await findRows(committed, 'slvRequest', { slvId: slv.id }),
    ).toHaveLength(2)
  })

  test('is never stored: the database refuses text', async ({
    draft: { slv },
    committed,
    now,
  }) => {
    const keep = (key: string, result: object) =>
      addRow(committed, 'idempotencyKey', {
        userId: slv.sellerId,
        key,
        requestHash: Buffer.alloc(1),
        createdAt: now,
        result: JSON.stringify(result),
      })
    await keep('ids', {
      id: slv.id,
      ids: [slv.id],
      count: 2,
      isDone: true,
      assignmentId: null,
    })
    for (const result of [
      { name: 'Marlow' },
      { ids: [slv.id, 'Marlow'] },
      { slv: { city: 'Fresno' } },
    ])
      await expect(keep('text', result)).rejects.toMatchObject({
        code: '23514',
      })
  })

  test('isn’t replayed to someone who has since lost access', async ({
    made,
    committed,
    signedIn,
  }) => {
    const [underwriter, other] = [
      await made.underwriter('myOwn'),
      await made.underwriter('myOwn'),
    ]
    const owner = await made.seller()
    const slv = await made.slv({
      status: 'REVIEW',
      sellerId: owner.id,
      underwriterId: underwriter.id,
    })
    const asUnderwriter = await signedIn(underwriter)
    const asOwner = await signedIn(owner)
    const headers = { 'idempotency-key': 'k3' }
    const requestDocuments = () =>
      asUnderwriter(
        'POST',
        `/v1/proxy-loan/underwriter/${slv.id}/set-pending-documents`,
        {
          headers,
          body: { pendingDocuments: [{ name: 'W-2' }], statusComment: '' },
        },
      )
    const addComment = () =>
      asOwner('POST', '/v1/conversation-log/proxy-loan', {
        headers,
        body: { proxyLoanId: slv.id, type: 'EXTERNAL', message: 'Hello' },
      })
    for (const call of [requestDocuments, addComment])
      for (const _ of ['first', 'repeated'])
        expect((await call()).statusCode).toBe(200)

    const newOwner = await made.seller()
    const newPeople = { underwriterId: other.id, sellerId: newOwner.id }
    await setRows(committed, 'slv', { id: slv.id }, newPeople)
    for (const call of [requestDocuments, addComment]) {
      const answer = await call()
      expect(answer.statusCode).toBe(404)
      expect(answer.json().code).toBe('not_found')
    }
  })

  test('treats an empty query value as missing in every list', async ({
    made,
    signedIn,
  }) => {
    const asks = await signedIn(
      await made.underwriter(
        'viewSlvDepartment',
        'managePermissions',
        'myCompanyAdmin',
      ),
    )
    const lists = [
      '/v1/proxy-loans?tableMode=&status=&sellers=&type=&timeframe=&from=&overdue=&search=&sortBy=&sortType=&page=&size=',
      '/v1/tdocs?tableMode=&filterBy=&filterByValue=&status=&sellers=&sortBy=&page=&counts=',
      '/v1/users?role=&status=&permission=&companyId=&sortBy=&page=',
      '/v1/notifications?type=&status=&page=',
      '/v1/reporting/slv/summary?type=&timeframe=&from=&topLimit=',
      '/v1/reporting/slv/table?countBy=&months=&uwcTimeframe=&uwcFrom=',
    ]
    for (const path of lists) {
      const [plain = ''] = path.split('?')
      const [empty, none] = [await asks('GET', path), await asks('GET', plain)]
      expect([path, empty.statusCode, empty.json()]).toEqual([
        path,
        200,
        none.json(),
      ])
    }
  })

  test('is kept for the role it was asked in', async ({
    made,
    committed,
    signedIn,
  }) => {
    const person = await made.underwriter('myOwn')
    const slv = await made.slv({
      status: 'REVIEW',
      sellerId: person.id,
      underwriterId: person.id,
    })
    const say = async () => {
      const asks = await signedIn(person)
      const headers = { 'idempotency-key': 'k2' }
      const body = { proxyLoanId: slv.id, type: 'EXTERNAL', message: 'Hello' }
      return (
        await asks('POST', '/v1/conversation-log/proxy-loan', { headers, body })
      ).statusCode
    }
    expect([await say(), await say()]).toEqual([200, 200])
    await setRows(
      committed,
      'userRole',
      { userId: person.id },
      { role: 'SELLER' },
    )
    expect(await say()).toBe(409)
    expect(await findRows(committed, 'comment')).toHaveLength(1)
  })

  test('has one shape for unknown pages and failures, without internal details', async ({
    anyone,
    made,
    signedIn,
  }) => {
    expect((await anyone('GET', '/nothing-here')).json()).toMatchObject({
      statusCode: 404,
      code: 'not_found',
    })
    const underwriter = await signedIn(await made.underwriter('myOwn'))
    const answer = await underwriter(
      'GET',
      '/v1/loans/underwriter/check-loan/7001234',
    )
    expect(answer.statusCode).toBe(502)
    expect(answer.body).not.toContain(nowhere)
  })
})

test('of 32 racing decisions one wins, and the others learn who made it', async ({
  made,
  committed,
  signedIn,
}) => {
  const underwriter = await made.underwriter('myOwn')
  const slv = await made.slv({
    status: 'REVIEW',
    underwriterId: underwriter.id,
  })
  await answerVariances({ db: committed }, slv.id)
  const caller = await signedIn(underwriter)
  const path = `/v1/proxy-loan/underwriter/${slv.id}/make-final-decision`
  const answers = await Promise.all(
    Array.from({ length: 32 }, (_, index) => {
      const decision = ['APPROVED', 'DECLINED', 'NOT_NEEDED'][index % 3]
      return caller('POST', path, {
        body: { decision, decisionComment: 'As discussed' },
      })
    }),
  )
  const lost = answers.filter((answer) => answer.statusCode === 409)
  expect([
    answers.filter((answer) => answer.statusCode === 200).length,
    lost.length,
  ]).toEqual([1, 31])
  for (const answer of lost)
    expect(answer.json().error).toContain(`, by ${underwriter.name}`)
  expect(
    await findRows(committed, 'slvHistory', {
      slvId: slv.id,
      action: 'make-final-decision',
    }),
  ).toHaveLength(1)
})

test('of racing saves none is lost, and the ratios follow from all', async ({
  draft: { seller, slv, path },
  committed,
}) => {
  const saves = [
    { loanAmount: 420_000 },
    { purchasePriceAmount: 600_000 },
    { appraisedValueAmount: 600_000 },
    { city: 'Oakland' },
    { zip: '94601' },
    { creditScore: 702 },
  ]
  const answers = await Promise.all(
    saves.map((body) => seller('PATCH', path, { body })),
  )
  expect(answers.map(({ statusCode }) => statusCode)).toEqual(
    saves.map(() => 200),
  )
  const stored = await findRow(committed, 'slv', { id: slv.id })
  expect(stored).toMatchObject(Object.assign({}, ...saves, { ltv: 70 }))
  expect(stored.version).toBe(1 + saves.length)
})
