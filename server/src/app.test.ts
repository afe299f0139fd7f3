import { describe, expect } from 'vitest'
import { answerVariances } from '../test/actions.ts'
import { nowhere, test } from '../test/http.ts'

describe('who may come in', () => {
  test('nobody without a session', async ({ anyone }) => {
    const answer = await anyone('GET', '/v1/proxy-loans')
    expect(answer.statusCode).toBe(401)
    expect(answer.json()).toMatchObject({ statusCode: 401, code: 'unauthorized', error: 'Sign in to continue' })
  })

  test('a role or permission that is missing is 403, before anything else is looked at', async ({ made, signedIn }) => {
    const seller = await signedIn(await made.seller())
    const slv = await made.slv()
    const path = `/v1/proxy-loan/underwriter/${slv.id}/make-final-decision`
    expect((await seller('POST', path, { body: { nonsense: true } })).statusCode).toBe(403)
    expect((await seller('GET', '/v1/proxy-loans/department-statistics')).statusCode).toBe(403)
    expect((await seller('GET', '/v1/proxy-loans?tableMode=ALL')).statusCode).toBe(403)
  })

  test('a session is over after 30 idle minutes, and for a user who was switched off', async ({
    made,
    committed,
    signedIn,
    now,
  }) => {
    const [idle, off] = [await made.seller(), await made.seller()]
    const [asIdle, asOff] = [await signedIn(idle), await signedIn(off)]
    await committed
      .updateTable('session')
      .set({ lastUsedAt: new Date(now.getTime() - 30 * 60_000) })
      .where('userId', '=', idle.id)
      .execute()
    await committed.updateTable('appUser').set({ status: 'INACTIVE' }).where('id', '=', off.id).execute()
    expect((await asIdle('GET', '/v1/auth/profile')).statusCode).toBe(401)
    expect((await asOff('GET', '/v1/auth/profile')).statusCode).toBe(403)
  })

  test('log-out ends the session at once', async ({ made, signedIn }) => {
    const seller = await signedIn(await made.seller())
    expect((await seller('GET', '/v1/auth/profile')).statusCode).toBe(200)
    expect((await seller('POST', '/v1/auth/log-out')).statusCode).toBe(200)
    expect((await seller('GET', '/v1/auth/profile')).statusCode).toBe(401)
  })

  test('a ticket that is none is a failed log-in', async ({ anyone }) => {
    const answer = await anyone('POST', '/v1/auth/log-in', { body: { loanDockId: 'not.a.ticket' } })
    expect(answer.json()).toMatchObject({ error: expect.stringMatching(/Login failed|LoanDock cannot be reached/) })
    expect(answer.headers['set-cookie']).toBeUndefined()
  })

  test.for([
    ['sec-fetch-site', 'cross-site'],
    ['origin', 'https://evil.example'],
    ['origin', 'null'],
  ] as const)('a change that another site sends is refused (%s: %s)', async ([name, value], { made, signedIn }) => {
    const seller = await signedIn(await made.seller())
    const answer = await seller('POST', '/v1/auth/log-out', { headers: { [name]: value } })
    expect(answer.statusCode).toBe(403)
  })
})

describe('bad input', () => {
  test('an id that is none, one that is nobody’s and one that is a stranger’s are answered alike', async ({
    made,
    signedIn,
  }) => {
    const seller = await signedIn(await made.seller())
    const foreign = await made.slv()
    const bodies = await Promise.all(
      ['nonsense', '00000000-0000-7000-8000-000000000000', foreign.id].map(async (id) => {
        const answer = await seller('GET', `/v1/proxy-loan/${id}/detailed`)
        expect(answer.statusCode).toBe(404)
        const { requestId: _, ...body } = answer.json()
        return body
      }),
    )
    expect(new Set(bodies.map((body) => JSON.stringify(body))).size).toBe(1)
  })

  test('names each field', async ({ made, signedIn }) => {
    const owner = await made.seller()
    const slv = await made.slv({ status: 'DRAFT', sellerId: owner.id })
    const seller = await signedIn(owner)
    const body = {
      creditScore: 900,
      zip: '12',
      email: 'x',
      loanAmount: -1,
      noteDate: '2026-02-30',
      borrowerLastName: 'a\0b',
    }
    const answer = await seller('PATCH', `/v1/proxy-loan/${slv.id}`, { body })
    expect(answer.statusCode).toBe(400)
    expect(answer.json().details).toEqual(
      expect.arrayContaining([
        { field: 'creditScore', error: 'No more than 850' },
        { field: 'zip', error: '5 or 9 digits' },
        { field: 'email', error: 'Invalid email address' },
        { field: 'loanAmount', error: 'No less than 0' },
        { field: 'noteDate', error: 'Invalid Date' },
        { field: 'borrowerLastName', error: 'Contains characters that cannot be stored' },
      ]),
    )
  })

  test.for([
    ['garbage', 'application/json', '{"a":', 400],
    ['another type', 'text/plain', 'hello', 415],
    ['a form', 'application/x-www-form-urlencoded', 'a=b', 415],
    ['a prototype', 'application/json', '{"__proto__":{"x":1}}', 400],
  ] as const)('%s as a body is %s → 4xx', async ([, type, body, status], { made, signedIn }) => {
    const owner = await made.seller()
    const slv = await made.slv({ status: 'DRAFT', sellerId: owner.id })
    const seller = await signedIn(owner)
    const answer = await seller('PATCH', `/v1/proxy-loan/${slv.id}`, { headers: { 'content-type': type }, body })
    expect(answer.statusCode).toBe(status)
    expect(answer.json()).toMatchObject({ statusCode: status, error: expect.any(String) })
  })
})

