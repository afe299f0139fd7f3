import { Textarea, TextInput } from '@mantine/core'
import type { VersionAnswer } from '@portal/contract/guideline/api'
import { FormDialog } from '../../../ui/dialogs.tsx'
import { useUpdateVersion } from './queries.ts'
import { useStoredFields } from './save-box.tsx'

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
