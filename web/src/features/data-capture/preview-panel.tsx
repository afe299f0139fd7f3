import { Box, Button, Checkbox, Group, Paper, Stack } from '@mantine/core'
import {
  type CaptureEffect,
  type CapturePreview,
  captureColumns,
  captureEffectLabels,
  captureEffects,
  type PreviewRow,
} from '@portal/contract/data-capture/model'
import { tprResponseLabels } from '@portal/contract/tdoc/model'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useEffect, useId, useRef, useState } from 'react'
import * as format from '../../lib/text/format.ts'
import uploadClasses from '../../ui/inputs/upload.module.css'
import { WarningBox } from '../../ui/notice.tsx'
import { Hint, SecondaryButton, TinyButton } from '../../ui/presets.ts'
import { CellNote, SmallTable } from '../../ui/small-table.tsx'
import classes from './preview-panel.module.css'

type PreviewPanelProps = {
  preview: CapturePreview
  /** Why there is a new preview; null for the first. */
  notice: string | null
  problem: string | null
  isSending: boolean
  onApply: (createTdocs: boolean) => void
  onRetry: (() => void) | undefined
  onClose: () => void
}

/** What a file would do, row by row, and the button that applies it. */
export const PreviewPanel = ({
  preview,
  notice,
  problem,
  isSending,
  onApply,
  onRetry,
  onClose,
}: PreviewPanelProps) => {
  const [createTdocs, setCreateTdocs] = useState(false)
  const { counts, fileName, rows } = preview
  const titleId = useId()
  const applied = counts.UPDATED + (createTdocs ? counts.NEW : 0)
  return (
    <Paper component="section" aria-labelledby={titleId} p="md" withBorder>
      <PreviewTitle id={titleId} text={`Preview of ${fileName}`} />
      <Stack gap="sm" align="flex-start">
        <p role="status">{describeCounts(counts)}. Nothing is applied yet.</p>
        {notice !== null && <WarningBox role="alert">{notice}</WarningBox>}
        {counts.NEW > 0 && (
          <Checkbox
            label={
              counts.NEW === 1
                ? 'Create 1 new Tdoc'
                : `Create ${format.count(counts.NEW)} new Tdocs`
            }
            description="Otherwise the new rows are rejected."
            checked={createTdocs}
            disabled={isSending}
            onChange={({ currentTarget }) =>
              setCreateTdocs(currentTarget.checked)
            }
          />
        )}
        <Group gap="xs">
          <Button
            disabled={applied === 0}
            loading={isSending}
            onClick={() => onApply(createTdocs)}
          >
            Apply
          </Button>
          <SecondaryButton disabled={isSending} onClick={onClose}>
            Cancel
          </SecondaryButton>
        </Group>
        {problem !== null && (
          <CaptureProblem text={problem} onRetry={onRetry} />
        )}
        <Hint>{explainNext(applied, counts)}</Hint>
      </Stack>
      {shownEffects.map((effect) => (
        <EffectRows
          key={effect}
          effect={effect}
          rows={rows.filter((row) => row.effect === effect)}
        />
      ))}
    </Paper>
  )
}

/** It takes the focus, so that screen readers announce the preview. */
const PreviewTitle = ({ id, text }: { id: string; text: string }) => {
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => title.current?.focus({ preventScroll: true }), [])
  return (
    <Box
      component="h2"
      id={id}
      ref={title}
      tabIndex={-1}
      mb="xs"
      style={{ overflowWrap: 'anywhere' }}
    >
      {text}
    </Box>
  )
}

/** '5 updated, 1 new, 2 rejected' */
const describeCounts = (counts: CapturePreview['counts']) =>
  captureEffects
    .filter((effect) => counts[effect] > 0)
    .map(
      (effect) =>
        `${format.count(counts[effect])} ${captureEffectLabels[effect].toLowerCase()}`,
    )
    .join(', ')

function explainNext(applied: number, counts: CapturePreview['counts']) {
  if (applied > 0 && counts.REJECTED > 0)
    return 'After you apply the file, download its rejected rows, correct them and upload that file.'
  if (applied > 0) return 'The rows are applied in the background.'
  if (counts.NEW > 0) return 'To create the new Tdocs, select the box above.'
  return 'No row would change a Tdoc. Correct the file and upload it again.'
}

/** What needs a look comes first. Unchanged rows are only counted. */
const shownEffects: readonly CaptureEffect[] = ['REJECTED', 'NEW', 'UPDATED']

const firstRows = 50

const EffectRows = ({
  effect,
  rows,
}: {
  effect: CaptureEffect
  rows: readonly PreviewRow[]
}) => {
  const [isWhole, setIsWhole] = useState(false)
  if (rows.length === 0) return null
  const label = `${captureEffectLabels[effect]} (${format.count(rows.length)})`
  return (
    <Box mt="md">
      <h3>{label}</h3>
      <SmallTable
        heads={['Row', 'Tdoc', headings[effect]]}
        className={classes.rows}
      >
        {(isWhole ? rows : rows.slice(0, firstRows)).map((row) => (
          <PreviewLine key={row.rowNumber} row={row} />
        ))}
      </SmallTable>
      {!isWhole && rows.length > firstRows && (
        <SecondaryButton mt="xs" onClick={() => setIsWhole(true)}>
          Show all {format.count(rows.length)}
        </SecondaryButton>
      )}
    </Box>
  )
}

const headings: Record<CaptureEffect, string> = {
  REJECTED: 'Reason',
  NEW: 'Response',
  UPDATED: 'Change',
  UNCHANGED: 'Change',
}

const PreviewLine = ({ row }: { row: PreviewRow }) => (
  <tr>
    <td>{row.rowNumber}</td>
    <th scope="row">
      {row.imageFileName || format.none}
      <CellNote>{row.buyerLoanNumber || format.none}</CellNote>
    </th>
    <td>
      {row.problems.map(({ column, error }) => (
        <div key={error}>
          {column && <strong>{captureColumns[column].title}: </strong>}
          {error}
        </div>
      ))}
      {row.changes.map((change) => (
        <ChangeLine key={change.column} {...change} />
      ))}
    </td>
  </tr>
)

/** 'Response: Not Reviewed → Received' */
const ChangeLine = ({
  column,
  before,
  after,
}: PreviewRow['changes'][number]) => (
  <div>
    {captureColumns[column].title}:{' '}
    {before !== null && (
      <>
        <del>{formatCell(column, before)}</del>
        {' → '}
      </>
    )}
    <strong>{formatCell(column, after)}</strong>
  </div>
)

const responseLabels: Readonly<Record<string, string>> = tprResponseLabels

function formatCell(
  column: PreviewRow['changes'][number]['column'],
  value: string | null,
) {
  if (value === null) return format.none
  if (column === 'tprEstimatedDateOfReview') return format.day(value)
  return column === 'tprResponse' ? (responseLabels[value] ?? value) : value
}

/** Why a file wasn't read or sent. */
export const CaptureProblem = ({
  text,
  onRetry,
}: {
  text: string
  onRetry: (() => void) | undefined
}) => (
  <p className={uploadClasses.problem} role="alert">
    <IconAlertTriangle size={14} aria-hidden />
    <span>{text}</span>
    {onRetry && <TinyButton onClick={onRetry}>Try again</TinyButton>}
  </p>
)
