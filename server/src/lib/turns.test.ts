import { describe, expect, test } from 'vitest'
import { takeTurns } from './turns.ts'

const full = 'Come back later'

describe('turns', () => {
  test('are taken a few at a time, first come first served; who finds too many waiting is sent away', async () => {
    const turn = takeTurns({ atOnce: 1, waiting: 2, full })
    const order: string[] = []
    const leave = await turn()
    const work = ['first', 'second'].map(async (name) => {
      const done = await turn()
      order.push(name)
      done()
    })
    await expect(turn()).rejects.toMatchObject({ statusCode: 503, message: full, retryAfterSeconds: 5 })
    leave()
    leave() // giving a place back twice makes no second one
    await Promise.all(work)
    expect(order).toEqual(['first', 'second'])
    const next = await turn()
    let isIn = false
    const waiter = turn().then(() => {
      isIn = true
    })
    await Promise.resolve()
    expect(isIn).toBe(false)
    next()
    await waiter
  })

  test('of those who gave up waiting are left out, and nobody else loses theirs', async () => {
    const turn = takeTurns({ atOnce: 1, waiting: 5, full })
    const leave = await turn()
    const gone = new AbortController()
    const givesUp = turn(gone.signal)
    const stays = turn()
    gone.abort(new Error('gone'))
    await expect(givesUp).rejects.toThrow('gone')
    leave()
    const done = await stays
    done()
    await expect(turn(AbortSignal.abort(new Error('too late')))).rejects.toThrow('too late')
    await turn()
  })
})
