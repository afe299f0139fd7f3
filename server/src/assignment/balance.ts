type Named = { id: string }

/**
 * Work that may move: `rank` 0 isn't started yet and moves first; `urgency` is
 * higher for what is due sooner.
 */
type Movable = Named & { rank: number; urgency: number }

/**
 * An item of the person's work, who can take it, and who gets it (null while it
 * stays).
 */
type Piece<Item, Person> = {
  item: Item
  takers: readonly Person[]
  taker: Person | null
}

/**
 * Moves a person's work to others until no move makes the totals more equal.
 * Work that isn't started moves first, then what the fewest people can take,
 * then what is most overdue. The others keep their work.
 */
export function balanceWork<
  Item extends Movable,
  Person extends Named & { open: number },
>(
  items: readonly Item[],
  holder: Named & { open: number },
  others: readonly Person[],
  mayTake: (person: Person, item: Item) => boolean,
): { item: Item; person: Person }[] {
  const totals = new Map<string, number>(
    [holder, ...others].map(({ id, open }) => [id, open]),
  )
  const getTotal = (person: Named | null) =>
    totals.get((person ?? holder).id) ?? 0
  const give = (piece: Piece<Item, Person>, taker: Person | null) => {
    const from = piece.taker ?? holder
    const to = taker ?? holder
    totals.set(from.id, getTotal(from) - 1)
    totals.set(to.id, getTotal(to) + 1)
    piece.taker = taker
  }
  /** The person with the least work; ties go to the first by id. */
  const least = (people: readonly (Person | null)[]) =>
    people.reduce((best, one) => (getTotal(one) < getTotal(best) ? one : best))

  const byId = others.toSorted(compareIds)
  const pieces = items
    .map((item): Piece<Item, Person> => {
      const takers = byId.filter((person) => mayTake(person, item))
      return { item, takers, taker: null }
    })
    .toSorted(
      (one, other) =>
        one.item.rank - other.item.rank ||
        one.takers.length - other.takers.length ||
        other.item.urgency - one.item.urgency ||
        compareIds(one.item, other.item),
    )

  /**
   * Gives each item to the person with the least work among those who can take
   * it. With a difference of one, a move would only swap who has more.
   */
  const level = (): boolean => {
    let isMoved = false
    for (const piece of pieces) {
      const best = least([piece.taker, null, ...piece.takers])
      if (getTotal(piece.taker) - getTotal(best) < 2) continue
      give(piece, best)
      isMoved = true
    }
    return isMoved
  }
  let isChanging = true
  while (isChanging) isChanging = level() || preferNotStarted(pieces)
  return pieces.flatMap(({ item, taker }) =>
    taker ? [{ item, person: taker }] : [],
  )
}

const compareIds = (one: Named, other: Named) => (one.id < other.id ? -1 : 1)

/**
 * Swaps moved work that is started for work that isn't, if the same person can
 * take it.
 */
function preferNotStarted<Item extends Movable, Person>(
  pieces: readonly Piece<Item, Person>[],
): boolean {
  let isSwapped = false
  for (const moved of pieces.toReversed()) {
    const { taker } = moved
    if (taker === null) continue
    const kept = pieces.find(
      (piece) =>
        piece.taker === null &&
        piece.item.rank < moved.item.rank &&
        piece.takers.includes(taker),
    )
    if (!kept) continue
    kept.taker = taker
    moved.taker = null
    isSwapped = true
  }
  return isSwapped
}
