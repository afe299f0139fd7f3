import { Radio, Select } from '@mantine/core'
import classes from './text-inputs.module.css'
import { type InputProps, inputOrder } from './text-inputs.tsx'

export type Choice = { value: string; label: string }

type ChoiceProps = InputProps & { choices: readonly Choice[]; emptyText?: string; isClearable?: boolean }

/** One of several, found by typing. A value that is no longer among them stays and can be seen. */
export const ChoiceInput = ({ choices, shown, emptyText = 'No match', isClearable, ...props }: ChoiceProps) => {
  const isKnown = shown === '' || choices.some(({ value }) => value === shown)
  return (
    <Select
      id={props.id}
      label={props.label}
      description={props.note}
      inputWrapperOrder={inputOrder}
      error={props.error ?? null}
      withAsterisk={props.isRequired ?? false}
      aria-required={props.isRequired ?? false}
      data={isKnown ? [...choices] : [{ value: shown, label: shown }, ...choices]}
      value={shown === '' ? null : shown}
      onChange={(value) => props.onType(value ?? '')}
      onBlur={props.onLeave}
      searchable
      clearable={isClearable ?? !props.isRequired}
      selectFirstOptionOnChange
      nothingFoundMessage={emptyText}
      placeholder="Choose"
      maxDropdownHeight={280}
      comboboxProps={{ transitionProps: { duration: 0 } }}
      clearButtonProps={{ 'aria-label': `Clear ${props.label}`, tabIndex: -1 }}
    />
  )
}

type FlagProps = Omit<InputProps, 'shown' | 'onType'> & { shown: boolean | null; onType: (value: boolean) => void }

/** Yes, no, or not answered yet. */
export const FlagInput = ({ id, label, shown, note, isRequired, error, onType, onLeave }: FlagProps) => {
  const value = shown === null ? '' : shown ? 'yes' : 'no'
  const choose = (next: string) => {
    onType(next === 'yes')
    onLeave()
  }
  return (
    <Radio.Group
      label={label}
      description={note}
      inputWrapperOrder={inputOrder}
      value={value}
      onChange={choose}
      error={error ?? null}
      withAsterisk={isRequired ?? false}
    >
      <div className={classes.flags}>
        <Radio id={id} value="yes" label="Yes" />
        <Radio value="no" label="No" />
      </div>
    </Radio.Group>
  )
}
