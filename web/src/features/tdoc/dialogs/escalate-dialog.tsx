import { Textarea } from '@mantine/core'
import type { CategoryType } from '@portal/contract/review-category/model'
import type { Tdoc } from '@portal/contract/tdoc/answers'
import { escalateTdoc } from '@portal/contract/tdoc/api'
import { useSchemaForm } from '../../../lib/state/use-schema-form.ts'
import { getName } from '../../../records/tdoc/texts.ts'
import { FormDialog } from '../../../ui/dialogs.tsx'
import { useEscalate } from '../writes.ts'
import { CategoryChoice } from './choice-fields.tsx'

type EscalateDialogProps = {
  tdoc: Tdoc
  onEscalated: (id: string) => void
  onClose: () => void
}

type Values = { comment: string; categories: CategoryType[] }

export const EscalateDialog = ({
  tdoc,
  onEscalated,
  onClose,
}: EscalateDialogProps) => {
  const escalate = useEscalate()
  const toBody = ({ comment, categories }: Values) => ({
    originalTdocId: tdoc.id,
    comment: comment.trim() || undefined,
    categories,
  })
  const { form, submit } = useSchemaForm<Values>({
    initialValues: {
      comment: '',
      categories: tdoc.reviewCategories
        .filter(({ status }) => status !== 'NOT_REQUIRED')
        .map(({ type }) => type),
    },
    schema: escalateTdoc.body,
    toBody,
  })
  const save = () =>
    submit(async (values) => {
      const body = escalateTdoc.body.parse(toBody(values))
      const { id } = await escalate.mutateAsync(body)
      onEscalated(id)
    })
  const isEscalated = tdoc.escalations.some(
    ({ status }) => status !== 'COMPLETE',
  )

  return (
    <FormDialog
      title={`Escalate ${getName(tdoc)}`}
      submitLabel="Escalate"
      onClose={onClose}
      onSubmit={save}
    >
      {isEscalated && (
        <p role="note">This Tdoc already has an open escalation.</p>
      )}
      <Textarea
        label="Why"
        description="Internal. Becomes the first comment on the escalation."
        maxLength={4000}
        autosize
        minRows={3}
        required
        data-autofocus
        {...form.getInputProps('comment')}
      />
      <CategoryChoice
        value={form.values.categories}
        onChange={(categories) => form.setFieldValue('categories', categories)}
      />
    </FormDialog>
  )
}
