import { describe, expect } from 'vitest'
import { findRow, findRows } from '../../../test/rows.ts'
import { anotherCode, test } from '../../../test/signing-in.ts'

describe('a reviewer', () => {
  test('signs in with a password and the mailed code', async ({
    people,
    reviewer,
    browser,
    queued,
    committed,
  }) => {
    const own = browser()
    const first = await own.enterPassword(reviewer.email.toUpperCase())
    expect(first.statusCode).toBe(200)
    expect(first.json()).toMatchObject({
      factor: 'EMAIL',
      others: [],
      sentTo: `${reviewer.email.charAt(0)}•••@test.example`,
      expiresAt: '2026-03-04T15:10:00.000Z',
      resendAt: '2026-03-04T15:00:30.000Z',
    })
    expect(first.cookies).toMatchObject([
      { name: 'sign-in', httpOnly: true, sameSite: 'Lax', path: '/' },
    ])
    const { id } = await findRow(committed, 'challenge')
    expect(await queued('send-code')).toEqual([{ challengeId: id, number: 1 }])

    expect((await own.get('/auth/profile')).statusCode).toBe(401)
    expect((await own.get('/auth/tpr/challenge')).json()).toEqual(first.json())
    // Pasted, with spaces.
    const second = await own.enterCode(
      ` ${(await people.codeFor(reviewer)).replace(/^.../, '$& ')}\n`,
    )
    expect(second.json()).toMatchObject({
      id: reviewer.id,
      role: 'TPR',
      signsInWith: 'PASSWORD',
    })
    expect([...own.jar.keys()].sort()).toEqual(['device', 'session'])
    expect((await own.get('/auth/profile')).statusCode).toBe(200)
    expect((await own.get('/auth/tpr/challenge')).statusCode).toBe(401)
  })

  test('sees the attempts left, and starts over after five', async ({
    committed,
    atTheCode,
  }) => {
    const { own, code: right } = await atTheCode()
    for (const left of [
      '4 attempts left',
      '3 attempts left',
      '2 attempts left',
      '1 attempt left',
    ]) {
      const answer = await own.enterCode(anotherCode(right))
      expect(answer.statusCode).toBe(400)
      expect(answer.json().details).toEqual([
        { field: 'code', error: `Incorrect code: ${left}` },
      ])
    }
    expect(await own.enterCode(anotherCode(right))).toMatchObject({
      statusCode: 401,
    })
    expect(await own.enterCode(right)).toMatchObject({ statusCode: 401 })
    expect(await findRows(committed, 'challenge')).toEqual([])
    expect(await findRows(committed, 'session')).toEqual([])
  })
})

test('a resent code voids the one before and resets no attempts', async ({
  people,
  time,
  queued,
  atTheCode,
}) => {
  const { reviewer, own, code: former } = await atTheCode()
  expect(await own.post('/auth/tpr/resend-code')).toMatchObject({
    statusCode: 429,
    headers: { 'retry-after': '30' },
  })
  time.pass(29)
  expect(await own.post('/auth/tpr/resend-code')).toMatchObject({
    statusCode: 429,
    headers: { 'retry-after': '1' },
  })
  time.pass(1)
  const again = await own.post('/auth/tpr/resend-code')
  expect(again.json()).toMatchObject({
    expiresAt: '2026-03-04T15:10:30.000Z',
    resendAt: '2026-03-04T15:01:00.000Z',
  })
  expect((await queued('send-code')).map(({ number }) => number)).toEqual([
    1, 2,
  ])
  const fresh = await people.codeFor(reviewer)
  const answer = await own.enterCode(former)
  expect(answer.json().details[0].error).toBe('Incorrect code: 4 attempts left')
  expect((await own.enterCode(fresh)).statusCode).toBe(200)
})

test('a resent code is valid for ten minutes', async ({ time, atTheCode }) => {
  const { own, code } = await atTheCode()
  time.pass(600)
  expect((await own.get('/auth/tpr/challenge')).statusCode).toBe(401)
  expect((await own.enterCode(code)).statusCode).toBe(401)
})

test('a resent code is limited to five an hour per account', async ({
  reviewer,
  browser,
  time,
}) => {
  for (const sent of [3, 2]) {
    const own = browser()
    await own.enterPassword(reviewer.email)
    for (let n = 0; n < sent; n++) {
      time.pass(30)
      expect((await own.post('/auth/tpr/resend-code')).statusCode).toBe(200)
    }
    time.pass(30)
    if (sent === 2)
      expect((await own.post('/auth/tpr/resend-code')).statusCode).toBe(429)
  }
  time.pass(3600)
  const own = browser()
  await own.enterPassword(reviewer.email)
  time.pass(30)
  expect((await own.post('/auth/tpr/resend-code')).statusCode).toBe(200)
})
