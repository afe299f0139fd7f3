import { Stack, Text, Textarea, TextInput } from '@mantine/core'
import {
  maxRules,
  type VersionAnswer,
  workbookLimits,
} from '@portal/contract/guideline/api'
import type { Problem } from '@portal/contract/lib/errors'
import { useState } from 'react'
import { getProblems, hasStatus } from '../../../lib/call-error.ts'
import { createIntent } from '../../../lib/state/intent.ts'
import { count, fileSize } from '../../../lib/text/format.ts'
import { FormDialog } from '../../../ui/dialogs.tsx'
import { DropArea } from '../../../ui/inputs/drop-area.tsx'
import { WarningBox } from '../../../ui/notice.tsx'
import { Hint } from '../../../ui/presets.ts'
import { ScrollRegion } from '../../../ui/scroll-region.tsx'
import { SmallTable } from '../../../ui/small-table.tsx'
import { useImportRules, useUpdateVersion } from '../manage/queries.ts'
import { useStoredFields } from '../manage/save-box.tsx'

/** Changes the title and the note of a draft. */
export const RenameDialog = ({
  version: saved,
  onClose,
}: {
  version: VersionAnswer
  onClose: () => void
}) => {
  const update = useUpdateVersion()
  const { draft, text, submit, isStale, conflict } = useStoredFields({
    saved,
    create: () => saved,
  })
  const { id, version, title, note } = draft
  return (
    <FormDialog
      title="Title and note"
      submitLabel="Save"
      isSubmitDisabled={isStale}
      onClose={onClose}
      onSubmit={() =>
        submit([], () => update.mutateAsync({ id, version, title, note }))
      }
    >
      <TextInput
        label="Title"
        required
        maxLength={120}
        data-autofocus
        {...text('title')}
      />
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

type ImportDialogProps = {
  version: VersionAnswer
  isEdited: boolean
  onImported: () => void
  onClose: () => void
}

/**
 * Replaces the rules of a draft with those of a workbook. If any cell is
 * invalid, it lists them and saves nothing.
 */
export const ImportDialog = ({
  version,
  isEdited,
  onImported,
  onClose,
}: ImportDialogProps) => {
  const [file, setFile] = useState<File | null>(null)
  const [intent] = useState(createIntent)
  const read = useImportRules()
  const choose = ([first]: readonly File[]) => {
    read.reset()
    setFile(first ?? null)
  }
  const problems = hasStatus(read.error, 400)
    ? getProblems(read.error).filter(({ field }) => field !== 'file')
    : []
  return (
    <FormDialog
      title="Import from Excel"
      submitLabel={version.rules > 0 ? 'Replace all rules' : 'Import rules'}
      size="lg"
      isSubmitDisabled={!file}
      onClose={onClose}
      onSubmit={async () => {
        if (!file) return
        await read.mutateAsync({
          id: version.id,
          version: version.version,
          file,
          intent,
        })
        onImported()
      }}
    >
      <Text>
        {version.rules > 0 &&
          `Importing replaces all ${count(version.rules)} rules in this draft. `}
        The first sheet must have the same columns as a downloaded workbook, in
        the same order. The second sheet of a download says what each column
        contains.
      </Text>
      {isEdited && (
        <WarningBox aria-label="Unsaved changes">
          You have unsaved changes. Importing discards them. To keep them,
          cancel and save first.
        </WarningBox>
      )}
      <DropArea
        label={file ? 'Choose another file' : 'Choose file'}
        hint={`or drop an Excel workbook (.xlsx) here, up to ${fileSize(workbookLimits.bytes)} and ${count(maxRules)} rules.`}
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
      {problems.length > 0 && <CellsToFix problems={problems} />}
    </FormDialog>
  )
}

const CellsToFix = ({ problems }: { problems: readonly Problem[] }) => (
  <Stack gap="xs">
    <ScrollRegion
      label="Cells to fix"
      style={{ overflow: 'auto', maxHeight: '40vh' }}
    >
      <SmallTable heads={['Cell', 'Problem']}>
        {problems.map(({ field, error }) => (
          <tr key={`${field} ${error}`}>
            <th scope="row">{field}</th>
            <td>{error}</td>
          </tr>
        ))}
      </SmallTable>
    </ScrollRegion>
    <Hint>
      Fix these cells in Excel, save the workbook, and choose it again.
    </Hint>
  </Stack>
)
