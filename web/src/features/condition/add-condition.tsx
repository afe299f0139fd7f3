import { Button, Group, Select, Textarea, TextInput } from '@mantine/core'
import { NewCondition } from '@portal/contract/condition/model'
import { useState } from 'react'
import { useSchemaForm } from '../../lib/state/use-schema-form.ts'
import { useAddCondition } from '../../records/condition/queries.ts'
import { timingChoices } from '../../records/condition/timing-choices.ts'
import { FormDialog } from '../../ui/dialogs.tsx'

/** Adds a condition to an approval in effect. */
export const AddCondition = ({ slvId }: { slvId: string }) => {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button variant="default" mt="xs" onClick={() => setIsOpen(true)}>
        Add condition
      </Button>
      {isOpen && (
        <AddConditionDialog slvId={slvId} onClose={() => setIsOpen(false)} />
      )}
    </>
  )
}

type Draft = { text: string; timing: NewCondition['timing']; dueOn: string }

const emptyDraft: Draft = { text: '', timing: 'PRIOR_TO_FUNDING', dueOn: '' }

type AddConditionDialogProps = { slvId: string; onClose: () => void }

const AddConditionDialog = ({ slvId, onClose }: AddConditionDialogProps) => {
  const add = useAddCondition(slvId)
  const { form, submit } = useSchemaForm<Draft>({
    initialValues: emptyDraft,
    schema: NewCondition,
    toBody: (draft) => draft,
  })
  return (
    <FormDialog
      title="Add condition"
      submitLabel="Add condition"
      onClose={onClose}
      onSubmit={() => submit((draft) => add.mutateAsync(draft))}
    >
      <Textarea
        label="Condition"
        description="The seller will be notified"
        required
        autosize
        minRows={2}
        maxRows={8}
        maxLength={1000}
        data-autofocus
        {...form.getInputProps('text')}
      />
      <Group grow align="start">
        <Select
          label="To be met"
          allowDeselect={false}
          data={timingChoices}
          {...form.getInputProps('timing')}
        />
        <TextInput label="By" type="date" {...form.getInputProps('dueOn')} />
      </Group>
    </FormDialog>
  )
}
