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
import { useBranding, useProfile } from '../../../records/auth/queries.ts'
import { evaluationQuery } from '../../../records/guideline/queries.ts'
import { fieldLabel, fieldText } from '../../../records/slv/field-text.ts'
import { SlvStatusBadge } from '../../../records/slv/slv-status.tsx'
import { Facts } from '../../../ui/facts.tsx'
import { EmptyState } from '../../../ui/message.tsx'
import formClasses from '../form/form.module.css'
import classes from './decision.module.css'
import type { DecisionName } from './review-draft.ts'

/** How much is shown: an ended round's guideline texts are in the request too. */
type Detail = 'all' | 'withoutAnswers' | 'withoutGuidelines'

type DecisionCardProps = {
  slv: SlvDetail
  detail?: Detail
  /**
   * Whether a later round follows, so that the seller doesn't need to know what
   * to do next.
   */
  isEnded?: boolean
}

/** The look of a part of the decision. */
export const framed = {
  gap: 4,
  p: 'sm',
  bd: '1px solid var(--portal-line)',
  bdrs: 'md',
} as const

/**
 * The decision of a round as the signed-in person may read it: a draft and the
 * internal comments are only for the buyer's staff.
 */
export const DecisionCard = ({
  slv,
  detail = 'all',
  isEnded = false,
}: DecisionCardProps) => {
  const isSeller = useProfile().role === 'SELLER'
  const final = isDecided(slv.status) ? slv.status : null
  const draft = isSeller ? null : slv.temporaryStatus
  const decision = final ?? draft
  if (!decision) return <NoDecision slv={slv} />
  const decidedAt = slv.decisionDate && format.dateTime(slv.decisionDate)
  return (
    <DecisionDetails
      slv={slv}
      decision={decision}
      note={final ? decidedAt : 'Draft decision, not final'}
      detail={detail}
    >
      {isSeller && !isEnded && decision === 'DECLINED' && (
        <AfterDenial slv={slv} />
      )}
      {!isSeller && <Words slv={slv} name="decisionCommentsInternal" />}
    </DecisionDetails>
  )
}

/** What the seller will read once this decision is final. */
export const DecisionPreview = ({
  slv,
  decision,
}: {
  slv: SlvDetail
  decision: Decision
}) => (
  <DecisionDetails slv={slv} decision={decision} note={null} detail="all">
    {decision === 'DECLINED' && <AfterDenial slv={slv} />}
  </DecisionDetails>
)

const NoDecision = ({ slv }: { slv: SlvDetail }) => {
  if (slv.status !== 'WITHDRAWN_APPROVED')
    return (
      <EmptyState
        title="Not decided yet"
        why="The decision appears here when it is final."
      />
    )
  const reason = slv.withdrawReason ? `: “${slv.withdrawReason}”` : '.'
  return (
    <EmptyState
      title="Withdrawn"
      why={`This round ended without a decision${reason}`}
    />
  )
}

type DecisionDetailsProps = {
  slv: SlvDetail
  decision: Decision
  /** Beside the status: when it was decided, or that it is a draft. */
  note: ReactNode
  detail: Detail
  /** Below the comment for the seller. */
  children: ReactNode
}

const DecisionDetails = ({
  slv,
  decision,
  note,
  detail,
  children,
}: DecisionDetailsProps) => (
  <Stack gap="sm">
    <Group gap="4px 10px" c="dimmed">
      <SlvStatusBadge status={decision} />
      <span>{note}</span>
    </Group>
    {decision !== 'DECLINED' && <Figures slv={slv} />}
    {detail !== 'withoutGuidelines' && (
      <Words slv={slv} name="currentGuideline" />
    )}
    <Words
      slv={slv}
      name="decisionComment"
      label={decisionCommentLabel(decision)}
    />
    {children}
    {detail !== 'withoutAnswers' && (
      <Answers slv={slv} hasGuidelines={detail === 'all'} />
    )}
  </Stack>
)

type AnswersProps = { slv: SlvDetail; hasGuidelines: boolean }

/** The variances that have an answer. */
const Answers = ({ slv, hasGuidelines }: AnswersProps) =>
  slv.slvRequests.map((request) => {
    const answer = slv.slvDecisionRequests?.find(
      ({ slvRequestId }) => slvRequestId === request.id,
    )
    if (!answer) return null
    return (
      <Stack component="article" key={request.id} {...framed}>
        <b>{request.summary}</b>
        <Answer
          answer={hasGuidelines ? answer : { ...answer, currentGuideline: '' }}
        />
      </Stack>
    )
  })

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
