import {
  Checkbox,
  Group,
  Select,
  type SelectProps,
  SimpleGrid,
  TextInput,
} from '@mantine/core'
import { day, invalidDate, maxDate, minDate } from '@portal/contract/lib/fields'
import { SlvType, slvTypeLabels, slvTypes } from '@portal/contract/slv/model'
import {
  Timeframe,
  timeframeLabels,
  timeframes,
} from '@portal/contract/slv/timeframe'
import { useState } from 'react'
import type { ListFilter } from './list-filter.ts'

type Time = Pick<ListFilter, 'timeframe' | 'from' | 'to'>

export const isCustom = ({ timeframe, from, to }: Time) =>
  timeframe === 'CUSTOM' || Boolean(from || to)

type TimeframeSelectProps = {
  time: Time
  onChange: (time: Time) => void
  comboboxProps?: SelectProps['comboboxProps']
}

export const TimeframeSelect = ({
  time,
  onChange,
  comboboxProps,
}: TimeframeSelectProps) => (
  <Select
    label="Timeframe"
    placeholder="Any time"
    data={timeframes.map((timeframe) => ({
      value: timeframe,
      label: timeframeLabels[timeframe],
    }))}
    value={time.timeframe ?? (isCustom(time) ? 'CUSTOM' : null)}
    onChange={(value) =>
      onChange({
        timeframe: value === null ? undefined : Timeframe.parse(value),
        from: undefined,
        to: undefined,
      })
    }
    clearable
    openOnFocus={false}
    clearButtonProps={{ 'aria-label': 'Clear timeframe' }}
    comboboxProps={comboboxProps}
  />
)

type TypeChecksProps = {
  value: readonly SlvType[]
  onChange: (types: SlvType[]) => void
}

export const TypeChecks = ({ value, onChange }: TypeChecksProps) => (
  <Checkbox.Group
    label="Type"
    value={[...value]}
    onChange={(values) => onChange(values.map((one) => SlvType.parse(one)))}
  >
    <Group gap="lg" mih="2rem">
      {slvTypes.map((type) => (
        <Checkbox key={type} value={type} label={slvTypeLabels[type]} />
      ))}
    </Group>
  </Checkbox.Group>
)

type Range = Partial<Pick<ListFilter, 'from' | 'to'>>
const crossed = 'Cannot be earlier than From'

type Problems = { from: string | null; to: string | null }

/**
 * 'Invalid Date' for what is no day or is out of bounds (spec.md §5). Days in
 * the wrong order are one problem, of the second.
 */
export const rangeProblems = ({ from, to }: Range): Problems => {
  const isWrong = (value: string | undefined) =>
    value !== undefined && !day.safeParse(value).success
  const isCrossed = from !== undefined && to !== undefined && from > to
  const fromProblem = isWrong(from) ? invalidDate : null
  const order = isCrossed && fromProblem === null ? crossed : null
  return { from: fromProblem, to: isWrong(to) ? invalidDate : order }
}

type DateRangeProps = Range & {
  problems: Problems
  onChange: (change: Partial<Range>) => void
}

export const DateRange = ({ from, to, problems, onChange }: DateRangeProps) => (
  <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
    <Day
      label="From"
      value={from}
      problem={problems.from}
      onChange={(value) => onChange({ from: value })}
    />
    <Day
      label="To"
      value={to}
      problem={problems.to}
      onChange={(value) => onChange({ to: value })}
    />
  </SimpleGrid>
)

type DayProps = {
  label: string
  value: string | undefined
  problem: string | null
  onChange: (value: string | undefined) => void
}

/** The value of a day that is only partly typed, which differs from no day. */
const unfinished = 'unfinished'

/** The browser's date field, for a civil day. */
const Day = ({ label, value, problem, onChange }: DayProps) => {
  // The browser keeps a partly typed day that the state can't represent.
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
        onChange(validity.badInput ? unfinished : typed || undefined)
      }
    />
  )
}
