import { Stack, Text, Textarea, TextInput } from '@mantine/core'
import { mostRules, type VersionAnswer, workbookLimits } from '@portal/contract/guideline/api'
import { civil } from '@portal/contract/sla/calendar'
import { useState } from 'react'
import { hasStatus, problemsOf } from '../../../lib/call-error.ts'
import { createIntent } from '../../../lib/state/intent.ts'
import { useFields } from '../../../lib/state/use-fields.ts'
import { count, fileSize } from '../../../lib/text/format.ts'
import { FormDialog } from '../../../ui/dialogs.tsx'
import { DropArea } from '../../../ui/inputs/drop-area.tsx'
import { WarningBox } from '../../../ui/notice.tsx'
import { Hint } from '../../../ui/presets.ts'
import { ScrollRegion } from '../../../ui/scroll-region.tsx'
import { SmallTable } from '../../../ui/small-table.tsx'
import { EffectSummary } from './effect-view.tsx'
import { useImportRules, usePublishVersion, useUpdateVersion } from './queries.ts'
import { useStoredFields } from './save-box.tsx'
import { versionTitle } from './version-labels.ts'

/** Changes the title and the note of a draft. */
export const RenameDialog = ({ version: saved, onClose }: { version: VersionAnswer; onClose: () => void }) => {
  const update = useUpdateVersion()
  const { draft, text, isStale, conflict } = useStoredFields({ saved, create: () => saved, error: update.error })
  const { id, version, title, note } = draft
  return (
    <FormDialog
      title="Title and note"
      submitLabel="Save"
      isSubmitDisabled={isStale}
      onClose={onClose}
      onSubmit={() => update.mutateAsync({ id, version, title, note })}
    >
      <TextInput label="Title" required maxLength={120} data-autofocus {...text('title')} />
      <Textarea
        label="Note"
        description="A summary of what changed in this version"
        autosize
        minRows={3}
        maxLength={2000}
        {...text('note')}
      />
      {conflict}
    </FormDialog>
  )
}

const tomorrow = () => civil(new Date(Date.now() + 86_400_000)).day

type PublishDialogProps = { version: VersionAnswer; overlaps: number; onClose: () => void }

/** Publishes a draft, which ends the previous version on the effective date. */
export const PublishDialog = ({ version, overlaps, onClose }: PublishDialogProps) => {
  const publish = usePublishVersion()
  const { draft, text } = useFields(() => ({ effectiveFrom: tomorrow() }), problemsOf(publish.error))
  return (
    <FormDialog
      title={`Publish ${versionTitle(version)}`}
      submitLabel="Publish"
      isSubmitDisabled={overlaps > 0 || version.rules === 0}
      onClose={onClose}
      onSubmit={() => publish.mutateAsync({ id: version.id, version: version.version, ...draft })}
    >
      <Text>
        New requests are evaluated against these {version.rules} rules starting on the effective date. Requests already
        sent keep their version. A published version can’t be changed.
      </Text>
      <TextInput type="date" label="Effective date" data-autofocus {...text('effectiveFrom')} />
      {version.rules > 0 && <EffectSummary id={version.id} />}
      {overlaps > 0 && (
        <Text c="var(--mantine-color-error)" role="alert">
          {overlaps} {overlaps === 1 ? 'pair of rules overlaps' : 'pairs of rules overlap'}. Change their scopes first.
        </Text>
      )}
      {version.rules === 0 && <Hint>A version without rules can’t be published.</Hint>}
    </FormDialog>
  )
}

type ImportDialogProps = { version: VersionAnswer; isEdited: boolean; onImported: () => void; onClose: () => void }

/** Replaces the rules of a draft with those of a workbook. If any cell is invalid, it lists them and saves nothing. */
export const ImportDialog = ({ version, isEdited, onImported, onClose }: ImportDialogProps) => {
  const [file, setFile] = useState<File | null>(null)
  const [intent] = useState(createIntent)
  const read = useImportRules()
  const choose = ([first]: readonly File[]) => {
    read.reset()
    setFile(first ?? null)
  }
  const problems = hasStatus(read.error, 400) ? problemsOf(read.error).filter(({ field }) => field !== 'file') : []
  return (
    <FormDialog
      title="Import from Excel"
      submitLabel="Replace all rules"
      size="lg"
      isSubmitDisabled={!file}
      onClose={onClose}
      onSubmit={async () => {
        if (!file) return
        await read.mutateAsync({ id: version.id, version: version.version, file, intent })
        onImported()
      }}
    >
      <Text>
        The first sheet of the workbook replaces all {count(version.rules)} rules in this draft. It must have the same
        columns as a downloaded workbook, in the same order.
      </Text>
      {isEdited && (
        <WarningBox aria-label="Unsaved changes">
          You have unsaved changes. Importing discards them. To keep them, cancel and save first.
        </WarningBox>
      )}
      <DropArea
        label={file ? 'Choose another file' : 'Choose file'}
        hint={`or drop an Excel workbook (.xlsx) here, up to ${fileSize(workbookLimits.bytes)} and ${count(mostRules)} rules.`}
        accept=".xlsx"
        isDisabled={read.isPending}
        onFiles={choose}
        onFolder={() => choose([])}
      />
      {file && (
        <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
          {file.name}
        </Text>
      )}
      {problems.length > 0 && (
        <Stack gap="xs">
          <ScrollRegion label="Cells to fix" style={{ overflow: 'auto', maxHeight: '40vh' }}>
            <SmallTable heads={['Cell', 'Problem']}>
              {problems.map(({ field, error }) => (
                <tr key={`${field} ${error}`}>
                  <th scope="row">{field}</th>
                  <td>{error}</td>
                </tr>
              ))}
            </SmallTable>
          </ScrollRegion>
          <Hint>Fix these cells in Excel, save the workbook, and choose it again.</Hint>
        </Stack>
      )}
    </FormDialog>
  )
}
