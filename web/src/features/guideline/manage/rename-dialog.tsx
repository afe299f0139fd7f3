import { Textarea, TextInput } from '@mantine/core'
import type { VersionAnswer } from '@portal/contract/guideline/api'
import { useState } from 'react'
import { hasStatus, problemsOf } from '../../../lib/call-error.ts'
import { FormDialog } from '../../../ui/dialogs.tsx'
import { useUpdateVersion } from './queries.ts'
import { ConflictBox } from './save-box.tsx'

/** Changes the title and the note of a draft. */
export const RenameDialog = ({ version: stored, onClose }: { version: VersionAnswer; onClose: () => void }) => {
  const [draft, setDraft] = useState(stored)
  const update = useUpdateVersion()
  const isStale = hasStatus(update.error, 412) && draft.version !== stored.version
  const { id, version, title, note } = draft
  const errorOf = (name: string) => problemsOf(update.error).find(({ field }) => field === name)?.error
  return (
    <FormDialog
      title="Title and note"
      submitLabel="Save"
      isSubmitDisabled={isStale}
      onClose={onClose}
      onSubmit={() => update.mutateAsync({ id, version, title, note })}
    >
      <TextInput
        label="Title"
        required
        maxLength={120}
        value={title}
        error={errorOf('title')}
        onChange={(event) => setDraft({ ...draft, title: event.currentTarget.value })}
        data-autofocus
      />
      <Textarea
        label="Note"
        description="A summary of what changed in this version"
        autosize
        minRows={3}
        maxLength={2000}
        value={note}
        error={errorOf('note')}
        onChange={(event) => setDraft({ ...draft, note: event.currentTarget.value })}
      />
      {isStale && (
        <ConflictBox
          onDiscard={() => setDraft(stored)}
          onKeepMine={() => setDraft({ ...draft, version: stored.version })}
        />
      )}
    </FormDialog>
  )
}
