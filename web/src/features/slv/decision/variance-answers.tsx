import { Button } from '@mantine/core'
import type { SlvDetail } from '@portal/contract/slv/answers'
import type { SlvDecisionRequest, SlvRequest } from '@portal/contract/slv-request/model'
import { useState } from 'react'
import { FormDifference } from '../form/form-difference.tsx'
import { Answer } from './answer.tsx'
import { AnswerDialog } from './answer-dialog.tsx'
import classes from './decision.module.css'
import { DeleteAnswerDialog } from './delete-answer-dialog.tsx'

/** The underwriter's answer to each variance: to give, to change, to take back. */
export const VarianceAnswers = ({ slv }: { slv: SlvDetail }) => (
  <section className={classes.answers} aria-label="Answers to the variances">
    <h3>Answers to the variances</h3>
    {slv.slvRequests.map((request) => (
      <VarianceAnswer
        key={request.id}
        slv={slv}
        request={request}
        answer={slv.slvDecisionRequests?.find(({ slvRequestId }) => slvRequestId === request.id)}
      />
    ))}
  </section>
)

type VarianceAnswerProps = { slv: SlvDetail; request: SlvRequest; answer: SlvDecisionRequest | undefined }

const VarianceAnswer = ({ slv, request, answer }: VarianceAnswerProps) => {
  const [open, setOpen] = useState<'answer' | 'delete' | null>(null)
  const close = () => setOpen(null)
  return (
    <article className={classes.answer} aria-label={request.summary}>
      <b>{request.summary}</b>
      <FormDifference variance={request} form={slv} />
      {answer && <Answer answer={answer} />}
      <div className={classes.buttons}>
        <Button size="compact-sm" variant="default" onClick={() => setOpen('answer')}>
          {answer ? 'Change answer' : 'Answer'}
        </Button>
        {answer && (
          <Button size="compact-sm" variant="default" onClick={() => setOpen('delete')}>
            Delete answer
          </Button>
        )}
      </div>
      {open === 'answer' && <AnswerDialog slvId={slv.id} request={request} answer={answer} onClose={close} />}
      {open === 'delete' && answer && (
        <DeleteAnswerDialog slvId={slv.id} request={request} answer={answer} onClose={close} />
      )}
    </article>
  )
}
