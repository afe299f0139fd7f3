import { createHash, randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { ask, runningSandbox } from '../test/running.ts'
import { Account, Loan } from './model.ts'

const sandbox = runningSandbox()
const get = (path: string) => ask(`${sandbox().loanDockUrl}${path}`)
const Page = z.object({ items: z.array(Loan), total: z.number(), page: z.number(), size: z.number() })
const Documents = z.object({
  items: z.array(z.object({ documentId: z.uuid(), name: z.string(), size: z.number(), sha256: z.string() })),
})

const send = (path: string, content: Blob, headers: Record<string, string> = {}) => {
  const form = new FormData()
  form.set('file', content, 'income worksheet.pdf')
  return ask(`${sandbox().loanDockUrl}${path}`, { method: 'POST', body: form, headers })
}

test('a loan is found by the number of the buyer and of the seller, in any letter case', async () => {
  const loan = Loan.parse((await get('/loans/7001234')).body)
  expect(loan.loanNumber).toBe('7001234')
  expect((await get(`/loans/${loan.sellerLoanNumber}`)).body).toEqual(loan)
  expect((await get(`/loans/${loan.sellerLoanNumber.toLowerCase()}`)).body).toEqual(loan)
})

test.each(['7000999', '7011000', '0', 'nope', '%00', '..%2Faccounts', 'x'.repeat(150)])(
  'there is no loan %s',
  async (number) => {
    expect(await get(`/loans/${number}`)).toEqual({ status: 404, body: { error: expect.any(String) } })
  },
)

test('search looks into numbers, borrower and seller, blind to case and accents, within one seller if asked', async () => {
  const search = async (query: string) => Page.parse((await get(`/loans?${query}`)).body)
  expect((await search('search=7001234')).items.map(({ loanNumber }) => loanNumber)).toEqual(['7001234'])
  const nunez = await search('search=nunez&size=100')
  expect(nunez.total).toBeGreaterThan(5)
  expect(new Set(nunez.items.map(({ borrowerLastName }) => borrowerLastName))).toEqual(new Set(['Núñez']))
  const ofBirch = await search('sellerCorrId=C1002&size=100')
  expect(new Set(ofBirch.items.map(({ seller }) => seller.name))).toEqual(new Set(['Birch Mortgage, LLC']))
  expect((await search('search=nunez&sellerCorrId=C1002')).total).toBeLessThan(nunez.total)
  expect(await search('search=100%25')).toMatchObject({ items: [], total: 0 })
})

test('pages follow each other without gap or overlap, and end', async () => {
  const page = async (n: number) => Page.parse((await get(`/loans?page=${n}&size=40`)).body)
  const [first, second, last, beyond] = await Promise.all([page(1), page(2), page(250), page(251)])
  expect(first.items[39]?.loanNumber).toBe('7001039')
  expect(second.items[0]?.loanNumber).toBe('7001040')
  expect(last.items[39]?.loanNumber).toBe('7010999')
  expect(beyond).toEqual({ items: [], total: 10_000, page: 251, size: 40 })
})

test.each(['page=0', 'size=101', 'size=x', 'page=1.5'])(
  'a search with %s is refused, naming what is wrong',
  async (query) => {
    const { status, body } = await get(`/loans?${query}`)
    expect(status).toBe(400)
    expect(body).toEqual({ error: expect.stringContaining(query.split('=')[0] ?? '') })
  },
)

test('a document that is sent for a loan is listed with its size and hash, under either number', async () => {
  const bytes = new Uint8Array(200_000).fill(7)
  const loan = Loan.parse((await get('/loans/7001500')).body)
  const sent = await send('/loans/7001500/documents', new Blob([bytes]))
  expect(sent).toEqual({ status: 201, body: { documentId: expect.any(String) } })
  const { items } = Documents.parse((await get(`/loans/${loan.sellerLoanNumber}/documents`)).body)
  expect(items).toEqual([
    {
      ...z.object({ documentId: z.string() }).parse(sent.body),
      name: 'income worksheet.pdf',
      size: 200_000,
      sha256: createHash('sha256').update(bytes).digest('hex'),
    },
  ])
})

test('the same document sent again and at once with one Idempotency-Key stands there once', async () => {
  const key = { 'idempotency-key': randomUUID() }
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => send('/loans/7001501/documents', new Blob(['a']), key)),
  )
  expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1)
  expect(Documents.parse((await get('/loans/7001501/documents')).body).items).toHaveLength(1)
  await send('/loans/7001501/documents', new Blob(['a']), { 'idempotency-key': randomUUID() })
  expect(Documents.parse((await get('/loans/7001501/documents')).body).items).toHaveLength(2)
})

test('a document for no loan, none at all, a too large one and another content type are refused and leave nothing', async () => {
  const at = `${sandbox().loanDockUrl}/loans/7001502/documents`
  expect((await send('/loans/99/documents', new Blob(['a']))).status).toBe(404)
  expect((await ask(at, { method: 'POST', body: new FormData() })).status).toBe(400)
  expect((await ask(at, { method: 'POST', body: '{}', headers: { 'content-type': 'application/json' } })).status).toBe(
    415,
  )
  expect((await send('/loans/7001502/documents', new Blob([new Uint8Array(50 * 1024 * 1024 + 1)]))).status).toBe(413)
  expect((await get('/loans/7001502/documents')).body).toEqual({ items: [] })
})

test('the directory holds the staff and sellers of the demo, each address once', async () => {
  const { items } = z.object({ items: z.array(Account) }).parse((await get('/accounts')).body)
  const emails = items.map(({ email }) => email)
  expect(new Set(emails).size).toBe(emails.length)
  expect(emails.every((email) => email === email.toLowerCase())).toBe(true)
  expect(items.filter(({ kind }) => kind === 'STAFF').map(({ email }) => email.split('@')[0])).toEqual([
    'underwriter',
    'underwriter.two',
    'slr',
    'tradedesk',
    'admin',
    'bdd',
    'new',
    'arrival',
  ])
  expect(items.filter(({ company }) => company.corrId === 'C1001').map(({ email }) => email)).toEqual([
    'seller@acme.example',
    'seller.two@acme.example',
  ])
  expect(items.find(({ email }) => email === 'seller@birch.example')?.company).toEqual({
    name: 'Birch Mortgage, LLC',
    corrId: 'C1002',
    kind: 'SELLER',
  })
  expect(new Set(items.filter(({ kind }) => kind === 'SELLER').map(({ company }) => company.corrId)).size).toBe(23)
})
