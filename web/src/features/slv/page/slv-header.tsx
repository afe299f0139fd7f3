import { Box, Text } from '@mantine/core'
import type { SlvDetail } from '@portal/contract/slv/answers'
import { type Clock as ClockName, slaOn } from '@portal/contract/slv/clocks'
import {
  occupancyLabels,
  propertyTypeLabels,
  slvTypeLabels,
} from '@portal/contract/slv/model'
import { hasNeeds } from '@portal/contract/slv/needs'
import { isDecided } from '@portal/contract/slv/status'
import { Link } from '@tanstack/react-router'
import type { ReactNode, Ref } from 'react'
import { lazy } from '../../../lib/lazy.tsx'
import { clockText } from '../../../lib/text/due.ts'
import * as format from '../../../lib/text/format.ts'
import { useBranding, useProfile } from '../../../records/auth/queries.ts'
import { expectationText, isLate } from '../../../records/slv/next-step.ts'
import {
  effectiveStatus,
  FiguresChangedBadge,
  RowStatusBadge,
  waitingText,
} from '../../../records/slv/slv-status.tsx'
import { InfoCard } from '../../../ui/cards/info-card.tsx'
import { Due } from '../../../ui/due.tsx'
import { Facts } from '../../../ui/facts.tsx'
import { PageHeader } from '../../../ui/page.tsx'
import { SlaChip } from '../../sla/shared/sla-chip.tsx'
import type { LastList } from '../queue/last-list.ts'
import { KeyFigures } from './key-figures.tsx'
import classes from './slv-header.module.css'

const HoldNote = lazy(
  () => import('../../retention/shared/hold-note.tsx'),
  'HoldNote',
)
const PresenceNote = lazy(
  () => import('../../live/shared/presence-note.tsx'),
  'PresenceNote',
)
const QueueNav = lazy(
  () => import('../queue/queue-nav.tsx'),
  'QueueNav',
  <Box w={{ base: '4rem', sm: '8.5rem' }} />,
)
const TurnTimeExplanation = lazy(
  () => import('../../sla/shared/explanation.tsx'),
  'TurnTimeExplanation',
)

type SlvHeaderProps = {
  slv: SlvDetail
  /** The clock of the due date on this screen. */
  clock: ClockName
  list: LastList
  /** Which round is shown. */
  rounds: ReactNode
  actions: ReactNode
  /** Without what AboutSlv shows. */
  isShort: boolean
  /** Whether it has the main figures. */
  hasFigures: boolean
  ref?: Ref<HTMLDivElement>
}

/**
 * The main facts and the actions of an SLV, laid out the same in every status.
 */
export const SlvHeader = ({
  slv,
  clock,
  list,
  rounds,
  actions,
  isShort,
  hasFigures,
  ref,
}: SlvHeaderProps) => (
  <div className={classes.header} ref={ref}>
    <PageHeader
      title={slvTitle(slv)}
      before={<Breadcrumb list={list} />}
      beside={
        <>
          <RowStatusBadge slv={slv} />
          {slv.figuresChanged && <FiguresChangedBadge />}
          {/* The server sends no clocks to sellers. */}
          <HeaderClock slv={slv} clock={clock} isShort={isShort} />
          <ExpectationNote slv={slv} />
          <HoldNote slvId={slv.id} />
        </>
      }
      actions={
        <>
          <PresenceNote slvId={slv.id} />
          <QueueNav slv={slv} list={list} />
          {actions}
        </>
      }
    />
    {!isShort && <Particulars slv={slv} />}
    {hasFigures && (
      <div className={classes.figures}>
        <KeyFigures slv={slv} />
        {!isShort && <Clock slv={slv} />}
        {!isShort && rounds}
      </div>
    )}
  </div>
)

/**
 * By when a request is decided, or its documents are due. BDDs have the clock of
 * the review.
 */
const ExpectationNote = ({ slv }: { slv: SlvDetail }) => {
  const { role } = useProfile()
  const { name } = useBranding()
  const text = expectationText(slv, name)
  const isForReader =
    role === 'SELLER' || (hasNeeds(role) && slv.waitingOn === 'SELLER')
  if (!isForReader || text === null) return null
  if (!isLate(slv)) return <span className={classes.expectation}>{text}</span>
  return (
    <span className={classes.expectation} data-late>
      {text}.
      {slv.waitingOn === 'BUYER' && (
        <Link to="." search={(search) => ({ ...search, tab: 'conversation' })}>
          Ask in the conversation
        </Link>
      )}
    </span>
  )
}

const deskNames = { SLR: 'SLR', TD: 'trade desk' } as const

/**
 * One clock: that of the desk whose screen this is, else that of the whole SLV,
 * which also applies after the desk's review. The signed days of spec.md §5 are
 * beside a due date only while there is time.
 */
const HeaderClock = ({
  slv,
  clock,
  isShort,
}: Pick<SlvHeaderProps, 'slv' | 'clock' | 'isShort'>) => {
  const slvSla = slv.groupSlaStatus ?? null
  const deskSla = clock === 'SLV' ? null : slaOn(clock, slv)
  if (clock !== 'SLV' && deskSla) {
    const words = clockText(deskSla, deskNames[clock], slvSla)
    return (
      <SlaChip subject={{ slvId: slv.id, clock }} sla={deskSla} words={words} />
    )
  }
  if (!slvSla) return null

  const subject = { slvId: slv.id, clock: 'SLV' } as const
  if (isShort || slvSla.dueState !== 'OK') {
    const words = clockText(slvSla, null, null)
    return <SlaChip subject={subject} sla={slvSla} words={words} />
  }
  return (
    <>
      <Due sla={slvSla} />
      <SlaChip subject={subject} sla={slvSla} />
    </>
  )
}

