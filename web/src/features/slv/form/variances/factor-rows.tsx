import {
  ActionIcon,
  Autocomplete,
  Button,
  Fieldset,
  Group,
  Stack,
  Text,
  TextInput,
} from '@mantine/core'
import {
  isSameFactor,
  whyNotApplicable,
} from '@portal/contract/guideline/factors'
import type { CompensatingFactor } from '@portal/contract/slv-request/model'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type FocusEvent, useState } from 'react'
import { guideQuery } from '../../../../records/guideline/queries.ts'
import { slvQuery } from '../../../../records/slv/queries.ts'
import { AttachDocument } from '../../../document/shared/attach-document.tsx'
import { useEditor, useEditorState } from '../editor.ts'
import { toFormView } from '../form-view.ts'
import type { FieldInputProps } from '../inputs.tsx'

const most = 20

/**
 * The factors of the buyer's catalog that are for this loan, once it is loaded.
 */
const useOfferedFactors = () => {
  const figures = useEditorState((state) => toFormView(state).form)
  const { slvId } = useEditor()
  const { data } = useQuery(guideQuery(figures.originalLockDate ?? null, slvId))
  if (!data) return []
  const program = data.programs.find(
    ({ name }) => name === figures.buyerNonAgencyProgram,
  )
  const loan = { figures, qualifiesBy: program?.qualifiesBy ?? null }
  return data.factors.filter(
    (factor) => whyNotApplicable(factor, loan) === null,
  )
}

type FactorRowProps = {
  id: string
  number: number
  row: CompensatingFactor
  offered: ReturnType<typeof useOfferedFactors>
  onChange: (row: CompensatingFactor) => void
  onRemove: () => void
}

/** A factor and its value; one that a document shows also has its document. */
const FactorRow = ({
  id,
  number,
  row,
  offered,
  onChange,
  onRemove,
}: FactorRowProps) => {
  const { slvId } = useEditor()
  const { data: slv } = useQuery({ ...slvQuery(slvId), enabled: false })
  const documentary = offered.find(
    ({ kind, label }) => kind === 'DOCUMENT' && isSameFactor(row.factor, label),
  )
  return (
    <Stack gap={4} w="100%">
      <Group gap={6} w="100%" align="flex-start">
        <Autocomplete
          flex="3 1 9rem"
          id={id}
          aria-label={`Factor ${number}`}
          placeholder="Factor"
          data={offered.map(({ label }) => label)}
          value={row.factor}
          maxLength={120}
          onChange={(factor) => onChange({ ...row, factor })}
        />
        <TextInput
          flex="2 1 9rem"
          aria-label={`Value of factor ${number}`}
          placeholder="How much, e.g. 14 months"
          value={row.value}
          maxLength={120}
          onChange={(event) =>
            onChange({ ...row, value: event.currentTarget.value })
          }
        />
        <ActionIcon
          size="lg"
          aria-label={`Remove factor ${number}`}
          onClick={onRemove}
        >
          <IconTrash size={16} aria-hidden />
        </ActionIcon>
      </Group>
      {documentary && slv && (
        <AttachDocument
          slv={slv}
          factor={documentary.label}
          wanted={documentary.document}
        />
      )}
    </Stack>
  )
}

/** The compensating factors of a variance. */
export const FactorRows = ({
  id,
  label,
  shown: rows,
  error,
  onType,
  onLeave,
}: Omit<FieldInputProps, 'kind'>) => {
  const offered = useOfferedFactors()
  // While the focus is inside, rows stay as they were typed: an empty one waits
  // to be filled in.
  const [typed, setTyped] = useState<readonly CompensatingFactor[] | null>(null)
  const saved = typeof rows === 'object' && rows ? rows : []
  const shown =
    typed ?? saved.map(({ factor = '', value = '' }) => ({ factor, value }))
  const change = (next: readonly CompensatingFactor[]) => {
    setTyped(next)
    onType(next)
  }
  const remove = (index: number) => {
    change(shown.toSpliced(index, 1))
    document.getElementById(id)?.focus()
  }
  const add = () => {
    change([...shown, { factor: '', value: '' }])
    requestAnimationFrame(() =>
      document.getElementById(`${id}-${shown.length}`)?.focus(),
    )
  }
  const leave = ({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>) => {
    if (relatedTarget && currentTarget.contains(relatedTarget)) return
    setTyped(null)
    onLeave()
  }
  return (
    <Fieldset
      variant="unstyled"
      m={0}
      miw={0}
      onBlur={leave}
      {...(error && { 'aria-describedby': `${id}-error` })}
    >
      <Text component="legend" p={0} fw={500}>
        {label}
      </Text>
      <Stack gap={6} align="flex-start">
        {[...shown.entries()].map(([index, row]) => (
          <FactorRow
            key={index}
            id={`${id}-${index}`}
            number={index + 1}
            row={row}
            offered={offered}
            onChange={(next) => change(shown.with(index, next))}
            onRemove={() => remove(index)}
          />
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
