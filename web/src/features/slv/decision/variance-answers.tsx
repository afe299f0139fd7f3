import { Group, Stack, Textarea, Title } from '@mantine/core'
import type { SlvDetail } from '@portal/contract/slv/answers'
import { Decision } from '@portal/contract/slv/status'
import { deleteDecisionRequest } from '@portal/contract/slv-request/api'
import { NewSlvDecisionRequest, type SlvDecisionRequest, type SlvRequest } from '@portal/contract/slv-request/model'
import { useState } from 'react'
import { z } from 'zod'
import { FormDialog } from '../../../ui/dialogs.tsx'
import { SmallButton } from '../../../ui/presets.ts'
import { useAddAnswer, useDeleteAnswer, useUpdateAnswer } from '../../slv-request/queries.ts'
import { DecisionChoice } from '../actions/decision-inputs.tsx'
import { useDialogForm } from '../actions/use-dialog-form.ts'
import { FormDifference } from '../form/computed-note.tsx'
import { inputOrder } from '../form/inputs.tsx'
import { Answer, framed } from './decision-card.tsx'

export const VarianceAnswers = ({ slv }: { slv: SlvDetail }) => (
  <Stack component="section" gap="sm" aria-label="Answers to the variances">
    <Title order={3}>Answers to the variances</Title>
    {slv.slvRequests.map((request) => (
      <VarianceAnswer key={request.id} slv={slv} request={request} />
    ))}
  </Stack>
)

const VarianceAnswer = ({ slv, request }: { slv: SlvDetail; request: SlvRequest }) => {
  const answer = slv.slvDecisionRequests?.find(({ slvRequestId }) => slvRequestId === request.id)
  const [open, setOpen] = useState<'answer' | 'delete' | null>(null)
  const close = () => setOpen(null)
  return (
    <Stack component="article" {...framed} aria-label={request.summary}>
      <b>{request.summary}</b>
      <FormDifference variance={request} form={slv} />
      {answer && <Answer answer={answer} />}
      <Group gap="xs">
        <SmallButton onClick={() => setOpen('answer')}>{answer ? 'Change answer' : 'Answer'}</SmallButton>
        {answer && <SmallButton onClick={() => setOpen('delete')}>Delete answer</SmallButton>}
      </Group>
      {open === 'answer' && <AnswerDialog slvId={slv.id} request={request} answer={answer} onClose={close} />}
      {open === 'delete' && answer && (
        <DeleteAnswerDialog slvId={slv.id} request={request} answer={answer} onClose={close} />
      )}
    </Stack>
  )
}

type AnswerDialogProps = {
  slvId: string
  request: SlvRequest
  answer: SlvDecisionRequest | undefined
  onClose: () => void
}

const AnswerDialog = ({ slvId, request, answer, onClose }: AnswerDialogProps) => {
  const add = useAddAnswer(slvId)
  const update = useUpdateAnswer(slvId)
  const form = useDialogForm({
    name: `${request.id} answer`,
    initial: {
      slvRequestId: request.id,
      decision: answer?.decision ?? null,
      currentGuideline: answer?.currentGuideline ?? request.currentGuideline,
      comment: answer?.comment ?? '',
    },
    typed: z.object({
      slvRequestId: z.literal(request.id),
      decision: Decision.nullable(),
      currentGuideline: z.string(),
      comment: z.string(),
    }),
    body: NewSlvDecisionRequest,
  })
  const { decision, currentGuideline, comment } = form.values
  const send = () => {
    const { slvRequestId, ...patch } = NewSlvDecisionRequest.parse(form.values)
    return answer ? update.mutateAsync({ requestId: answer.id, patch }) : add.mutateAsync({ slvRequestId, ...patch })
  }
  return (
    <FormDialog
      isOpen
      title={answer ? 'Change answer' : 'Answer'}
      submitLabel="Save answer"
      onClose={() => {
        form.drop()
        onClose()
      }}
      onSubmit={() => form.submit(send)}
    >
      <b>{request.summary}</b>
      <DecisionChoice
        {...form.field('decision')}
        label="Answer"
        withAsterisk
        value={decision}
        onChange={(value) => form.set({ decision: value })}
      />
      <Textarea
        {...form.field('currentGuideline')}
        label="Current guideline"
        autosize
        minRows={2}
        maxRows={8}
        value={currentGuideline}
        onChange={(event) => form.set({ currentGuideline: event.currentTarget.value })}
      />
      <Textarea
        {...form.field('comment')}
        label="Comment"
        description="The seller sees the answer once the decision is final."
        inputWrapperOrder={inputOrder}
        autosize
        minRows={3}
        maxRows={10}
        value={comment}
        onChange={(event) => form.set({ comment: event.currentTarget.value })}
      />
    </FormDialog>
  )
}

const DeleteAnswerDialog = ({
  slvId,
  request,
  answer,
  onClose,
}: AnswerDialogProps & { answer: SlvDecisionRequest }) => {
  const remove = useDeleteAnswer(slvId)
  const form = useDialogForm({
    name: `${answer.id} delete`,
    initial: { deleteComment: '' },
    typed: z.object({ deleteComment: z.string() }),
    body: deleteDecisionRequest.body,
  })
  return (
    <FormDialog
      isOpen
      isDanger
      title="Delete answer"
      submitLabel="Delete answer"
      onClose={() => {
        form.drop()
        onClose()
      }}
      onSubmit={() => form.submit((values) => remove.mutateAsync({ requestId: answer.id, ...values }))}
    >
      <b>{request.summary}</b>
      <Textarea
        {...form.field('deleteComment')}
        label="Why are you deleting it?"
        description="The reason stays in the history."
        withAsterisk
        autosize
        minRows={2}
        maxRows={8}
        data-autofocus
        value={form.values.deleteComment}
        onChange={(event) => form.set({ deleteComment: event.currentTarget.value })}
      />
    </FormDialog>
  )
}
