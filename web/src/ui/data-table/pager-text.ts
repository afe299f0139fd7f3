import { count } from '../../lib/format.ts'

/** A page of a list, and how many rows there are of it. */
export type PagePlace = {
  page: number
  size: number
  total: number
  shown: number
  isTotalCut?: boolean | undefined
  end?: number | undefined
}

/** '26–50 of 128', '26–50 of more than 10,000'. */
export const rangeText = ({ page, size, total, shown, isTotalCut }: PagePlace): string => {
  const before = (page - 1) * size
  if (isTotalCut) return `${count(before + 1)}–${count(before + shown)} of more than ${count(total)}`
  return `${count(total === 0 ? 0 : before + 1)}–${count(Math.min(before + size, total))} of ${count(total)}`
}

/** The last page of a list that is counted to its end. */
export const lastPage = ({ size, total }: Pick<PagePlace, 'size' | 'total'>): number =>
  Math.max(1, Math.ceil(total / size))

/** 'Page 2 of 6'; of a cut list nobody knows how many there are. */
export const pageText = ({ isTotalCut, page, ...all }: PagePlace): string =>
  isTotalCut ? `Page ${count(page)}` : `Page ${count(page)} of ${count(lastPage(all))}`

/** Whether a further page can be there: of a cut list as long as its pages are full, and do not stop. */
export const hasNext = ({ page, size, shown, isTotalCut, end, total }: PagePlace): boolean =>
  isTotalCut ? shown === size && page * size < (end ?? Number.POSITIVE_INFINITY) : page < lastPage({ size, total })
