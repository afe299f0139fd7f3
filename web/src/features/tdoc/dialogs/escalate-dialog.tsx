import { Textarea } from '@mantine/core'
import { checkFields } from '@portal/contract/lib/errors'
import { required } from '@portal/contract/lib/fields'
import type { CategoryType } from '@portal/contract/review-category/model'
import type { Tdoc } from '@portal/contract/tdoc/answers'
import { useState } from 'react'
import { nameOf } from '../../../records/tdoc/texts.ts'
import { FormDialog } from '../../../ui/dialogs.tsx'
import { useEscalate } from '../writes.ts'
import { CategoryChoice } from './choice-fields.tsx'

type EscalateDialogProps = {
  tdoc: Tdoc
  onEscalated: (id: string) => void
  onClose: () => void
}

export const EscalateDialog = ({
  tdoc,
  onEscalated,
  onClose,
}: EscalateDialogProps) => {
  const [comment, setComment] = useState('')
  const [categories, setCategories] = useState<CategoryType[]>(() =>
    tdoc.reviewCategories
      .filter(({ status }) => status !== 'NOT_REQUIRED')
      .map(({ type }) => type),
  )
  const [problem, setProblem] = useState<string | null>(null)
  const escalate = useEscalate()
  const isEscalated = tdoc.escalations.some(
    ({ status }) => status !== 'COMPLETE',
  )

  const submit = async () => {
    if (comment.trim() === '') {
      setProblem(required)
      throw new Error(checkFields)
    }
    const made = await escalate.mutateAsync({
      originalTdocId: tdoc.id,
      comment: comment.trim(),
      categories,
    })
    onEscalated(made.id)
  }

  return (
    <FormDialog
      title={`Escalate ${nameOf(tdoc)}`}
      submitLabel="Escalate"
      onClose={onClose}
      onSubmit={submit}
    >
      {isEscalated && (
        <p role="note">This Tdoc already has an open escalation.</p>
      )}
      <Textarea
        label="Why"
        description="Internal. Becomes the first comment on the escalation."
        value={comment}
        maxLength={4000}
        autosize
        minRows={3}
        error={problem}
        required
        data-autofocus
        onChange={({ currentTarget }) => {
          setComment(currentTarget.value)
          setProblem(null)
        }}
      />
      <CategoryChoice value={categories} onChange={setCategories} />
    </FormDialog>
  )
}
