import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { splitEvenly } from './split.ts'

const person = (id: string, open = 0) => ({ id, open })
const items = (n: number) =>
  Array.from({ length: n }, (_, index) => ({
    id: `slv ${String(index).padStart(3, '0')}`,
  }))
const sharesOf = (
  given: readonly { person: { id: string } }[],
  ids: readonly string[],
) => ids.map((id) => given.filter((one) => one.person.id === id).length)

describe('an even split', () => {
  test('gives the extra ones to people with the least open work', () => {
    const people = [person('ana', 9), person('ben', 1), person('carl', 4)]
    const given = splitEvenly(items(40), people, () => true)
    expect(sharesOf(given, ['ana', 'ben', 'carl'])).toEqual([13, 14, 13])
  })

  test('moves items that others may take, so that exclusions cause no avoidable imbalance', () => {
    const people = [person('ana'), person('ben')]
    const given = splitEvenly(
      items(4),
      people,
      ({ id }, item) => id === 'ana' || item.id < 'slv 002',
    )
    expect(sharesOf(given, ['ana', 'ben'])).toEqual([2, 2])
  })

  const world = fc
    .record({
      open: fc.array(fc.nat(30), { minLength: 1, maxLength: 6 }),
      count: fc.nat(60),
      excluded: fc.array(fc.tuple(fc.nat(5), fc.nat(59)), { maxLength: 120 }),
    })
    .map(({ open, count, excluded }) => ({
      people: open.map((n, index) => person(`person ${index}`, n)),
      chosen: items(count),
      mayTake: ({ id }: { id: string }, item: { id: string }) =>
        !excluded.some(
          ([who, what]) =>
            id === `person ${who}` && item.id === items(60)[what]?.id,
        ),
    }))

  test('loses nothing, gives nothing to someone excluded, and no single move makes it more even', () => {
    fc.assert(
      fc.property(world, ({ people, chosen, mayTake }) => {
        const given = splitEvenly(chosen, people, mayTake)
        const possible = chosen.filter((item) =>
          people.some((one) => mayTake(one, item)),
        )
        expect(given.map(({ item }) => item.id).sort()).toEqual(
          possible.map(({ id }) => id),
        )
        const share = (one: { id: string }) =>
          given.filter((each) => each.person.id === one.id).length
        for (const one of given) {
          expect(mayTake(one.person, one.item)).toBe(true)
          for (const other of people.filter((each) => mayTake(each, one.item)))
            expect(share(one.person) - share(other)).toBeLessThanOrEqual(1)
        }
        expect(
          splitEvenly(chosen.toReversed(), people.toReversed(), mayTake),
        ).toEqual(given)
      }),
    )
  })

  test('differs by at most one where everyone may take everything', () => {
    fc.assert(
      fc.property(world, ({ people, chosen }) => {
        const shares = sharesOf(
          splitEvenly(chosen, people, () => true),
          people.map(({ id }) => id),
        )
        expect(Math.max(...shares) - Math.min(...shares)).toBeLessThanOrEqual(1)
      }),
    )
  })
})
