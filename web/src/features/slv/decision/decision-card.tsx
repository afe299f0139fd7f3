import { Group, Stack, Text } from '@mantine/core'
import type { SlvDetail } from '@portal/contract/slv/answers'
import {
  afterDenialText,
  decisionCommentLabel,
} from '@portal/contract/slv/decision'
import { type Decision, isDecided } from '@portal/contract/slv/status'
import type { SlvDecisionRequest } from '@portal/contract/slv-request/model'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import * as format from '../../../lib/text/format.ts'
import { useBranding } from '../../../records/auth/queries.ts'
import { evaluationQuery } from '../../../records/guideline/queries.ts'
import { fieldLabel, fieldText } from '../../../records/slv/field-text.ts'
import { SlvStatusBadge } from '../../../records/slv/slv-status.tsx'
import { Facts } from '../../../ui/facts.tsx'
import { EmptyState } from '../../../ui/message.tsx'
import formClasses from '../form/form.module.css'
import classes from './decision.module.css'
import type { DecisionName } from './review-draft.ts'

type DecisionCardProps = {
  slv: SlvDetail
  /**
   * For the buyer's staff: with internal comments, and with a decision that is
   * not final.
   */
  isInner?: boolean
  /** With the answer to each variance. */
  hasAnswers?: boolean
  /** Shows this decision as if it were final: what the seller will read. */
  decision?: Decision
  /**
   * Whether a later round follows, so that the seller doesn't need to know what
   * to do next.
   */
  isEnded?: boolean
  /** Without the guideline texts, which the current request has too. */
  isBrief?: boolean
}

/** The look of a part of the decision. */
export const framed = {
  gap: 4,
  p: 'sm',
  bd: '1px solid var(--portal-line)',
  bdrs: 'md',
} as const

export const DecisionCard = ({
  slv,
  isInner = false,
  hasAnswers = true,
  decision,
  isEnded = false,
  isBrief = false,
}: DecisionCardProps) => {
  const final = decision ?? (isDecided(slv.status) ? slv.status : null)
  const shown = final ?? (isInner ? slv.temporaryStatus : null) ?? null
  if (!shown && slv.status === 'WITHDRAWN_APPROVED') {
    const why = slv.withdrawReason ? `: “${slv.withdrawReason}”` : '.'
    return (
      <EmptyState
        title="Withdrawn"
        why={`This round ended without a decision${why}`}
      />
    )
  }
  if (!shown)
    return (
      <EmptyState
        title="Not decided yet"
        why="The decision appears here when it is final."
      />
    )
  return (
    <Stack gap="sm">
      <Group gap="4px 10px" c="dimmed">
        <SlvStatusBadge status={shown} />
        <span>
          {final
            ? slv.decisionDate && !decision && format.dateTime(slv.decisionDate)
            : 'Draft decision, not final'}
        </span>
      </Group>
      {shown !== 'DECLINED' && <Figures slv={slv} />}
      {!isBrief && <Words slv={slv} name="currentGuideline" />}
      <Words
        slv={slv}
        name="decisionComment"
        label={decisionCommentLabel(shown)}
      />
      {final === 'DECLINED' && !isInner && !isEnded && (
        <AfterDenial slv={slv} />
      )}
      {isInner && <Words slv={slv} name="decisionCommentsInternal" />}
      {slv.slvRequests.map((request) => {
        const answer = slv.slvDecisionRequests?.find(
          ({ slvRequestId }) => slvRequestId === request.id,
        )
        return hasAnswers && answer ? (
          <Stack component="article" key={request.id} {...framed}>
            <b>{request.summary}</b>
            <Answer
              answer={isBrief ? { ...answer, currentGuideline: '' } : answer}
            />
          </Stack>
        ) : null
      })}
    </Stack>
  )
}

/**
 * What the seller can do next, with the nearest change that needs no variance
 * under the guidelines in effect today.
 */
const AfterDenial = ({ slv }: { slv: SlvDetail }) => {
  const { data } = useQuery(evaluationQuery(slv, true))
  return (
    <Labeled label="What you can do next">
      {afterDenialText(slv.slvRequests, data?.nearest ?? null)}
    </Labeled>
  )
}

const Figures = ({ slv }: { slv: SlvDetail }) => {
  const { name: brand } = useBranding()
  const names: DecisionName[] = ['priceAdjustment', ...figureNames(slv)]
  const facts = names
    .filter((name) => slv[name] !== null && slv[name] !== undefined)
    .map((name) => ({
      label: fieldLabel(name, brand),
      value: fieldText(name, slv[name]),
    }))
  return <Facts facts={facts} />
}

/** A DSCR program is measured by rent, every other by debts. */
export const figureNames = ({ qualifiesBy }: SlvDetail): DecisionName[] => {
  const ratio = qualifiesBy === 'DSCR' ? 'decisionDscr' : 'decisionDti'
  return ['decisionLtv', 'decisionCltv', 'decisionHcltv', ratio, 'reserves']
}

const Words = ({
  slv,
  name,
  label,
}: {
  slv: SlvDetail
  name: DecisionName
  label?: string
}) => {
  const { name: brand } = useBranding()
  const text = slv[name]
  if (!text) return null
  const isInternal = name === 'decisionCommentsInternal'
  return (
    <Labeled label={label ?? fieldLabel(name, brand)} isInternal={isInternal}>
      {text}
    </Labeled>
  )
}

type LabeledProps = { label: string; isInternal?: boolean; children: ReactNode }

/** A longer text under its label. */
export const Labeled = ({ label, isInternal, children }: LabeledProps) => (
  <div>
    <Text span size="xs" c="dimmed">
      {label} {isInternal && <span className={classes.internal}>Internal</span>}
    </Text>
    <div className={formClasses.text}>{children}</div>
  </div>
)

export type AnswerFacts = Pick<
  SlvDecisionRequest,
  'decision' | 'currentGuideline' | 'comment'
>

export const Answer = ({
  answer: { decision, currentGuideline, comment },
}: {
  answer: AnswerFacts
}) => (
  <Stack gap={4} align="flex-start">
    <SlvStatusBadge status={decision} />
    {currentGuideline !== '' && (
      <p className={formClasses.text}>
        <Text span inherit c="dimmed">
          Guideline:{' '}
        </Text>
        {currentGuideline}
      </p>
    )}
    {comment !== '' && <p className={formClasses.text}>{comment}</p>}
  </Stack>
)
