import { describe, expect } from 'vitest'
import { keys } from '../../../test/http.ts'
import { findRows } from '../../../test/rows.ts'
import { anotherCode, password, test } from '../../../test/signing-in.ts'
import { openLink } from '../links/open-link.ts'

const times = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, n) => make(n))

/** How many responses had each status. */
const byStatus = (answers: { statusCode: number }[]) =>
  Object.fromEntries(
    [...Map.groupBy(answers, ({ statusCode }) => statusCode)].map(
      ([status, those]) => [status, those.length],
    ),
  )

describe('concurrently over two nodes', () => {
  test('the right code 100 times opens one session', async ({
    otherNode,
    committed,
    atTheCode,
  }) => {
    const { own, code } = await atTheCode()
    const copies = times(100, (n) => own.copy(n % 2 ? otherNode : undefined))
    const answers = await Promise.all(
      copies.map((copy) => copy.enterCode(code)),
    )
    expect(byStatus(answers)).toEqual({ 200: 1, 401: 99 })
    expect(await findRows(committed, 'session')).toHaveLength(1)
  })

  test('at most five of 300 wrong codes are evaluated', async ({
    otherNode,
    committed,
    atTheCode,
  }) => {
    const { own, code: right } = await atTheCode()
    let code = right
    const answers = await Promise.all(
      times(300, (n) => {
        code = anotherCode(code)
        return own.copy(n % 2 ? otherNode : undefined).enterCode(code)
      }),
    )
    const { 400: evaluated = 0, 401: over = 0 } = byStatus(answers)
    expect(evaluated).toBeLessThanOrEqual(5)
    expect(evaluated + over).toBe(300)
    expect((await own.enterCode(right)).statusCode).toBe(401)
    expect(await findRows(committed, 'session')).toEqual([])
  })

  test('at most five of 200 password guesses are evaluated', async ({
    reviewer,
    strangers,
  }) => {
    const guessing = strangers(200).map((one, n) =>
      one.enterPassword(reviewer.email, `a wrong guess ${n}`),
    )
    const answers = await Promise.all(guessing)
    expect(byStatus(answers)).toEqual({ 401: 5, 429: 195 })
  })

  test.for(['INVITE', 'RESET'] as const)(
    'a link (%s) used 20 times in parallel sets one password',
    async (purpose, {
      reviewer,
      browser,
      strangers,
      createLinkToken,
      committed,
    }) => {
      const token = await createLinkToken(reviewer, purpose)
      const long = (n: number) => `one of twenty long passwords ${n}`
      const answers = await Promise.all(
        strangers(20).map((one, n) => one.setPassword(token, long(n))),
      )
      expect(byStatus(answers)).toEqual({ 200: 1, 400: 19 })
      const winner = answers.findIndex(({ statusCode }) => statusCode === 200)
      expect(
        (await browser().enterPassword(reviewer.email, long(winner)))
          .statusCode,
      ).toBe(200)
      expect(
        (await browser().enterPassword(reviewer.email, password)).statusCode,
      ).toBe(401)
      expect(await findRows(committed, 'userHistory')).toMatchObject([
        { action: 'set-password' },
      ])
    },
  )

  test('many resets leave one open link', async ({
    reviewer,
    committed,
    now,
  }) => {
    await Promise.all(
      times(20, () =>
        committed
          .transaction()
          .execute((db) => openLink({ db, now, keys }, reviewer.id, 'RESET')),
      ),
    )
    expect(await findRows(committed, 'accountLink')).toHaveLength(20)
    expect(
      await findRows(committed, 'accountLink', { usedAt: null }),
    ).toHaveLength(1)
  })
})
