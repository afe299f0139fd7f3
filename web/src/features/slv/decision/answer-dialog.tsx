import { Textarea } from '@mantine/core'
import { Decision } from '@portal/contract/slv/status'
import { NewSlvDecisionRequest, type SlvDecisionRequest, type SlvRequest } from '@portal/contract/slv-request/model'
import { z } from 'zod'
import { FormDialog } from '../../../ui/dialogs.tsx'
import { useAddAnswer, useUpdateAnswer } from '../../slv-request/queries.ts'
import { DecisionChoice } from '../actions/decision-choice.tsx'
import { useDialogForm } from '../actions/use-dialog-form.ts'
import classes from './decision.module.css'

type AnswerDialogProps = {
  slvId: string
  request: SlvRequest
  /** The answer to change; undefined to give the first. */
  answer: SlvDecisionRequest | undefined
  onClose: () => void
}

/** Answers one variance, or changes the answer. */
export const AnswerDialog = ({ slvId, request, answer, onClose }: AnswerDialogProps) => {
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
      <div>
        <Textarea
          {...form.field('comment')}
          label="Comment"
          autosize
          minRows={3}
          maxRows={10}
          value={comment}
          onChange={(event) => form.set({ comment: event.currentTarget.value })}
        />
        <p className={classes.hint}>The seller reads the answer once the decision is final.</p>
      </div>
    </FormDialog>
  )
}
