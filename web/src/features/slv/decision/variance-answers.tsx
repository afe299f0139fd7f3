import { Group, Stack, Title } from '@mantine/core'
import type { SlvDetail } from '@portal/contract/slv/answers'
import { deleteDecisionRequest } from '@portal/contract/slv-request/api'
import { NewSlvDecisionRequest, type SlvDecisionRequest, type SlvRequest } from '@portal/contract/slv-request/model'
import { type ComponentProps, useState } from 'react'
import { FormDialog } from '../../../ui/dialogs.tsx'
import { SmallButton } from '../../../ui/presets.ts'
import { SlvEvaluation, VarianceEvaluation } from '../../guideline/shared/slv-evaluation.tsx'
import { useAddAnswer, useDeleteAnswer, useUpdateAnswer } from '../../slv-request/queries.ts'
import { type DialogField, DialogFields, useDialogForm } from '../actions/dialog-fields.tsx'
import { FormDifference } from '../form/notes.tsx'
import { Answer, framed } from './decision-card.tsx'

export const VarianceAnswers = ({ slv }: { slv: SlvDetail }) => (
  <Stack component="section" gap="sm" aria-label="Variance answers">
    <Title order={3}>Variance answers</Title>
    <SlvEvaluation slv={slv} />
    {slv.slvRequests.map((request) => (
      <VarianceAnswer key={request.id} slv={slv} request={request} />
    ))}
  </Stack>
)

const VarianceAnswer = ({ slv, request }: { slv: SlvDetail; request: SlvRequest }) => {
  const answer = slv.slvDecisionRequests?.find(({ slvRequestId }) => slvRequestId === request.id)
  const [open, setOpen] = useState<'answer' | 'delete' | null>(null)
  const dialog = { slvId: slv.id, request, onClose: () => setOpen(null) }
  return (
    <Stack component="article" {...framed} aria-label={request.summary}>
      <b>{request.summary}</b>
      <FormDifference variance={request} form={slv} date={slv.date} />
      <VarianceEvaluation slv={slv} request={request} />
      {answer && <Answer answer={answer} />}
      <Group gap="xs">
        <SmallButton onClick={() => setOpen('answer')}>{answer ? 'Change answer' : 'Answer'}</SmallButton>
        {answer && <SmallButton onClick={() => setOpen('delete')}>Delete answer</SmallButton>}
      </Group>
      {open === 'answer' && <AnswerDialog {...dialog} answer={answer} />}
      {open === 'delete' && answer && <DeleteAnswerDialog {...dialog} answer={answer} />}
    </Stack>
  )
}

type AnswerDialogProps = {
  slvId: string
  request: SlvRequest
  answer: SlvDecisionRequest | undefined
  onClose: () => void
}

const AnswerBody = NewSlvDecisionRequest.omit({ slvRequestId: true })

const answerFields: readonly DialogField[] = [
  { kind: 'decision', name: 'decision', label: 'Answer' },
  { kind: 'text', name: 'currentGuideline', label: 'Current guideline', isOptional: true },
  {
    kind: 'text',
    name: 'comment',
    label: 'Comment',
    description: 'The seller sees the answer once the decision is final.',
    isOptional: true,
  },
]

const AnswerDialog = ({ slvId, request, answer, onClose }: AnswerDialogProps) => {
  const add = useAddAnswer(slvId)
  const update = useUpdateAnswer(slvId)
  const form = useDialogForm({
    name: `${request.id} answer`,
    initial: answer ?? { currentGuideline: request.currentGuideline },
    body: AnswerBody,
  })
  const send = () => {
    const patch = AnswerBody.parse(form.values)
    return answer
      ? update.mutateAsync({ requestId: answer.id, patch })
      : add.mutateAsync({ slvRequestId: request.id, ...patch })
  }
  return (
    <FieldsDialog
      {...{ slvId, request, form, onClose }}
      title={answer ? 'Change answer' : 'Answer'}
      submitLabel="Save answer"
      fields={answerFields}
      onSubmit={() => form.submit(send)}
    />
  )
}

const deleteFields: readonly DialogField[] = [
  {
    kind: 'text',
    name: 'deleteComment',
    label: 'Why are you deleting this answer?',
    description: 'The reason stays in the history.',
  },
]

type DeleteAnswerDialogProps = AnswerDialogProps & { answer: SlvDecisionRequest }

const DeleteAnswerDialog = ({ slvId, request, answer, onClose }: DeleteAnswerDialogProps) => {
  const remove = useDeleteAnswer(slvId)
  const form = useDialogForm({ name: `${answer.id} delete`, body: deleteDecisionRequest.body })
  return (
    <FieldsDialog
      {...{ slvId, request, form, onClose }}
      isDanger
      title="Delete answer"
      submitLabel="Delete answer"
      fields={deleteFields}
      onSubmit={() => form.submit(({ deleteComment }) => remove.mutateAsync({ requestId: answer.id, deleteComment }))}
    />
  )
}

type FieldsDialogProps = Omit<ComponentProps<typeof FormDialog>, 'children'> &
  ComponentProps<typeof DialogFields> & { request: SlvRequest }

/** A dialog about one variance. Closing it drops what was typed. */
const FieldsDialog = ({ slvId, fields, form, request, onClose, ...dialog }: FieldsDialogProps) => {
  const close = () => {
    form.drop()
    onClose()
  }
  return (
    <FormDialog {...dialog} onClose={close}>
      <b>{request.summary}</b>
      <DialogFields slvId={slvId} fields={fields} form={form} />
    </FormDialog>
  )
}
