import { useState } from 'react'

/** One page of a list: its ids, how many rows come before it, and how many there are in all. */
export type ListedPage = { ids: readonly string[]; before: number; total: number }

/** The Tdocs before and after the open one, its place in the whole list, and whether there are pages before and after. */
export type Neighbours = {
  previous: string | undefined
  next: string | undefined
  hasPageBefore: boolean
  hasPageAfter: boolean
  place: number
  total: number
}

/**
 * The neighbours of a Tdoc. The first argument is the page when the Tdoc was last in it, `listed` the page now: a completed
 * Tdoc leaves its tab, and the next one is still the one below it, or the one that moved up from the next page.
 */
export const neighboursIn = (
  { ids, before, total }: ListedPage,
  listed: readonly string[],
  id: string,
): Neighbours | undefined => {
  const at = ids.indexOf(id)
  if (at < 0) return undefined
  const previous = ids.slice(0, at).findLast((one) => listed.includes(one))
  const below = ids.slice(at + 1).find((one) => listed.includes(one))
  const movedUp = listed.includes(id) ? undefined : listed.find((one) => !ids.includes(one))
  return {
    previous,
    next: below ?? movedUp,
    hasPageBefore: before > 0,
    hasPageAfter: before + ids.length < total,
    place: before + at + 1,
    total,
  }
}

const nothing: ListedPage = { ids: [], before: 0, total: 0 }

/** The neighbours of the open Tdoc in the table; none if it is not in the table. */
export const useNeighbours = (id: string | undefined, listed: ListedPage | undefined): Neighbours | undefined => {
  const [lastPage, setLastPage] = useState(nothing)
  if (id !== undefined && listed?.ids.includes(id) && !isSame(lastPage, listed)) setLastPage(listed)
  return id === undefined ? undefined : neighboursIn(lastPage, listed?.ids ?? [], id)
}

const isSame = (one: ListedPage, other: ListedPage) =>
  one.before === other.before && one.total === other.total && one.ids.join() === other.ids.join()
