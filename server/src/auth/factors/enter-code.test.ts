import { describe, expect } from 'vitest'
import { rowOf, rowsOf } from '../../../test/rows.ts'
import { anotherCode, test } from '../../../test/signing-in.ts'

describe('a reviewer', () => {
  test('signs in with a password and the mailed code', async ({ people, reviewer, browser, queued, committed }) => {
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
    expect(first.cookies).toMatchObject([{ name: 'sign-in', httpOnly: true, sameSite: 'Lax', path: '/' }])
    const { id } = await rowOf(committed, 'challenge')
    expect(await queued('send-code')).toEqual([{ challengeId: id, number: 1 }])

    expect((await own.get('/auth/profile')).statusCode).toBe(401)
    expect((await own.get('/auth/tpr/challenge')).json()).toEqual(first.json())
    const second = await own.enterCode(await people.codeFor(reviewer))
    expect(second.json()).toMatchObject({ id: reviewer.id, role: 'TPR', signsInWith: 'PASSWORD' })
    expect([...own.jar.keys()].sort()).toEqual(['device', 'session'])
    expect((await own.get('/auth/profile')).statusCode).toBe(200)
    expect((await own.get('/auth/tpr/challenge')).statusCode).toBe(401)
  })

  test('may paste the code with spaces', async ({ atTheCode }) => {
    const { own, code } = await atTheCode()
    expect((await own.enterCode(` ${code.slice(0, 3)} ${code.slice(3)}\n`)).statusCode).toBe(200)
  })

  test('sees the attempts left, and starts over after five', async ({ committed, atTheCode }) => {
    const { own, code: right } = await atTheCode()
    for (const left of ['4 attempts left', '3 attempts left', '2 attempts left', '1 attempt left']) {
      const answer = await own.enterCode(anotherCode(right))
      expect(answer.statusCode).toBe(400)
      expect(answer.json().details).toEqual([{ field: 'code', error: `Incorrect code: ${left}` }])
    }
    expect(await own.enterCode(anotherCode(right))).toMatchObject({ statusCode: 401 })
    expect(await own.enterCode(right)).toMatchObject({ statusCode: 401 })
    expect(await rowsOf(committed, 'challenge')).toEqual([])
    expect(await rowsOf(committed, 'session')).toEqual([])
  })
})