test('the API page runs no inline script and can’t be framed', async ({ app }) => {
  for (const url of ['/api/docs', '/api/docs/']) {
    const { statusCode, headers } = await app.inject({ url })
    expect([url, statusCode]).toEqual([url, 200])
    expect(headers['content-security-policy'], url).toMatch(/script-src 'self';.*frame-ancestors 'none'/)
    expect(headers['x-frame-options'], url).toBe('DENY')
  }
})

describe('an answer', () => {
  test('carries a version; a stale one is 412 and nothing is written', async ({ made, signedIn }) => {
    const owner = await made.seller()
    const slv = await made.slv({ status: 'DRAFT', sellerId: owner.id })
    const seller = await signedIn(owner)
    const path = `/v1/proxy-loan/${slv.id}`
    const first = await seller('PATCH', path, { headers: { 'if-match': '"1"' }, body: { city: 'Oakland' } })
    expect(first.headers.etag).toBe('"2"')
    const second = await seller('PATCH', path, { headers: { 'if-match': '"1"' }, body: { city: 'Reno' } })
    expect(second.statusCode).toBe(412)
    expect((await seller('GET', path)).json().city).toBe('Oakland')
  })

  test('to the same Idempotency-Key is the same, and the work is done once', async ({ made, committed, signedIn }) => {
    const owner = await made.seller()
    const slv = await made.slv({ status: 'DRAFT', sellerId: owner.id })
    const seller = await signedIn(owner)
    const path = `/v1/proxy-loan/${slv.id}/slv-request`
    const call = { headers: { 'idempotency-key': 'k1' }, body: { reason: 'DTI' } }
    const answers = await Promise.all([1, 2, 3].map(() => seller('POST', path, call)))
    expect(new Set(answers.map((answer) => answer.json().id)).size).toBe(1)
    const stored = await committed.selectFrom('slvRequest').select('id').where('slvId', '=', slv.id).execute()
    expect(stored).toHaveLength(2)
    expect((await seller('POST', path, { ...call, body: { reason: 'LTV / CLTV' } })).statusCode).toBe(409)
  })

  test('that deleted a draft can be repeated', async ({ made, signedIn }) => {
    const owner = await made.seller()
    const slv = await made.slv({ status: 'DRAFT', sellerId: owner.id })
    const seller = await signedIn(owner)
    const call = { headers: { 'idempotency-key': 'k4' }, body: {} }
    const discard = () => seller('POST', `/v1/proxy-loan/${slv.id}/discard-draft`, call)
    const [first, again] = [await discard(), await discard()]
    expect([first.statusCode, again.statusCode, again.json()]).toEqual([200, 200, first.json()])
  })

  test('isn’t replayed to someone who has since lost access', async ({ made, committed, signedIn }) => {
    const [underwriter, other] = [await made.underwriter('myOwn'), await made.underwriter('myOwn')]
    const owner = await made.seller()
    const slv = await made.slv({ status: 'REVIEW', sellerId: owner.id, underwriterId: underwriter.id })
    const [asks, seller] = [await signedIn(underwriter), await signedIn(owner)]
    const headers = { 'idempotency-key': 'k3' }
    const comment = { proxyLoanId: slv.id, type: 'EXTERNAL', message: 'Hello' }
    const documents = { pendingDocuments: [{ name: 'W-2' }], statusComment: '' }
    const calls = [
      () => asks('POST', `/v1/proxy-loan/underwriter/${slv.id}/set-pending-documents`, { headers, body: documents }),
      () => seller('POST', '/v1/conversation-log/proxy-loan', { headers, body: comment }),
    ]
    for (const call of calls) expect([(await call()).statusCode, (await call()).statusCode]).toEqual([200, 200])
    const { id: sellerId } = await made.seller()
    await committed.updateTable('slv').set({ underwriterId: other.id, sellerId }).where('id', '=', slv.id).execute()
    for (const call of calls) {
      const answer = await call()
      expect([answer.statusCode, answer.json().code]).toEqual([404, 'not_found'])
    }
  })

  test('treats an empty query value as missing in every list', async ({ made, signedIn }) => {
    const asks = await signedIn(await made.underwriter('viewSlvDepartment', 'managePermissions', 'myCompanyAdmin'))
    const lists = [
      '/v1/proxy-loans?tableMode=&status=&type=&timeframe=&from=&overdue=&search=&sortBy=&sortType=&page=&size=',
      '/v1/tdocs?tableMode=&filterBy=&filterByValue=&status=&sellers=&sortBy=&page=&counts=',
      '/v1/users?role=&status=&permission=&companyId=&sortBy=&page=',
      '/v1/notifications?type=&status=&page=',
      '/v1/reporting/slv/summary?type=&timeframe=&from=&topLimit=',
      '/v1/reporting/slv/table?countBy=&months=&uwcTimeframe=&uwcFrom=',
    ]
    for (const path of lists) {
      const [plain = ''] = path.split('?')
      const [empty, none] = [await asks('GET', path), await asks('GET', plain)]
      expect([path, empty.statusCode, empty.json()]).toEqual([path, 200, none.json()])
    }
  })

  test('is kept for the role it was asked in', async ({ made, committed, signedIn }) => {
    const person = await made.underwriter('myOwn')
    const slv = await made.slv({ status: 'REVIEW', sellerId: person.id, underwriterId: person.id })
    const say = async () => {
      const asks = await signedIn(person)
      const headers = { 'idempotency-key': 'k2' }
      const body = { proxyLoanId: slv.id, type: 'EXTERNAL', message: 'Hello' }
      return (await asks('POST', '/v1/conversation-log/proxy-loan', { headers, body })).statusCode
    }
    expect([await say(), await say()]).toEqual([200, 200])
    await committed.updateTable('userRole').set({ role: 'SELLER' }).where('userId', '=', person.id).execute()
    expect(await say()).toBe(409)
    expect(await committed.selectFrom('comment').select('id').execute()).toHaveLength(1)
  })

  test('never tells of the inside: unknown pages and failures have one shape', async ({ anyone, made, signedIn }) => {
    expect((await anyone('GET', '/nothing-here')).json()).toMatchObject({ statusCode: 404, code: 'not_found' })
    const underwriter = await signedIn(await made.underwriter('myOwn'))
    const answer = await underwriter('GET', '/v1/loans/underwriter/check-loan/7001234')
    expect(answer.statusCode).toBe(502)
    expect(answer.body).not.toContain(nowhere)
  })
})

