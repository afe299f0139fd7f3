import { ActionIcon, Box, Group } from '@mantine/core'
import {
  IconChevronLeft,
  IconChevronLeftPipe,
  IconChevronRight,
  IconChevronRightPipe,
} from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { count } from '../../lib/text/format.ts'
import classes from './pager.module.css'

/** A page of a list; `page` is one-based, as on the wire. */
export type Paging = {
  page: number
  size: number
  total: number
  /** The list has more rows than `total`; they aren't counted. */
  isTotalCut?: boolean | undefined
  /** The pages of a cut list end after this many rows. */
  end?: number | undefined
  onPage: (page: number) => void
  onSize?: (size: number) => void
}

/** A page and how many rows it shows. */
type Place = Omit<Paging, 'onPage' | 'onSize'> & { shown: number }

/** '26–50 of 128', '26–50 of more than 10,000'. */
export const rangeText = ({
  page,
  size,
  total,
  shown,
  isTotalCut,
}: Place): string => {
  const before = (page - 1) * size
  if (isTotalCut)
    return `${count(before + 1)}–${count(before + shown)} of more than ${count(total)}`
  return `${count(before + 1)}–${count(Math.min(before + size, total))} of ${count(total)}`
}

const lastPage = ({ size, total }: Pick<Paging, 'size' | 'total'>): number =>
  Math.max(1, Math.ceil(total / size))

/** 'Page 2 of 6'; 'Page 2' of a cut list. */
export const pageText = ({ isTotalCut, page, ...all }: Place): string =>
  isTotalCut
    ? `Page ${count(page)}`
    : `Page ${count(page)} of ${count(lastPage(all))}`

/**
 * Whether there can be another page: a cut list has one as long as its pages
 * are full and it hasn't ended.
 */
export const hasNext = ({
  page,
  size,
  shown,
  isTotalCut,
  end,
  total,
}: Place): boolean =>
  isTotalCut
    ? shown === size && page * size < (end ?? Number.POSITIVE_INFINITY)
    : page < lastPage({ size, total })

const sizes = [10, 25, 50, 100]

/** '26–50 of 128', the number of rows, and the buttons to the other pages. */
export const Pager = ({
  onPage,
  onSize,
  hints,
  ...place
}: Paging & { shown: number; hints?: ReactNode }) => {
  const { page, size, isTotalCut } = place
  const isLast = !hasNext(place)
  const button = (
    label: string,
    Icon: typeof IconChevronLeft,
    target: number,
    isOff: boolean,
  ) => (
    <ActionIcon
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
      <Box component="span" c="dimmed" me="auto">
        {rangeText(place)}
      </Box>
      {hints}
      {onSize && (
        <Group
          component="label"
          className={classes.size ?? ''}
          gap="xs"
          c="dimmed"
          wrap="nowrap"
        >
          Rows
          <select
            value={size}
            onChange={(event) => onSize(Number(event.currentTarget.value))}
          >
            {[...new Set([...sizes, size])]
              .sort((a, b) => a - b)
              .map((each) => (
                <option key={each} value={each}>
                  {each}
                </option>
              ))}
          </select>
        </Group>
      )}
      <Group gap={2} className={classes.pages}>
        {button('First page', IconChevronLeftPipe, 1, page <= 1)}
        {button('Previous page', IconChevronLeft, page - 1, page <= 1)}
        <Box component="span" px="0.375rem" aria-live="polite">
          {pageText(place)}
        </Box>
        {button('Next page', IconChevronRight, page + 1, isLast)}
        {!isTotalCut &&
          button('Last page', IconChevronRightPipe, lastPage(place), isLast)}
      </Group>
    </nav>
  )
}
