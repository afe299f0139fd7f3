import { ActionIcon, Autocomplete, Button, Fieldset, Stack, Text, TextInput } from '@mantine/core'
import { type CompensatingFactor, commonFactors } from '@portal/contract/slv-request/model'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { type FocusEvent, useState } from 'react'
import classes from './form.module.css'

type FactorRowsProps = {
  id: string
  label: string
  rows: readonly Partial<CompensatingFactor>[]
  error: string | undefined
  onType: (rows: readonly CompensatingFactor[]) => void
  onLeave: () => void
}

const most = 20

export const FactorRows = ({ id, label, rows, error, onType, onLeave }: FactorRowsProps) => {
  // While the focus is inside, rows stay as they were typed: an empty one waits to be filled in.
  const [typed, setTyped] = useState<readonly CompensatingFactor[] | null>(null)
  const shown = typed ?? rows.map(({ factor = '', value = '' }) => ({ factor, value }))
  const change = (next: readonly CompensatingFactor[]) => {
    setTyped(next)
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
    setTyped(null)
    onLeave()
  }
  return (
    <Fieldset variant="unstyled" m={0} miw={0} onBlur={leave} {...(error && { 'aria-describedby': `${id}-error` })}>
      <Text component="legend" p={0} fw={500}>
        {label}
      </Text>
      <Stack gap={6} align="flex-start">
        {shown.map((row, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows have no other name, and their inputs hold no state of their own
          <div key={index} className={classes.factor}>
            <Autocomplete
              id={`${id}-${index}`}
              aria-label={`Factor ${index + 1}`}
              placeholder="Factor"
              data={[...commonFactors]}
              value={row.factor}
              maxLength={120}
              onChange={(factor) => put(index, { factor })}
            />
            <TextInput
              aria-label={`Value of factor ${index + 1}`}
              placeholder="How much, e.g. 14 months"
              value={row.value}
              maxLength={120}
              onChange={(event) => put(index, { value: event.currentTarget.value })}
            />
            <ActionIcon size="lg" aria-label={`Remove factor ${index + 1}`} onClick={() => remove(index)}>
              <IconTrash size={16} aria-hidden />
            </ActionIcon>
          </div>
        ))}
        {error && (
          <Text id={`${id}-error`} size="xs" c="var(--mantine-color-error)">
            {error}
          </Text>
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
      </Stack>
    </Fieldset>
  )
}
