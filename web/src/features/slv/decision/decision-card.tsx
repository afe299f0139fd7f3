import { Stack, Text } from '@mantine/core'
import type { SlvDetail } from '@portal/contract/slv/answers'
import { decisionCommentLabel } from '@portal/contract/slv/decision/terms'
import { afterDenialText, listFits } from '@portal/contract/slv/decision/texts'
import { hasNeeds } from '@portal/contract/slv/needs'
import { type Decision, isDecided } from '@portal/contract/slv/status'
import type { SlvDecisionRequest } from '@portal/contract/slv-request/model'
import { findAnswer } from '@portal/contract/slv-request/policy'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import * as format from '../../../lib/text/format.ts'
import { useBranding, useProfile } from '../../../records/auth/queries.ts'
import { evaluationQuery } from '../../../records/guideline/queries.ts'
import { fieldLabel } from '../../../records/slv/field-text.ts'
import { SlvStatusBadge } from '../../../records/slv/slv-status.tsx'
import { Facts } from '../../../ui/facts.tsx'
import { EmptyState } from '../../../ui/message.tsx'
import formClasses from '../form/form.module.css'
import classes from './decision.module.css'
import { DriftNote, ExpiredNote, GoodUntil } from './good-until.tsx'
import {
  type DecidedFigure,
  listDecidedFigures,
  outcomeText,
  priceText,
} from './outcome-text.ts'
import type { DecisionName } from './review-draft.ts'

/** How much is shown: an ended round's guideline texts are in the request too. */
type Detail = 'all' | 'withoutAnswers' | 'withoutGuidelines'

export type DecisionCardProps = {
  slv: SlvDetail
  detail?: Detail
  /**
   * Whether a later round follows, so that the seller doesn't need to know what
   * to do next.
   */
  isEnded?: boolean
  /** Whether the decision is in effect, as it is during a draft resubmission. */
  isInEffect?: boolean
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
  isInEffect = !isEnded,
}: DecisionCardProps) => {
  const { role } = useProfile()
  const isSeller = role === 'SELLER'
  const final = isDecided(slv.status) ? slv.status : null
  const draft = isSeller ? null : slv.temporaryStatus
  const decision = final ?? draft
  if (!decision) return <NoDecision slv={slv} />
  return (
    <DecisionDetails
      slv={slv}
      decision={decision}
      note={final ? decidedText(slv) : 'Draft decision, not final'}
      detail={detail}
      isInEffect={isInEffect}
    >
      {!isEnded && <ExpiredNote slv={slv} />}
      {!isEnded && <DriftNote slv={slv} />}
      {!isEnded && final === 'DECLINED' && hasNeeds(role) && (
        <AfterDenial slv={slv} isForSeller={isSeller} />
      )}
      {!isSeller && <Words slv={slv} name="decisionCommentsInternal" />}
    </DecisionDetails>
  )
}

/** 'Decided 11/27/2026, 2:10 PM by Anna Lindqvist' */
const decidedText = ({
  decisionDate,
  underwriterName,
}: SlvDetail): string | null => {
  if (!decisionDate) return null
  const by = underwriterName ? ` by ${underwriterName}` : ''
  return `Decided ${format.dateTime(decisionDate)}${by}`
}

/** What the seller will read once this decision is final. */
export const DecisionPreview = ({
  slv,
  decision,
}: {
  slv: SlvDetail
  decision: Decision
}) => (
  <DecisionDetails
    slv={slv}
    decision={decision}
    note={null}
    detail="all"
    isInEffect
  >
    {decision === 'DECLINED' && <AfterDenial slv={slv} isForSeller />}
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
    <div>
      <Text className={classes.headline ?? ''}>Withdrawn</Text>
      <p className={formClasses.text}>
        This round ended without a decision{reason}
      </p>
    </div>
  )
}

