import { SimpleGrid, TextInput } from '@mantine/core'
import { AuthorityLevel } from '@portal/contract/authority/model'
import { measuredParameters } from '@portal/contract/guideline/figures'
import { type Parameter, parameters } from '@portal/contract/guideline/model'
import { toRecord } from '@portal/contract/lib/typed'
import { useState } from 'react'
import { useSchemaForm } from '../../../lib/state/use-schema-form.ts'
import { readTypedNumber } from '../../../lib/text/typed-number.ts'
import { FormDialog } from '../../../ui/dialogs.tsx'
import { Hint } from '../../../ui/presets.ts'

type LevelDialogProps = {
  stored: AuthorityLevel | undefined
  otherNames: readonly string[]
  onChange: (level: AuthorityLevel) => void
  onClose: () => void
}

const shown = (limit: number | null | undefined) => String(limit ?? '')

const toDraft = (level: AuthorityLevel | undefined) => ({
  name: level?.name ?? '',
  maxVariances: shown(level?.maxVariances),
  maxPriceConcession: shown(level?.maxPriceConcession),
  maxLoanAmount: shown(level?.maxLoanAmount),
  distances: toRecord(measuredParameters, (parameter) =>
    shown(level?.maxDistance[parameter]),
  ),
})
type Draft = ReturnType<typeof toDraft>

const readDistances = (distances: Draft['distances']) =>
  Object.fromEntries(
    Object.entries(distances)
      .filter(([, text]) => text.trim() !== '')
      .map(([parameter, text]) => [parameter, readTypedNumber(text)]),
  )

const readDraft = ({ distances, ...draft }: Draft) => ({
  name: draft.name,
  maxVariances: readTypedNumber(draft.maxVariances),
  maxPriceConcession: readTypedNumber(draft.maxPriceConcession),
  maxLoanAmount: readTypedNumber(draft.maxLoanAmount),
  maxDistance: readDistances(distances),
})

/**
 * A level of decision authority. An empty limit is no limit. The levels are
 * saved with the page's button.
 */
export const LevelDialog = ({
  stored,
  otherNames,
  onChange,
  onClose,
}: LevelDialogProps) => {
  const [id] = useState(() => stored?.id ?? crypto.randomUUID())
  const toLevel = (draft: Draft) => ({ id, ...readDraft(draft) })
  const { form, submit } = useSchemaForm<Draft>({
    initialValues: toDraft(stored),
    schema: AuthorityLevel,
    toBody: toLevel,
    findOwnProblems: ({ name }) =>
      otherNames.includes(name.trim())
        ? [{ field: 'name', error: 'Another level already has this name' }]
        : [],
  })
  const distanceField = (parameter: Parameter) => (
    <TextInput
      key={parameter}
      label={parameters[parameter].label}
      placeholder="No limit"
      inputMode="decimal"
      rightSection={distanceUnit(parameter)}
      rightSectionWidth="5.5rem"
      {...form.getInputProps(`distances.${parameter}`)}
      error={form.errors[`maxDistance.${parameter}`]}
    />
  )
  return (
    <FormDialog
      title={stored ? `Edit ${stored.name}` : 'Add level'}
      submitLabel={stored ? 'Update level' : 'Add level'}
      size="lg"
      onClose={onClose}
      onSubmit={() =>
        submit(async (draft) => onChange(AuthorityLevel.parse(toLevel(draft))))
      }
    >
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <TextInput
          label="Name"
          required
          maxLength={60}
          data-autofocus
          {...form.getInputProps('name')}
        />
        <TextInput
          label="Approved variances"
          placeholder="No limit"
          inputMode="numeric"
          {...form.getInputProps('maxVariances')}
        />
        <TextInput
          label="Price concession"
          description="Above the suggested price"
          placeholder="No limit"
          inputMode="decimal"
          rightSection="bps"
          inputWrapperOrder={['label', 'input', 'error', 'description']}
          {...form.getInputProps('maxPriceConcession')}
        />
        <TextInput
          label="Loan amount"
          placeholder="No limit"
          inputMode="decimal"
          leftSection="$"
          {...form.getInputProps('maxLoanAmount')}
        />
      </SimpleGrid>
      <Hint>How far a variance may miss its limit:</Hint>
      <SimpleGrid cols={{ base: 1, xs: 2, sm: 3 }}>
        {measuredParameters.map(distanceField)}
      </SimpleGrid>
    </FormDialog>
  )
}

/** Differences of percentages are in points. */
const distanceUnit = (parameter: Parameter): string | null => {
  const { unit } = parameters[parameter]
  return unit === '%' ? 'points' : unit
}
