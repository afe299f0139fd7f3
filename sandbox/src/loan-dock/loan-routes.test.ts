import { createHash, randomUUID } from 'node:crypto'
import { Loan } from '@portal/contract/loan/model'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { fetchJson, runningSandbox } from '../test/running.ts'

const sandbox = runningSandbox()
const get = (path: string) => fetchJson(`${sandbox().loanDockUrl}${path}`)
const Page = z.object({
  items: z.array(Loan),
  total: z.number(),
  page: z.number(),
  size: z.number(),
})
const Documents = z.object({
  items: z.array(
    z.object({ name: z.string(), size: z.number(), sha256: z.string() }),
  ),
})

const send = (
  path: string,
  content: Blob,
  headers: Record<string, string> = {},
) => {
  const form = new FormData()
  form.set('file', content, 'income worksheet.pdf')
  return fetchJson(`${sandbox().loanDockUrl}${path}`, {
    method: 'POST',
    body: form,
    headers,
  })
}
const documentsOf = async (number: string) =>
  Documents.parse((await get(`/loans/${number}/documents`)).body).items

test('finds a loan by the number of the buyer and of the seller, in any letter case', async () => {
  const loan = Loan.parse((await get('/loans/7001234')).body)
  expect(loan.loanNumber).toBe('7001234')
  expect(
    (await get(`/loans/${loan.sellerLoanNumber?.toLowerCase()}`)).body,
  ).toEqual(loan)
  for (const number of ['7000999', '%00', '..%2Faccounts', 'x'.repeat(150)])
    expect(await get(`/loans/${number}`)).toEqual({
      status: 404,
      body: { error: expect.any(String) },
    })
})

test('changes the figures of a loan that it is sent, and nothing else', async () => {
  const path = `${sandbox().loanDockUrl}/loans/7001300`
  const change = (body: object) =>
    fetchJson(path, {
      method: 'PATCH',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  const before = Loan.parse((await get('/loans/7001300')).body)
  await change({ creditScore: 611 })
  expect((await get('/loans/7001300')).body).toEqual({
    ...before,
    creditScore: 611,
  })
  expect((await change({ loanNumber: '1' })).status).toBe(400)
})

test('searches numbers, borrower and seller, ignoring case and accents, within one seller if asked', async () => {
  const search = async (query: string) =>
    Page.parse((await get(`/loans?${query}`)).body)
  expect(
    (await search('search=7001234')).items.map(({ loanNumber }) => loanNumber),
  ).toEqual(['7001234'])
  const nunez = await search('search=nunez&size=100')
  expect(nunez.total).toBeGreaterThan(5)
  expect(
    new Set(nunez.items.map(({ borrowerLastName }) => borrowerLastName)),
  ).toEqual(new Set(['Núñez']))
  const ofBirch = await search('search=nunez&sellerCorrId=C1002')
  expect(new Set(ofBirch.items.map(({ seller }) => seller.name))).toEqual(
    new Set(['Birch Mortgage, LLC']),
  )
  expect(ofBirch.total).toBeLessThan(nunez.total)
})

test('returns pages without gap or overlap, and refuses wrong ones', async () => {
  const page = async (n: number) =>
    Page.parse((await get(`/loans?page=${n}&size=40`)).body)
  expect((await page(1)).items[39]?.loanNumber).toBe('7001039')
  expect((await page(2)).items[0]?.loanNumber).toBe('7001040')
  expect(await page(251)).toEqual({
    items: [],
    total: 10_000,
    page: 251,
    size: 40,
  })
  for (const query of ['page=0', 'size=101', 'size=x'])
    expect(await get(`/loans?${query}`)).toEqual({
      status: 400,
      body: { error: expect.stringContaining(query.split('=')[0] ?? '') },
    })
})

test('lists a document with its size and hash; a repeat with the same Idempotency-Key changes nothing', async () => {
  const bytes = new Uint8Array(200_000).fill(7)
  const key = { 'idempotency-key': randomUUID() }
  const repeat = () => send('/loans/7001500/documents', new Blob([bytes]), key)
  const answers = await Promise.all([repeat(), repeat(), repeat()])
  expect(answers[0]?.status).toBe(201)
  expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1)
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  expect(await documentsOf('7001500')).toEqual([
    { name: 'income worksheet.pdf', size: 200_000, sha256 },
  ])
})

test('refuses a document for no loan, none at all, and a too large one', async () => {
  const path = '/loans/7001502/documents'
  expect((await send('/loans/99/documents', new Blob(['a']))).status).toBe(404)
  const empty = { method: 'POST', body: new FormData() }
  expect(
    (await fetchJson(`${sandbox().loanDockUrl}${path}`, empty)).status,
  ).toBe(400)
  expect(
    (await send(path, new Blob([new Uint8Array(50 * 1024 * 1024 + 1)]))).status,
  ).toBe(413)
  expect(await documentsOf('7001502')).toEqual([])
})
