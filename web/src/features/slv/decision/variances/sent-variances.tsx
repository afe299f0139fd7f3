import { Box, Group, Text } from '@mantine/core'
import type { SlvDetail } from '@portal/contract/slv/answers'
import type { SlvRequest } from '@portal/contract/slv-request/model'
import { findAnswer } from '@portal/contract/slv-request/policy'
import { SlvStatusBadge } from '../../../../records/slv/slv-status.tsx'
import classes from './variance.module.css'
import { VarianceFacts, VarianceTitle } from './variance-facts.tsx'

type SentVariancesProps = {
  slv: SlvDetail
  /** Whether a line shows its facts from the start. */
  isOpen: boolean
}

/** The variances of a sent request, a line for each with its answer. */
export const SentVariances = ({ slv, isOpen }: SentVariancesProps) => (
  <ol className={classes.list}>
    {slv.slvRequests.map((request) => (
      <li key={request.id}>
        <SentVariance slv={slv} request={request} isOpen={isOpen} />
      </li>
    ))}
  </ol>
)

const SentVariance = ({
  slv,
  request,
  isOpen,
}: SentVariancesProps & { request: SlvRequest }) => {
  const answer = findAnswer(slv.slvDecisionRequests, request.id)
  return (
    <article className={classes.card} aria-label={request.summary}>
      <details open={isOpen}>
        <summary className={classes.sentLine}>
          <h3>
            <VarianceTitle request={request} />
          </h3>
          {answer && <SlvStatusBadge status={answer.decision} />}
        </summary>
        <VarianceFacts slv={slv} request={request} />
      </details>
      {answer && (
        <Group gap="4px 12px" mt={4}>
          <AnswerText label="Guideline" text={answer.currentGuideline} />
          <AnswerText label="Comment" text={answer.comment} />
        </Group>
      )}
    </article>
  )
}

/** What an answer says; it isn't folded. */
const AnswerText = ({ label, text }: { label: string; text: string }) => {
  if (text === '') return null
  return (
    <Box className={classes.why ?? ''} flex="1 1 100%">
      <Text span inherit c="dimmed">
        {label}:{' '}
      </Text>
      {text}
    </Box>
  )
}
