import { useState } from 'react'

/** The Tdocs before and after the open one, and its place among those of the page. */
export type Neighbours = { previous: string | undefined; next: string | undefined; place: number; count: number }

/**
 * Where one goes on from a Tdoc. `walked` is the page as it stood when it was last in it, `listed` as it stands now: what
 * was completed leaves its tab, and the next one is still the one that stood below it.
 */
export const neighboursIn = (
  walked: readonly string[],
  listed: readonly string[],
  id: string,
): Neighbours | undefined => {
  const at = walked.indexOf(id)
  if (at < 0) return undefined
  return {
    previous: walked.slice(0, at).findLast((one) => listed.includes(one)),
    next: walked.slice(at + 1).find((one) => listed.includes(one)),
    place: at + 1,
    count: walked.length,
  }
}

/** The neighbours of the open Tdoc in the page of the table; none where it was opened from elsewhere. */
export const useNeighbours = (id: string | undefined, listed: readonly string[]): Neighbours | undefined => {
  const [walked, setWalked] = useState<readonly string[]>([])
  if (id !== undefined && listed.includes(id) && walked.join() !== listed.join()) setWalked(listed)
  return id === undefined ? undefined : neighboursIn(walked, listed, id)
}
