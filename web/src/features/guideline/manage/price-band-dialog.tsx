import { Select, SimpleGrid, TextInput } from '@mantine/core'
import { measuredParameters } from '@portal/contract/guideline/figures'
import { parameters } from '@portal/contract/guideline/model'
import { NewPriceBand } from '@portal/contract/price/model'
import { useQuery } from '@tanstack/react-query'
import { useSchemaForm } from '../../../lib/state/use-schema-form.ts'
import { readTypedNumber } from '../../../lib/text/typed-number.ts'
import { programsQuery } from '../../../records/guideline/queries.ts'
import { FormDialog } from '../../../ui/dialogs.tsx'

type PriceBandDialogProps = {
  stored: NewPriceBand | undefined
  onChange: (band: NewPriceBand) => void
  onClose: () => void
}

const toDraft = (band: NewPriceBand | undefined) => ({
  parameter: band?.parameter ?? null,
  program: band?.program ?? null,
  from: String(band?.from ?? 0),
  to: String(band?.to ?? ''),
  bps: String(band?.bps ?? ''),
})
type Draft = ReturnType<typeof toDraft>

/** A band of the price grid. The grid is saved with the page's button. */
export const PriceBandDialog = ({
  stored,
  onChange,
  onClose,
}: PriceBandDialogProps) => {
  const toBand = (draft: Draft) => ({
    ...draft,
    ...(stored?.id && { id: stored.id }),
    from: readTypedNumber(draft.from),
    to: readTypedNumber(draft.to),
    bps: readTypedNumber(draft.bps),
  })
  const { form, submit } = useSchemaForm<Draft>({
    initialValues: toDraft(stored),
    schema: NewPriceBand,
    toBody: toBand,
  })
  const { data: catalog } = useQuery(programsQuery)
  const programs = catalog?.items ?? []
  const { parameter } = form.values
  const unit = parameter && parameters[parameter].unit
  return (
    <FormDialog
      title={stored ? 'Edit band' : 'Add band'}
      submitLabel={stored ? 'Update band' : 'Add band'}
      onClose={onClose}
      onSubmit={() =>
        submit(async (draft) => onChange(NewPriceBand.parse(toBand(draft))))
      }
    >
      <Select
        label="Parameter"
        required
        searchable
        data-autofocus
        data={measuredParameters.map((value) => ({
          value,
          label: parameters[value].label,
        }))}
        {...form.getInputProps('parameter')}
      />
      <Select
        label="Program"
        placeholder="Every program without its own band"
        clearable
        searchable
        data={programs.map(({ code, name }) => ({ value: code, label: name }))}
        {...form.getInputProps('program')}
      />
      <SimpleGrid cols={{ base: 1, sm: 3 }}>
        <TextInput
          label="Misses by over"
          required
          inputMode="decimal"
          rightSection={unit}
          rightSectionWidth="4.5rem"
          {...form.getInputProps('from')}
        />
        <TextInput
          label="Up to"
          required
          inputMode="decimal"
          rightSection={unit}
          rightSectionWidth="4.5rem"
          {...form.getInputProps('to')}
        />
        <TextInput
          label="Price"
          required
          inputMode="text"
          rightSection="bps"
          {...form.getInputProps('bps')}
        />
      </SimpleGrid>
    </FormDialog>
  )
}
