import { useState } from 'react'

export type ListedPage = {
  ids: readonly string[]
  before: number
  total: number
}

/**
 * The Tdocs before and after the open one, its place in the whole list, and
 * whether there are pages before and after.
 */
export type Neighbors = {
  previous: string | undefined
  next: string | undefined
  hasPageBefore: boolean
  hasPageAfter: boolean
  place: number
  total: number
}

/**
 * `listed` is the current page; the first argument the page that had the Tdoc,
 * which may have left its tab.
 */
export const neighborsIn = (
  { ids, before, total }: ListedPage,
  listed: readonly string[],
  id: string,
): Neighbors | undefined => {
  const at = ids.indexOf(id)
  if (at < 0) return undefined
  const previous = ids.slice(0, at).findLast((one) => listed.includes(one))
  const below = ids.slice(at + 1).find((one) => listed.includes(one))
  const movedUp = listed.includes(id)
    ? undefined
    : listed.find((one) => !ids.includes(one))
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

export const useNeighbors = (
  id: string | undefined,
  listed: ListedPage | undefined,
): Neighbors | undefined => {
  const [lastPage, setLastPage] = useState(nothing)
  if (id !== undefined && listed?.ids.includes(id) && !isSame(lastPage, listed))
    setLastPage(listed)
  return id === undefined
    ? undefined
    : neighborsIn(lastPage, listed?.ids ?? [], id)
}

const isSame = (one: ListedPage, other: ListedPage) =>
  one.before === other.before &&
  one.total === other.total &&
  one.ids.join() === other.ids.join()
