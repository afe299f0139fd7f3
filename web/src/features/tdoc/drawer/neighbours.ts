import { useState } from 'react'

/** One page of a list: whose rows stand on it, how many stand before it, and how many there are in all. */
export type ListedPage = { ids: readonly string[]; before: number; total: number }

/**
 * The Tdocs before and after the open one, its place in the whole list, and whether the list goes on at either end of the
 * page.
 */
export type Neighbours = {
  previous: string | undefined
  next: string | undefined
  hasPageBefore: boolean
  hasPageAfter: boolean
  place: number
  total: number
}

/**
 * Where one goes on from a Tdoc. `walked` is the page as it stood when it was last in it, `listed` as it stands now: what
 * was completed leaves its tab, and the next one is still the one that stood below it, or that has moved up from the next
 * page.
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

/** The neighbours of the open Tdoc in the table; none where it was opened from elsewhere. */
export const useNeighbours = (id: string | undefined, listed: ListedPage | undefined): Neighbours | undefined => {
  const [walked, setWalked] = useState(nothing)
  if (id !== undefined && listed?.ids.includes(id) && !isSame(walked, listed)) setWalked(listed)
  return id === undefined ? undefined : neighboursIn(walked, listed?.ids ?? [], id)
}

const isSame = (one: ListedPage, other: ListedPage) =>
  one.before === other.before && one.total === other.total && one.ids.join() === other.ids.join()
