import { ActionIcon } from '@mantine/core'
import { IconChevronLeft, IconChevronLeftPipe, IconChevronRight, IconChevronRightPipe } from '@tabler/icons-react'
import classes from './pager.module.css'
import { hasNext, lastPage, pageText, rangeText } from './pager-text.ts'

/** Where one is in a list; the page is one-based, as on the wire. */
export type Paging = {
  page: number
  size: number
  total: number
  /** There are more than `total`: further pages can be there, but nobody knows how many. */
  isTotalCut?: boolean
  /** Where the pages of a cut list stop all the same: after so many rows. */
  end?: number | undefined
  onPage: (page: number) => void
  onSize?: (size: number) => void
}

const sizes = [10, 25, 50, 100]

/** '26–50 of 128', the number of rows, and the ways to the other pages. */
export const Pager = ({ onPage, onSize, ...place }: Paging & { shown: number }) => {
  const { page, size, isTotalCut } = place
  const isLast = !hasNext(place)
  const way = (label: string, Icon: typeof IconChevronLeft, target: number, isOff: boolean) => (
    <ActionIcon
      variant="subtle"
      color="gray"
      c="inherit"
      size={28}
      aria-label={label}
      title={label}
      disabled={isOff}
      onClick={() => onPage(target)}
    >
      <Icon size={18} aria-hidden />
    </ActionIcon>
  )

  return (
    <nav className={classes.foot} aria-label="Pages">
      <span className={classes.range}>{rangeText(place)}</span>
      {onSize && (
        <label className={classes.size}>
          Rows
          <select value={size} onChange={(event) => onSize(Number(event.currentTarget.value))}>
            {[...new Set([...sizes, size])]
              .sort((a, b) => a - b)
              .map((each) => (
                <option key={each} value={each}>
                  {each}
                </option>
              ))}
          </select>
        </label>
      )}
      <div className={classes.pages}>
        {way('First page', IconChevronLeftPipe, 1, page <= 1)}
        {way('Previous page', IconChevronLeft, page - 1, page <= 1)}
        <span aria-live="polite">{pageText(place)}</span>
        {way('Next page', IconChevronRight, page + 1, isLast)}
        {!isTotalCut && way('Last page', IconChevronRightPipe, lastPage(place), isLast)}
      </div>
    </nav>
  )
}
