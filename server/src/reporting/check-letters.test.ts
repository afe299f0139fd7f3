import { expect } from 'vitest'
import { test } from '../../test/http.ts'
import { setRows } from '../../test/rows.ts'

const unknown = '0000-0000-0000-0000'

test('anyone with the code of a letter learns its state and day, and nothing else', async ({
  made,
  signedIn,
  app,
  committed,
}) => {
  const seller = await made.seller()
  const slv = await made.slv({ status: 'APPROVED', sellerId: seller.id })
  const call = await signedIn(seller)
  const letter = (await call('GET', `/v1/proxy-loan/${slv.id}/letter`)).json()
  expect(letter).toEqual({
    code: expect.stringMatching(/^[\dA-Z]{4}(-[\dA-Z]{4}){3}$/),
    state: 'CURRENT',
    goodUntil: null,
  })
  const verify = (code: string) =>
    app.inject({ method: 'GET', url: `/api/v1/verify/${code}` })
  const answer = await verify(letter.code.toLowerCase())
  expect(answer.statusCode).toBe(200)
  expect(answer.json()).toEqual({ state: 'CURRENT', decidedOn: '2026-03-04' })
  expect(answer.headers).toMatchObject({
    'x-robots-tag': 'noindex',
    'cache-control': 'no-store',
  })

  const reopened = { status: 'REVIEW', decisionDate: null } as const
  await setRows(committed, 'slv', { id: slv.id }, reopened)
  expect((await verify(letter.code)).json().state).toBe('WITHDRAWN')
})

test('all other codes get the same answer, and one address only 60 a minute', async ({
  app,
}) => {
  const verify = async (code: string) => {
    const answer = await app.inject({
      method: 'GET',
      url: `/api/v1/verify/${code}`,
    })
    const { requestId: _, ...body } = answer.json()
    return { status: answer.statusCode, body }
  }
  const wrong = ['x', '%00', 'a'.repeat(290), '%F0%9F%92%A9', "'%20or%201=1"]
  const expected = await verify(unknown)
  expect(expected).toMatchObject({
    status: 404,
    body: { error: 'Letter not found' },
  })
  for (const code of wrong) expect(await verify(code), code).toEqual(expected)
  for (let count = 1 + wrong.length; count < 60; count++) await verify(unknown)
  expect((await verify(unknown)).status).toBe(429)
})
