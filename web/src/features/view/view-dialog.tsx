import { Checkbox, TextInput } from '@mantine/core'
import { type SavedView, ViewForm } from '@portal/contract/view/model'
import { useSchemaForm } from '../../lib/state/use-schema-form.ts'
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
  const { form: fields, submit } = useSchemaForm({
    initialValues: {
      name: view?.name ?? '',
      isShared: view?.isShared ?? false,
    },
    schema: ViewForm.pick({ name: true, isShared: true }),
  })
  const create = useCreateView()
  const change = useChangeView()

  const save = () =>
    submit(async (values) => {
      if (view) await change.mutateAsync({ id: view.id, ...values })
      else if (form) onSaved?.(await create.mutateAsync({ ...form, ...values }))
    })

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
        {...fields.getInputProps('name')}
      />
      <Checkbox
        label={`Share with everyone at ${companyName}`}
        description="Each person sees only the rows that they have access to."
        {...fields.getInputProps('isShared', { type: 'checkbox' })}
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
