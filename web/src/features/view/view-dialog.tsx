import { Checkbox, TextInput } from '@mantine/core'
import type { SavedView, ViewForm } from '@portal/contract/view/model'
import { useState } from 'react'
import { problemsOf } from '../../lib/call-error.ts'
import { useProfile } from '../../records/auth/queries.ts'
import {
  useChangeView,
  useCreateView,
  useDeleteView,
} from '../../records/view/queries.ts'
import { ConfirmDialog, FormDialog } from '../../ui/dialogs.tsx'
import { Hint } from '../../ui/presets.ts'

type ViewDialogProps = {
  /** The view to rename or share; without one, `form` becomes a new view. */
  view?: SavedView
  form?: Pick<ViewForm, 'list' | 'search' | 'columns' | 'density'>
  onSaved?: (view: SavedView) => void
  onClose: () => void
}

/** Names a view and says who sees it. */
export const ViewDialog = ({
  view,
  form,
  onSaved,
  onClose,
}: ViewDialogProps) => {
  const { companyName } = useProfile()
  const [name, setName] = useState(view?.name ?? '')
  const [isShared, setIsShared] = useState(view?.isShared ?? false)
  const [error, setError] = useState<string>()
  const create = useCreateView()
  const change = useChangeView()

  const save = async () => {
    setError(undefined)
    try {
      if (view) await change.mutateAsync({ id: view.id, name, isShared })
      else if (form)
        onSaved?.(await create.mutateAsync({ ...form, name, isShared }))
    } catch (failure) {
      setError(problemsOf(failure).find(({ field }) => field === 'name')?.error)
      throw failure
    }
  }

  return (
    <FormDialog
      title={view ? 'Rename or share' : 'Save view'}
      size="sm"
      submitLabel="Save"
      onSubmit={save}
      onClose={onClose}
    >
      <TextInput
        label="Name"
        required
        maxLength={60}
        data-autofocus
        value={name}
        error={error}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
      <Checkbox
        label={`Share with everyone at ${companyName}`}
        description="Each person sees only the rows that they have access to."
        checked={isShared}
        onChange={({ currentTarget }) => setIsShared(currentTarget.checked)}
      />
      {!view && (
        <Hint>
          A view saves the search, filters, sort order, columns and row height
          of this list.
        </Hint>
      )}
    </FormDialog>
  )
}

type DeleteViewDialogProps = {
  view: SavedView
  onDeleted: () => void
  onClose: () => void
}

export const DeleteViewDialog = ({
  view,
  onDeleted,
  onClose,
}: DeleteViewDialogProps) => {
  const { mutateAsync } = useDeleteView()
  return (
    <ConfirmDialog
      title="Delete view"
      text={
        view.isShared
          ? `This deletes “${view.name}” for everyone it is shared with. Its SLVs and Tdocs don’t change.`
          : `This deletes “${view.name}”. Its SLVs and Tdocs don’t change.`
      }
      confirmLabel="Delete"
      isDanger
      onConfirm={async () => {
        await mutateAsync(view.id)
        onDeleted()
      }}
      onClose={onClose}
    />
  )
}
