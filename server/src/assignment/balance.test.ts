import fc from 'fast-check'
import { expect, test } from 'vitest'
import { balanceWork } from './balance.ts'

const person = (id: string, open: number) => ({ id, open })
const everyone = () => true

test('13, 7, 8 and 9 become 10, 9, 9 and 9', () => {
  const items = Array.from({ length: 13 }, (_, n) => ({
    id: `slv ${n}`,
    rank: 0,
    urgency: n,
  }))
  const others = [person('ben', 7), person('carl', 8), person('dana', 9)]
  const moves = balanceWork(items, person('ana', 13), others, everyone)
  expect(moves.map(({ person: { id } }) => id)).toEqual(['ben', 'ben', 'carl'])
  expect(moves.map(({ item }) => item.urgency)).toEqual([12, 11, 10])
})

const world = fc
  .record({
    held: fc.array(fc.record({ rank: fc.nat(1), urgency: fc.nat(5) }), {
      maxLength: 30,
    }),
    waiting: fc.nat(10),
    open: fc.array(fc.nat(30), { minLength: 1, maxLength: 6 }),
    excluded: fc.array(fc.tuple(fc.nat(5), fc.nat(29)), { maxLength: 60 }),
  })
  .map(({ held, waiting, open, excluded }) => ({
    items: held.map((item, n) => ({ ...item, id: `slv ${n}` })),
    holder: person('holder', held.length + waiting),
    others: open.map((n, index) => person(`person ${index}`, n)),
    mayTake: ({ id }: { id: string }, item: { id: string }) =>
      !excluded.some(
        ([who, what]) => id === `person ${who}` && item.id === `slv ${what}`,
      ),
  }))

type World = typeof world extends fc.Arbitrary<infer W> ? W : never

const balance = ({ items, holder, others, mayTake }: World) => {
  const moves = balanceWork(items, holder, others, mayTake)
  const received = ({ id }: { id: string }) =>
    moves.filter((move) => move.person.id === id).length
  return {
    moves,
    held: holder.open - moves.length,
    after: others.map((one) => ({ ...one, open: one.open + received(one) })),
    left: items.filter(({ id }) => !moves.some(({ item }) => item.id === id)),
  }
}

test('no further move would make the totals more equal, and no one passes the person whose work it is', () => {
  fc.assert(
    fc.property(world, (given) => {
      const { moves, held, after, left } = balance(given)
      expect(new Set(moves.map(({ item }) => item.id)).size).toBe(moves.length)
      for (const { item, person: taker } of moves)
        expect(given.mayTake(taker, item)).toBe(true)
      for (const one of after) {
        const before = given.others.find(({ id }) => id === one.id)?.open ?? 0
        if (one.open > before) expect(one.open).toBeLessThanOrEqual(held + 1)
        if (held - one.open >= 2)
          expect(left.some((item) => given.mayTake(one, item))).toBe(false)
      }
      const openOf = (id: string) =>
        after.find((one) => one.id === id)?.open ?? 0
      for (const { item, person: taker } of moves)
        for (const other of after.filter((one) => given.mayTake(one, item)))
          expect(openOf(taker.id) - other.open).toBeLessThan(2)
    }),
  )
})

test('where everyone may take everything, the totals of those who got work differ by at most one', () => {
  fc.assert(
    fc.property(world, (given) => {
      const { moves, held, after, left } = balance({
        ...given,
        mayTake: everyone,
      })
      if (left.length === 0 || moves.length === 0) return
      const takers = after.filter(({ id }) =>
        moves.some((move) => move.person.id === id),
      )
      const totals = [held, ...takers.map(({ open }) => open)]
      expect(Math.max(...totals) - Math.min(...totals)).toBeLessThanOrEqual(1)
    }),
  )
})

test('started work moves only if no other work could have moved to that person', () => {
  fc.assert(
    fc.property(world, (given) => {
      const { moves, left } = balance(given)
      const started = moves.filter(({ item }) => item.rank === 1)
      const notStarted = left.filter(({ rank }) => rank === 0)
      for (const { person: taker } of started)
        expect(notStarted.filter((item) => given.mayTake(taker, item))).toEqual(
          [],
        )
    }),
  )
})

test('the order in which work and people are given changes nothing', () => {
  fc.assert(
    fc.property(world, (given) => {
      const reversed = {
        ...given,
        items: given.items.toReversed(),
        others: given.others.toReversed(),
      }
      expect(balance(reversed).moves).toEqual(balance(given).moves)
    }),
  )
})
