import { Select, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { measuredParameters } from '@portal/contract/guideline/figures'
import {
  Factor,
  factorKinds,
  parameters,
  qualifyings,
} from '@portal/contract/guideline/model'
import { inUnit, sizeInUnit } from '@portal/contract/guideline/texts'
import { required } from '@portal/contract/lib/fields'
import type { z } from 'zod'
import { useSchemaForm } from '../../../lib/state/use-schema-form.ts'
import { FormDialog } from '../../../ui/dialogs.tsx'

export type NewFactor = Omit<z.infer<typeof Factor>, 'id'> & {
  id?: string | undefined
}
type Kind = NewFactor['kind']

const kindLabels: Record<Kind, string> = {
  MARGIN: 'A figure is better than its guideline limit',
  FIGURE: 'A figure is at or above a minimum',
  FLAG: 'The borrower is an experienced investor',
  DOCUMENT: 'A document supports it',
}
const isMeasured = (kind: Kind) => kind === 'MARGIN' || kind === 'FIGURE'

/** 'Reserves is better than the limit by 4 months or more' */
export const factorText = ({
  kind,
  parameter,
  threshold,
  document,
}: NewFactor): string => {
  if (kind === 'DOCUMENT') return `An underwriter has verified ${document}`
  if (!isMeasured(kind) || parameter === null || threshold === null)
    return kindLabels[kind]
  const { label, unit } = parameters[parameter]
  return kind === 'MARGIN'
    ? `${label}: better than the limit by ${sizeInUnit(threshold, unit)} or more`
    : `${label}: ${inUnit(threshold, unit)} or more`
}

type FactorDialogProps = {
  stored: NewFactor | undefined
  otherLabels: readonly string[]
  onChange: (factor: NewFactor) => void
  onClose: () => void
}

const newFactor: NewFactor = {
  label: '',
  kind: 'MARGIN',
  parameter: null,
  threshold: null,
  document: null,
  qualifiesBy: null,
}

type Draft = Omit<NewFactor, 'threshold'> & { threshold: string }

const NewFactorSchema = Factor.extend({ id: Factor.shape.id.optional() })

const toFactor = (draft: Draft): NewFactor => {
  const { label, kind, parameter, threshold, document } = draft
  return {
    ...draft,
    label: label.trim(),
    parameter: isMeasured(kind) ? parameter : null,
    threshold: isMeasured(kind) ? Number(threshold) : null,
    document: kind === 'DOCUMENT' ? (document?.trim() ?? null) : null,
  }
}

const findOwnProblems = (
  { label, kind, parameter, threshold, document }: Draft,
  otherLabels: readonly string[],
) => {
  const missing = (isGiven: unknown) => (isGiven ? null : required)
  const isNumber = /^\d{1,9}(\.\d{1,3})?$/.test(threshold.trim())
  const problems = {
    label: otherLabels.includes(label.trim())
      ? 'Another factor already has this name'
      : missing(label.trim()),
    parameter: isMeasured(kind) ? missing(parameter) : null,
    threshold:
      !isMeasured(kind) || isNumber
        ? null
        : (missing(threshold.trim()) ?? 'Enter a number of 0 or more'),
    document: kind === 'DOCUMENT' ? missing(document?.trim()) : null,
  }
  return Object.entries(problems).flatMap(([field, error]) =>
    error ? [{ field, error }] : [],
  )
}

/**
 * Adds a factor, or changes one. The catalog is saved with the page's button.
 */
export const FactorDialog = ({
  stored,
  otherLabels,
  onChange,
  onClose,
}: FactorDialogProps) => {
  const { form, submit } = useSchemaForm<Draft>({
    initialValues: {
      ...(stored ?? newFactor),
      threshold: String(stored?.threshold ?? ''),
    },
    schema: NewFactorSchema,
    toBody: toFactor,
    findOwnProblems: (draft) => findOwnProblems(draft, otherLabels),
  })
  const { kind, parameter } = form.values
  return (
    <FormDialog
      title={stored ? `Edit ${stored.label}` : 'Add factor'}
      submitLabel={stored ? 'Update factor' : 'Add factor'}
      onClose={onClose}
      onSubmit={() => submit(async (draft) => onChange(toFactor(draft)))}
    >
      <TextInput
        label="Factor"
        description="The name shown on requests and reports"
        required
        maxLength={120}
        data-autofocus
        {...form.getInputProps('label')}
      />
      <Select
        label="Counts if"
        allowDeselect={false}
        data={factorKinds.map((value) => ({ value, label: kindLabels[value] }))}
        {...form.getInputProps('kind')}
      />
      {isMeasured(kind) && (
        <MeasureFields
          kind={kind}
          parameter={parameter}
          getInputProps={form.getInputProps}
        />
      )}
      <Select
        label="For loans that qualify by"
        placeholder="All loans"
        clearable
        data={qualifyings}
        {...form.getInputProps('qualifiesBy')}
      />
      {kind === 'DOCUMENT' && (
        <TextInput
          label="Document"
          description="As in “Attach a housing history of 24 months”"
          required
          maxLength={120}
          {...form.getInputProps('document')}
        />
      )}
    </FormDialog>
  )
}

type MeasureFieldsProps = Pick<Draft, 'kind' | 'parameter'> &
  Pick<UseFormReturnType<Draft>, 'getInputProps'>

/** What is measured, and from what size on it counts. */
const MeasureFields = ({
  kind,
  parameter,
  getInputProps,
}: MeasureFieldsProps) => (
  <>
    <Select
      label="Figure"
      required
      searchable
      data={measuredParameters.map((value) => ({
        value,
        label: parameters[value].label,
      }))}
      {...getInputProps('parameter')}
    />
    <TextInput
      label={
        kind === 'MARGIN' ? 'Better than the limit by at least' : 'At least'
      }
      required
      inputMode="decimal"
      rightSection={parameter && parameters[parameter].unit}
      rightSectionWidth="6rem"
      {...getInputProps('threshold')}
    />
  </>
)
