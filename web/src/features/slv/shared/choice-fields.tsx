import { Checkbox, Group, Select, type SelectProps } from '@mantine/core'
import { SlvType, slvTypeLabels, slvTypes } from '@portal/contract/slv/model'
import { Timeframe, timeframeLabels, timeframes } from '@portal/contract/slv/timeframe'
import type { ListFilter } from './list-filter.ts'

type Time = Pick<ListFilter, 'timeframe' | 'from' | 'to'>

export const isCustom = ({ timeframe, from, to }: Time) => timeframe === 'CUSTOM' || Boolean(from || to)

type TimeframeSelectProps = { time: Time; onChange: (time: Time) => void; comboboxProps?: SelectProps['comboboxProps'] }

export const TimeframeSelect = ({ time, onChange, comboboxProps }: TimeframeSelectProps) => (
  <Select
    label="Timeframe"
    placeholder="Any time"
    data={timeframes.map((timeframe) => ({ value: timeframe, label: timeframeLabels[timeframe] }))}
    value={time.timeframe ?? (isCustom(time) ? 'CUSTOM' : null)}
    onChange={(value) =>
      onChange({ timeframe: value === null ? undefined : Timeframe.parse(value), from: undefined, to: undefined })
    }
    clearable
    openOnFocus={false}
    clearButtonProps={{ 'aria-label': 'Clear timeframe' }}
    comboboxProps={comboboxProps}
  />
)

type TypeChecksProps = { value: readonly SlvType[]; onChange: (types: SlvType[]) => void }

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
