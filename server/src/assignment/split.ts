type Named = { id: string }

/**
 * Splits items evenly and deterministically. Shares differ by at most one
 * unless `mayTake` prevents it; people with the least open work get the extra
 * items. Items that no one may take are left out.
 */
export function splitEvenly<
  Item extends Named,
  Person extends Named & { open: number },
>(
  items: readonly Item[],
  people: readonly Person[],
  mayTake: (person: Person, item: Item) => boolean,
): { item: Item; person: Person }[] {
  const order = people.toSorted(
    (a, b) => a.open - b.open || (a.id < b.id ? -1 : 1),
  )
  const shares = new Map<Person, number>()
  const getShare = (person: Person) => shares.get(person) ?? 0
  /** The person with the smallest share; ties go to the least open work. */
  const least = (takers: readonly Person[]) =>
    takers.reduce((best, one) => (getShare(one) < getShare(best) ? one : best))

  // Items with the fewest takers first.
  const hardest = items
    .map((item) => ({
      item,
      takers: order.filter((person) => mayTake(person, item)),
    }))
    .filter(({ takers }) => takers.length > 0)
    .sort(
      (a, b) =>
        a.takers.length - b.takers.length || (a.item.id < b.item.id ? -1 : 1),
    )
  const given = hardest.map(({ item, takers }) => {
    const person = least(takers)
    shares.set(person, getShare(person) + 1)
    return { item, takers, person }
  })
  // Then move single items from larger to smaller shares while that evens them
  // out.
  for (let isMoved = true; isMoved; ) {
    isMoved = false
    for (const one of given) {
      const to = least(one.takers)
      if (getShare(one.person) - getShare(to) < 2) continue
      shares.set(one.person, getShare(one.person) - 1)
      shares.set(to, getShare(to) + 1)
      one.person = to
      isMoved = true
    }
  }
  return given.map(({ item, person }) => ({ item, person }))
}