describe('32 racing decisions', () => {
  test('have one winner, and the others are told who', async ({ made, committed, signedIn }) => {
    const underwriter = await made.underwriter('myOwn')
    const slv = await made.slv({ status: 'REVIEW', underwriterId: underwriter.id })
    await answerVariances({ db: committed }, slv.id)
    const caller = await signedIn(underwriter)
    const path = `/v1/proxy-loan/underwriter/${slv.id}/make-final-decision`
    const decisions = Array.from({ length: 32 }, (_, index) => ['APPROVED', 'DECLINED', 'NOT_NEEDED'][index % 3])
    const bodyOf = (decision?: string) => ({ decision, decisionComment: 'As discussed' })
    const answers = await Promise.all(decisions.map((decision) => caller('POST', path, { body: bodyOf(decision) })))

    const won = answers.filter((answer) => answer.statusCode === 200)
    expect(won).toHaveLength(1)
    const lost = answers.filter((answer) => answer.statusCode === 409)
    expect(lost).toHaveLength(31)
    for (const answer of lost) expect(answer.json().error).toContain(`, by ${underwriter.name}`)
    const decided = await committed.selectFrom('slvHistory').selectAll().where('slvId', '=', slv.id).execute()
    expect(decided.filter(({ action }) => action === 'make-final-decision')).toHaveLength(1)
  })
})