/** Who the SLV waits on, and its turn times once it was sent. */
const Clock = ({ slv }: { slv: SlvDetail }) => (
  <div className={classes.clock}>
    <div className={classes.waiting} title={waitingText(slv) ?? undefined}>
      {waitingText(slv)}
    </div>
    {slv.date !== null && (
      <div>
        <TurnTimes slv={slv} />
      </div>
    )}
  </div>
)

/** What the short header leaves out. */
export const AboutSlv = ({
  slv,
  rounds,
}: Pick<SlvHeaderProps, 'slv' | 'rounds'>) => (
  <section aria-label="About this SLV">
    {rounds}
    <Particulars slv={slv} />
    <Clock slv={slv} />
  </section>
)

/** The way back to the list. */
const Breadcrumb = ({ list: { path, search, label } }: { list: LastList }) => (
  <nav aria-label="Breadcrumb" className={classes.breadcrumb}>
    <Link to={path} search={search}>
      {label}
    </Link>
    <span aria-hidden>›</span>
  </nav>
)

/** '7001234 · Ortiz': the loan and the borrower, as far as they are known. */
const slvTitle = ({ buyerLoan, sellerLoan, borrowerLastName }: SlvDetail) =>
  [buyerLoan || sellerLoan || 'New request', borrowerLastName]
    .filter(Boolean)
    .join(' · ')

/** '2 - 4 Units, Tampa FL' */
const propertyText = ({ propertyType, city, state }: SlvDetail) => {
  const kind = propertyType && propertyTypeLabels[propertyType]
  const place = [city, state].filter(Boolean).join(' ')
  return [kind, place].filter(Boolean).join(', ')
}

/** Said of a request after the purchase only. */
const postCloseText = ({ type, postCloseReason }: SlvDetail) => {
  if (type !== 'POST') return null
  const label = slvTypeLabels[type]
  return postCloseReason ? `${label} (${postCloseReason})` : label
}

/** 'Lock 10/02/2026 to 12/01/2026', as far as the days are known. */
const lockText = ({ originalLockDate, lockExpirationDate }: SlvDetail) => {
  const from = originalLockDate && ` ${format.day(originalLockDate)}`
  const to = lockExpirationDate && ` to ${format.day(lockExpirationDate)}`
  return (from || to) && `Lock${from ?? ''}${to ?? ''}`
}

const roundText = ({ date, resubmitCount }: SlvDetail) =>
  date === null ? 'Not sent yet' : `Round ${resubmitCount + 1}`

const Particulars = ({ slv }: { slv: SlvDetail }) => {
  const parts = [
    slv.sellerName,
    postCloseText(slv),
    slv.buyerNonAgencyProgram,
    slv.purpose,
    slv.occupancy && occupancyLabels[slv.occupancy],
    propertyText(slv),
    lockText(slv),
    roundText(slv),
  ].filter((part) => typeof part === 'string' && part !== '')
  return (
    <Text
      component="ul"
      className={classes.particulars ?? ''}
      c="dimmed"
      size="sm"
    >
      {parts.map((part) => (
        <li key={part}>{part}</li>
      ))}
    </Text>
  )
}

const TurnTimes = ({ slv }: { slv: SlvDetail }) => {
  const { role } = useProfile()
  return (
    <InfoCard
      label="How turn times are calculated"
      explain={(summaryId) => (
        <>
          <Box id={summaryId} mb="sm">
            <TurnTimeFacts slv={slv} />
          </Box>
          {role !== 'SELLER' && <TurnTimeExplanation slvId={slv.id} />}
        </>
      )}
    >
      {isDecided(effectiveStatus(slv))
        ? `Processed in ${format.days(slv.finalProcessingTime)}`
        : `Turn time ${format.days(slv.turnTime)}`}
      {(slv.sellerTurnTime ?? 0) > 0 &&
        `, seller ${format.days(slv.sellerTurnTime)}`}
    </InfoCard>
  )
}

const TurnTimeFacts = ({ slv }: { slv: SlvDetail }) => {
  const { name: brandName } = useBranding()
  const facts = [
    {
      label: `${brandName} turn time`,
      days: slv.turnTime,
      meaning: `Business days with ${brandName}, across all rounds.`,
    },
    {
      label: 'Final processing time',
      days: slv.finalProcessingTime,
      meaning:
        'Business days from submission to the final decision, seller time excluded.',
    },
    {
      label: 'Seller turn time',
      days: slv.sellerTurnTime,
      meaning:
        'Business days with the seller: waiting for requested documents, and from a decision to its resubmission.',
    },
  ]
  return (
    <Facts
      facts={facts.map(({ label, days, meaning }) => ({
        label,
        value: (
          <>
            {days === null ? 'Not decided' : format.days(days)}
            <Text size="xs" c="dimmed">
              {meaning}
            </Text>
          </>
        ),
      }))}
    />
  )
}
