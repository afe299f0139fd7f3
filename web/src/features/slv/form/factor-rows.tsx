import { ActionIcon, Autocomplete, Button, TextInput } from '@mantine/core'
import type { CompensatingFactor } from '@portal/contract/slv-request/model'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { type FocusEvent, useState } from 'react'
import type { Typed } from './values.ts'
import classes from './variances.module.css'

type FactorRowsProps = {
  id: string
  label: string
  rows: readonly CompensatingFactor[]
  suggestions: readonly string[]
  error: string | undefined
  onType: (rows: Typed) => void
  onLeave: () => void
}

const most = 20

/** What speaks for the loan all the same: usual factors are offered, any other may be written. */
export const FactorRows = ({ id, label, rows, suggestions, error, onType, onLeave }: FactorRowsProps) => {
  // While somebody is in it the rows are theirs: an empty one waits to be filled and says nothing yet.
  const [held, setHeld] = useState<readonly CompensatingFactor[] | null>(null)
  const shown = held ?? rows
  const change = (next: readonly CompensatingFactor[]) => {
    setHeld(next)
    onType(next)
  }
  const put = (index: number, part: Partial<CompensatingFactor>) =>
    change(shown.map((row, at) => (at === index ? { ...row, ...part } : row)))
  const remove = (index: number) => {
    change(shown.filter((_, at) => at !== index))
    document.getElementById(id)?.focus()
  }
  const add = () => {
    change([...shown, { factor: '', value: '' }])
    requestAnimationFrame(() => document.getElementById(`${id}-${shown.length}`)?.focus())
  }
  const leave = ({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>) => {
    if (relatedTarget && currentTarget.contains(relatedTarget)) return
    setHeld(null)
    onLeave()
  }
  return (
    <fieldset className={classes.factors} onBlur={leave} {...(error && { 'aria-describedby': `${id}-error` })}>
      <legend>{label}</legend>
      {shown.map((row, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows have no other name, and their inputs hold no state of their own
        <div key={index} className={classes.factor}>
          <Autocomplete
            id={`${id}-${index}`}
            aria-label={`Factor ${index + 1}`}
            placeholder="Factor"
            data={[...suggestions]}
            value={row.factor}
            maxLength={120}
            onChange={(factor) => put(index, { factor })}
            comboboxProps={{ transitionProps: { duration: 0 } }}
          />
          <TextInput
            aria-label={`Value of factor ${index + 1}`}
            placeholder="How much, e.g. 14 months"
            value={row.value}
            maxLength={120}
            onChange={(event) => put(index, { value: event.currentTarget.value })}
          />
          <ActionIcon
            variant="subtle"
            color="gray"
            size="lg"
            aria-label={`Remove factor ${index + 1}`}
            onClick={() => remove(index)}
          >
            <IconTrash size={16} aria-hidden />
          </ActionIcon>
        </div>
      ))}
      {error && (
        <p id={`${id}-error`} className={classes.error}>
          {error}
        </p>
      )}
      <Button
        id={id}
        variant="default"
        size="compact-sm"
        leftSection={<IconPlus size={14} aria-hidden />}
        disabled={shown.length >= most}
        onClick={add}
      >
        Add factor
      </Button>
    </fieldset>
  )
}