type DecisionDetailsProps = {
  slv: SlvDetail
  decision: Decision
  /** Beside the status: when it was decided, or that it is a draft. */
  note: ReactNode
  detail: Detail
  isInEffect: boolean
  /** Below the comment for the seller. */
  children: ReactNode
}

const DecisionDetails = ({
  slv,
  decision,
  note,
  detail,
  isInEffect,
  children,
}: DecisionDetailsProps) => (
  <Stack gap="sm">
    <div>
      <Text className={classes.headline ?? ''} data-decision={decision}>
        {outcomeText(decision, slv)}
      </Text>
      {note && (
        <Text size="sm" c="dimmed">
          {note}
        </Text>
      )}
    </div>
    <Words
      slv={withNoteOnly(slv, detail)}
      name="decisionComment"
      label={decisionCommentLabel(decision)}
    />
    {decision !== 'DECLINED' && <Figures slv={slv} isInEffect={isInEffect} />}
    {detail !== 'withoutGuidelines' && (
      <Words slv={slv} name="currentGuideline" />
    )}
    {children}
    {detail !== 'withoutAnswers' && (
      <Answers slv={slv} hasGuidelines={detail === 'all'} />
    )}
  </Stack>
)

/** Where the conditions are listed beside, their lines are left out. */
const withNoteOnly = (slv: SlvDetail, detail: Detail): SlvDetail => {
  const areListed = detail === 'withoutAnswers' && slv.conditions?.length
  return areListed ? { ...slv, decisionComment: slv.decisionNote } : slv
}

type AnswersProps = { slv: SlvDetail; hasGuidelines: boolean }

/** The variances that have an answer. */
const Answers = ({ slv, hasGuidelines }: AnswersProps) =>
  slv.slvRequests.map((request) => {
    const answer = findAnswer(slv.slvDecisionRequests, request.id)
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
 * What would need no variance under the guidelines in effect today, and what the
 * seller can do next.
 */
const AfterDenial = ({
  slv,
  isForSeller,
}: {
  slv: SlvDetail
  isForSeller: boolean
}) => {
  const { data } = useQuery(evaluationQuery(slv, true))
  const fits = data ? listFits(slv.slvRequests, data) : []
  return (
    <>
      {fits.length > 0 && (
        <Labeled label="What would fit">
          {fits.map((fit) => (
            <div key={fit}>{fit}</div>
          ))}
        </Labeled>
      )}
      {isForSeller && (
        <Labeled label="What you can do next">
          {afterDenialText(slv.slvRequests, null)}
        </Labeled>
      )}
    </>
  )
}

const Figures = ({
  slv,
  isInEffect,
}: Pick<DecisionDetailsProps, 'slv' | 'isInEffect'>) => {
  const { name: brand } = useBranding()
  const price = priceText(slv)
  const figures = listDecidedFigures(slv).map(
    ({ name, decided, requested }) => ({
      label: fieldLabel(name, brand),
      value: <DecidedValue decided={decided} requested={requested} />,
    }),
  )
  const validity = slv.goodUntil
    ? [
        {
          label: fieldLabel('goodUntil', brand),
          value: isInEffect ? (
            <GoodUntil day={slv.goodUntil} />
          ) : (
            format.day(slv.goodUntil)
          ),
        },
      ]
    : []
  const prices =
    price === null
      ? []
      : [{ label: fieldLabel('priceAdjustment', brand), value: price }]
  return (
    <div className={classes.figures}>
      <Facts facts={[...validity, ...prices, ...figures]} hasLongValues />
    </div>
  )
}

/** A figure of the decision, and what was requested if it differs. */
const DecidedValue = ({
  decided,
  requested,
}: Pick<DecidedFigure, 'decided' | 'requested'>) => (
  <>
    {decided}
    {requested !== null && (
      <Text span size="xs" c="dimmed">
        {' '}
        requested {requested}
      </Text>
    )}
  </>
)

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
const Labeled = ({ label, isInternal, children }: LabeledProps) => (
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
