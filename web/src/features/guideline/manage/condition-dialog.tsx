import { Select, Textarea, TextInput } from '@mantine/core'
import { LibraryCondition } from '@portal/contract/condition/model'
import { useSchemaForm } from '../../../lib/state/use-schema-form.ts'
import { timingChoices } from '../../../records/condition/timing-choices.ts'
import { FormDialog } from '../../../ui/dialogs.tsx'

export type NewLibraryCondition = Omit<LibraryCondition, 'id'> & {
  id?: string | undefined
}

const Schema = LibraryCondition.partial({ id: true })

const newCondition: NewLibraryCondition = {
  title: '',
  text: '',
  timing: 'PRIOR_TO_FUNDING',
}

type ConditionDialogProps = {
  stored: NewLibraryCondition | undefined
  otherTitles: readonly string[]
  onChange: (condition: NewLibraryCondition) => void
  onClose: () => void
}

/**
 * Adds a reusable condition, or changes one. The library is saved with the
 * page's button.
 */
export const ConditionDialog = ({
  stored,
  otherTitles,
  onChange,
  onClose,
}: ConditionDialogProps) => {
  const { form, submit } = useSchemaForm<NewLibraryCondition>({
    initialValues: stored ?? newCondition,
    schema: Schema,
    toBody: (draft) => draft,
    findOwnProblems: ({ title }) =>
      otherTitles.includes(title.trim())
        ? [
            {
              field: 'title',
              error: 'Another condition already has this title',
            },
          ]
        : [],
  })
  return (
    <FormDialog
      title={stored ? `Edit ${stored.title}` : 'Add condition'}
      submitLabel={stored ? 'Update condition' : 'Add condition'}
      onClose={onClose}
      onSubmit={() =>
        submit(async (draft) =>
          onChange({
            ...draft,
            title: draft.title.trim(),
            text: draft.text.trim(),
          }),
        )
      }
    >
      <TextInput
        label="Title"
        description="Underwriters find the condition by it"
        required
        maxLength={120}
        data-autofocus
        {...form.getInputProps('title')}
      />
      <Textarea
        label="Text"
        description="The seller reads it in the decision"
        required
        autosize
        minRows={2}
        maxRows={8}
        maxLength={1000}
        {...form.getInputProps('text')}
      />
      <Select
        label="To be met"
        allowDeselect={false}
        data={timingChoices}
        {...form.getInputProps('timing')}
      />
    </FormDialog>
  )
}
