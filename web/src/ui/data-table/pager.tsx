import { ActionIcon } from '@mantine/core'
import { IconChevronLeft, IconChevronLeftPipe, IconChevronRight, IconChevronRightPipe } from '@tabler/icons-react'
import { count } from '../../lib/format.ts'
import classes from './pager.module.css'

/** Where one is in a list; the page is one-based, as on the wire. */
export type Paging = {
  page: number
  size: number
  total: number
  onPage: (page: number) => void
  onSize?: (size: number) => void
}

const sizes = [10, 25, 50, 100]

/** '26–50 of 128', the number of rows, and the ways to the other pages. */
export const Pager = ({ page, size, total, onPage, onSize }: Paging) => {
  const last = Math.max(1, Math.ceil(total / size))
  const first = total === 0 ? 0 : (page - 1) * size + 1
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
      <span className={classes.range}>
        {count(first)}–{count(Math.min(page * size, total))} of {count(total)}
      </span>
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
        <span aria-live="polite">
          Page {count(page)} of {count(last)}
        </span>
        {way('Next page', IconChevronRight, page + 1, page >= last)}
        {way('Last page', IconChevronRightPipe, last, page >= last)}
      </div>
    </nav>
  )
}
