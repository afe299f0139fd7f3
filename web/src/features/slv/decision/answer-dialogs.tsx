import { Radio, Stack } from '@mantine/core'
import { required } from '@portal/contract/lib/fields'
import type { SlvDetail } from '@portal/contract/slv/answers'
import type { Decision } from '@portal/contract/slv/status'
import { deleteDecisionRequest } from '@portal/contract/slv-request/api'
import {
  NewSlvDecisionRequest,
  type SlvDecisionRequest,
  type SlvRequest,
} from '@portal/contract/slv-request/model'
import {
  isCommentOutdated,
  outdatedCommentText,
} from '@portal/contract/slv-request/policy'
import { type ComponentProps, useState } from 'react'
import { useDeleteAnswer } from '../../../records/slv-request/queries.ts'
import { FormDialog } from '../../../ui/dialogs.tsx'
import { WarningBox } from '../../../ui/notice.tsx'
import {
  type DialogField,
  DialogFields,
  useDialogForm,
} from '../actions/dialog-fields.tsx'
import { getAnswer } from './answer-draft.ts'
import type { ReviewDraft } from './review-draft.ts'

const AnswerBody = NewSlvDecisionRequest.omit({ slvRequestId: true })

const answerFields: readonly DialogField[] = [
  { kind: 'decision', name: 'decision', label: 'Answer' },
  {
    kind: 'text',
    name: 'currentGuideline',
    label: 'Current guideline',
    isOptional: true,
  },
  {
    kind: 'text',
    name: 'comment',
    label: 'Comment',
    description: 'The seller sees the answer once the decision is final.',
    isOptional: true,
  },
]

type ChangeAnswerDialogProps = {
  slv: SlvDetail
  request: SlvRequest
  draft: ReviewDraft
  /** The new decision, if it was already chosen. */
  changedTo: Decision | null
  onClose: () => void
}

/**
 * Changes the answer to a variance, with its comment and its guideline text.
 * With a different decision, it asks what to do with a comment that wasn't
 * rewritten.
 */
export const ChangeAnswerDialog = ({
  slv,
  request,
  draft,
  changedTo,
  onClose,
}: ChangeAnswerDialogProps) => {
  const [before] = useState(() => getAnswer(draft.get(), request.id))
  const [fate, setFate] = useState<CommentFate | null>(null)
  const [error, setError] = useState<string | null>(null)
  const initial =
    before && changedTo ? { ...before, decision: changedTo } : before
  const form = useDialogForm({
    name: `${request.id} answer`,
    initial: initial ?? {},
    body: AnswerBody,
  })
  const { decision, comment } = form.values
  const isQuestion =
    before !== null &&
    comment === before.comment &&
    isCommentOutdated(before, decision)

  const save = async () => {
    if (isQuestion && fate === null) {
      setError(required)
      throw new Error('Choose what happens to the comment, or change it')
    }
    const answer = AnswerBody.parse(form.values)
    draft.answer(
      request.id,
      isQuestion && fate === 'REMOVE' ? { ...answer, comment: '' } : answer,
    )
  }
  return (
    <FieldsDialog
      slv={slv}
      request={request}
      form={form}
      title="Change answer"
      submitLabel="Save answer"
      fields={answerFields}
      onSubmit={() => form.submit(save)}
      onClose={onClose}
    >
      {isQuestion && (
        <CommentQuestion
          before={before.decision}
          readWith="answer"
          fate={fate}
          error={error}
          onChange={(chosen) => {
            setFate(chosen)
            setError(null)
          }}
        />
      )}
    </FieldsDialog>
  )
}

export type CommentFate = 'KEEP' | 'REMOVE'

type CommentQuestionProps = {
  before: Decision
  /** What the seller reads the comment with. */
  readWith: 'answer' | 'decision'
  fate: CommentFate | null
  error: string | null
  onChange: (fate: CommentFate) => void
}

/**
 * Asks what to do with a comment that was written for another answer or
 * decision.
 */
export const CommentQuestion = ({
  before,
  readWith,
  fate,
  error,
  onChange,
}: CommentQuestionProps) => (
  <WarningBox aria-label={`Comment on the earlier ${readWith}`}>
    <Radio.Group
      label={`${outdatedCommentText(before)} The seller reads it with the new ${readWith}.`}
      description="Change the comment above, or choose what happens to it."
      value={fate}
      error={error}
      onChange={(chosen) => onChange(chosen === 'KEEP' ? 'KEEP' : 'REMOVE')}
    >
      <Stack gap={6} mt={6}>
        <Radio value="KEEP" label="Keep the comment" />
        <Radio value="REMOVE" label="Remove the comment" />
      </Stack>
    </Radio.Group>
  </WarningBox>
)

const deleteFields: readonly DialogField[] = [
  {
    kind: 'text',
    name: 'deleteComment',
    label: 'Why are you deleting this answer?',
    description: 'The reason stays in the history.',
  },
]

type DeleteAnswerDialogProps = {
  slv: SlvDetail
  request: SlvRequest
  answer: SlvDecisionRequest
  onClose: () => void
}

export const DeleteAnswerDialog = ({
  slv,
  request,
  answer,
  onClose,
}: DeleteAnswerDialogProps) => {
  const remove = useDeleteAnswer(slv)
  const form = useDialogForm({
    name: `${answer.id} delete`,
    body: deleteDecisionRequest.body,
  })
  return (
    <FieldsDialog
      slv={slv}
      request={request}
      form={form}
      isDanger
      title="Delete answer"
      submitLabel="Delete answer"
      fields={deleteFields}
      onSubmit={() =>
        form.submit(({ deleteComment }) =>
          remove.mutateAsync({ requestId: answer.id, deleteComment }),
        )
      }
      onClose={onClose}
    />
  )
}

type FieldsDialogProps = Omit<ComponentProps<typeof FormDialog>, 'children'> &
  ComponentProps<typeof DialogFields> & {
    request: SlvRequest
    children?: ComponentProps<typeof FormDialog>['children']
  }

/** A dialog about one variance. Closing it drops what was typed. */
const FieldsDialog = ({
  slv,
  fields,
  form,
  request,
  onClose,
  children,
  ...dialog
}: FieldsDialogProps) => {
  const close = () => {
    form.drop()
    onClose()
  }
  return (
    <FormDialog {...dialog} onClose={close}>
      <b>{request.summary}</b>
      <DialogFields slv={slv} fields={fields} form={form} />
      {children}
    </FormDialog>
  )
}
