import { SimpleGrid, TextInput } from '@mantine/core'
import { day, invalidDate, maxDate, minDate } from '@portal/contract/lib/fields'
import { useState } from 'react'
import type { ListFilter } from './list-filter.ts'

type Range = Partial<Pick<ListFilter, 'from' | 'to'>>
const crossed = 'Cannot be earlier than From'

type Problems = { from: string | null; to: string | null }

/** 'Invalid Date' beside what is none or lies on or beyond the bounds (spec.md §5); that two days stand the wrong way round is said once, below the second. */
export const rangeProblems = ({ from, to }: Range): Problems => {
  const isWrong = (value: string | undefined) => value !== undefined && !day.safeParse(value).success
  const isCrossed = from !== undefined && to !== undefined && from > to
  return {
    from: isWrong(from) ? invalidDate : null,
    to: isWrong(to) ? invalidDate : isCrossed && !isWrong(from) ? crossed : null,
  }
}

type DateRangeProps = Range & { problems: Problems; onChange: (change: Partial<Range>) => void }

export const DateRange = ({ from, to, problems, onChange }: DateRangeProps) => (
  <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
    <Day label="From" value={from} problem={problems.from} onChange={(value) => onChange({ from: value })} />
    <Day label="To" value={to} problem={problems.to} onChange={(value) => onChange({ to: value })} />
  </SimpleGrid>
)

type DayProps = {
  label: string
  value: string | undefined
  problem: string | null
  onChange: (value: string | undefined) => void
}

/** Stands for a day that was begun and is none, so that it is not taken for no day. */
const unfinished = 'unfinished'

/** The browser's own date field: a civil day, which no time zone moves. */
const Day = ({ label, value, problem, onChange }: DayProps) => {
  // While it is typed the field holds what no state can: it keeps that itself.
  const [initial] = useState(value)
  const [hasLeft, setHasLeft] = useState(false)
  return (
    <TextInput
      type="date"
      label={label}
      defaultValue={initial}
      min={minDate}
      max={maxDate}
      error={hasLeft || value !== unfinished ? problem : null}
      onBlur={({ currentTarget: { validity } }) => {
        setHasLeft(true)
        // A day that was only partly typed doesn't report a change.
        if (validity.badInput) onChange(unfinished)
      }}
      onChange={({ currentTarget: { value: typed, validity } }) =>
        onChange(validity.badInput ? unfinished : typed === '' ? undefined : typed)
      }
    />
  )
}
