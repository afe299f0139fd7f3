import {
  ActionIcon,
  Autocomplete,
  Button,
  Group,
  type OptionsFilter,
  Paper,
  Stack,
  Textarea,
} from '@mantine/core'
import { answerText } from '@portal/contract/document/texts'
import { normalizeForSearch } from '@portal/contract/lib/normalize-for-search'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { z } from 'zod'
import { slvQuery } from '../../../records/slv/queries.ts'
import { Hint, SmallButton } from '../../../ui/presets.ts'
import { ExamplePicker } from '../../document/shared/example-picker.tsx'

export const DocumentDraft = z.object({
  name: z.string(),
  note: z.string(),
  exampleDocumentId: z.string().optional(),
  insteadOf: z.string().optional(),
})
type DocumentDraft = z.infer<typeof DocumentDraft>
export const blankDocument: DocumentDraft = { name: '', note: '' }

const maxDocuments = 50

const commonDocuments = [
  'Bank statements, last 12 months',
  'Bank statements, last 24 months',
  'Bank statements, last 2 months',
  'P&L statement, year to date',
  'CPA letter',
  'Tax returns, last 2 years',
  'W-2 forms, last 2 years',
  'Pay stubs, last 30 days',
  'Verification of employment',
  'Business license or articles of organization',
  'Lease agreements',
  'Rent roll',
  'Market rent schedule (Form 1007)',
  'Mortgage statement',
  'Verification of mortgage or rent, last 12 months',
  'Payment history, last 24 months',
  'Credit report',
  'Letter of explanation',
  'Appraisal report',
  'Second appraisal or desk review',
  'Purchase contract with addenda',
  'Settlement statement',
  'Title commitment',
  'Hazard insurance declaration page',
  'Flood certificate',
  'Condo questionnaire',
  'HOA statement',
  'Reserve account statements, last 60 days',
  'Gift letter',
  'Visa or residency documents',
  'Entity documents (operating agreement, EIN)',
  'Loan application (Form 1003)',
  'Loan approval (Form 1008)',
]

const suggest: OptionsFilter = ({ options, search, limit }) => {
  const typed = normalizeForSearch(search)
  const matches = options.filter(
    (option) =>
      'value' in option && normalizeForSearch(option.label).includes(typed),
  )
  const isChosen = matches.some(
    (option) => 'value' in option && normalizeForSearch(option.label) === typed,
  )
  return isChosen ? [] : matches.slice(0, limit)
}

type DocumentRowsProps = {
  slvId: string
  rows: readonly DocumentDraft[]
  fieldOf: (path: string) => { id: string; error: string | undefined }
  onChange: (rows: DocumentDraft[]) => void
}

export const DocumentRows = ({
  slvId,
  rows,
  fieldOf,
  onChange,
}: DocumentRowsProps) => {
  const add = () => {
    const { id } = fieldOf(`${rows.length}.name`)
    onChange([...rows, blankDocument])
    requestAnimationFrame(() => document.getElementById(id)?.focus())
  }
  return (
    <>
      <AskAgain slvId={slvId} rows={rows} onChange={onChange} />
      <Stack component="ol" gap="md" p={0} style={{ listStyle: 'none' }}>
        {[...rows.entries()].map(([index, row]) => (
          <DocumentRow
            key={index}
            slvId={slvId}
            index={index}
            row={row}
            fieldOf={fieldOf}
            onChange={(part) => onChange(rows.with(index, { ...row, ...part }))}
            onRemove={
              rows.length > 1
                ? () => onChange(rows.filter((_, at) => at !== index))
                : undefined
            }
          />
        ))}
      </Stack>
      <Button
        variant="default"
        leftSection={<IconPlus size={16} />}
        style={{ alignSelf: 'flex-start' }}
        disabled={rows.length >= maxDocuments}
        onClick={add}
      >
        Add a document
      </Button>
    </>
  )
}

const isBlank = ({ name, note }: DocumentDraft) => name === '' && note === ''

/**
 * Requests documents again whose answer doesn't suffice, with the same name and
 * note.
 */
const AskAgain = ({
  slvId,
  rows,
  onChange,
}: Omit<DocumentRowsProps, 'fieldOf'>) => {
  const { data: slv } = useQuery({ ...slvQuery(slvId), enabled: false })
  const answered = (slv?.pendingDocuments ?? []).filter(
    ({ id, answer, outcome }) =>
      answer !== null &&
      outcome?.kind !== 'ASKED_AGAIN' &&
      !rows.some(({ insteadOf }) => insteadOf === id),
  )
  if (answered.length === 0) return null
  return (
    <Stack gap={4} align="flex-start">
      <Hint>
        The seller answered these without a new file. Request one again if the
        answer doesn’t suffice.
      </Hint>
      {answered.map(({ id, name, note, example, answer }) => (
        <SmallButton
          key={id}
          leftSection={<IconPlus size={14} aria-hidden />}
          title={answer ? answerText(answer) : undefined}
          onClick={() =>
            onChange([
              ...rows.filter((row) => !isBlank(row)),
              {
                name,
                note,
                insteadOf: id,
                exampleDocumentId: example?.id,
              },
            ])
          }
        >
          Request again: {name}
        </SmallButton>
      ))}
    </Stack>
  )
}

type DocumentRowProps = Pick<DocumentRowsProps, 'slvId' | 'fieldOf'> & {
  index: number
  row: DocumentDraft
  onChange: (part: Partial<DocumentDraft>) => void
  /** Undefined for the only row. */
  onRemove: (() => void) | undefined
}

const DocumentRow = ({
  slvId,
  index,
  row,
  fieldOf,
  onChange,
  onRemove,
}: DocumentRowProps) => (
  <Paper component="li" bd="1px solid var(--portal-line)" p="sm">
    <Stack gap="xs">
      <Group gap="xs" wrap="nowrap" align="flex-start">
        <Autocomplete
          {...fieldOf(`${index}.name`)}
          flex={1}
          label={`Document ${index + 1}`}
          withAsterisk
          placeholder="Bank statements, last 12 months"
          data={commonDocuments}
          limit={8}
          filter={suggest}
          openOnFocus={false}
          {...(index === 0 && { 'data-autofocus': true })}
          value={row.name}
          onChange={(name) => onChange({ name })}
        />
        <ActionIcon
          mt="1.25rem"
          size={32}
          aria-label={`Remove document ${index + 1}`}
          disabled={!onRemove}
          onClick={onRemove}
        >
          <IconTrash size={16} />
        </ActionIcon>
      </Group>
      <Textarea
        {...fieldOf(`${index}.note`)}
        label={`Note on document ${index + 1}`}
        placeholder="Instructions for the seller"
        autosize
        minRows={1}
        maxRows={6}
        value={row.note}
        onChange={(event) => onChange({ note: event.currentTarget.value })}
      />
      <ExamplePicker
        {...fieldOf(`${index}.exampleDocumentId`)}
        slvId={slvId}
        label={`Example for document ${index + 1}`}
        value={row.exampleDocumentId ?? null}
        onChange={(exampleDocumentId) =>
          onChange({ exampleDocumentId: exampleDocumentId ?? undefined })
        }
      />
    </Stack>
  </Paper>
)
