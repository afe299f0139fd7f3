import { Box, Text } from '@mantine/core'
import type { SlvDetail } from '@portal/contract/slv/answers'
import { type Clock as ClockName, slaOn } from '@portal/contract/slv/clocks'
import {
  occupancyLabels,
  propertyTypeLabels,
  slvTypeLabels,
} from '@portal/contract/slv/model'
import { isDecided } from '@portal/contract/slv/status'
import { Link } from '@tanstack/react-router'
import type { ReactNode, Ref } from 'react'
import { lazy } from '../../../lib/lazy.tsx'
import { clockText } from '../../../lib/text/due.ts'
import * as format from '../../../lib/text/format.ts'
import { useBranding, useProfile } from '../../../records/auth/queries.ts'
import {
  effectiveStatus,
  RowStatusBadge,
  waitingText,
} from '../../../records/slv/slv-status.tsx'
import { Due } from '../../../ui/due.tsx'
import { Facts } from '../../../ui/facts.tsx'
import { InfoCard } from '../../../ui/info-card.tsx'
import { PageHeader } from '../../../ui/page.tsx'
import { SlaChip } from '../../sla/shared/sla-chip.tsx'
import type { LastList } from '../queue/last-list.ts'
import { KeyFigures } from './key-figures.tsx'
import classes from './slv-header.module.css'

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
  ref,
}: SlvHeaderProps) => (
  <div className={classes.header} ref={ref}>
    <PageHeader
      title={slvTitle(slv)}
      before={<Breadcrumb list={list} />}
      beside={
        <>
          <RowStatusBadge slv={slv} />
          {/* The server sends no clocks to sellers. */}
          <HeaderClock slv={slv} clock={clock} isShort={isShort} />
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
    <div className={classes.figures}>
      <KeyFigures slv={slv} />
      {!isShort && <Clock slv={slv} />}
      {!isShort && rounds}
    </div>
  </div>
)

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
  const whole = slv.groupSlaStatus ?? null
  const ofDesk = clock === 'SLV' ? null : slaOn(clock, slv)
  if (clock !== 'SLV' && ofDesk) {
    const words = clockText(ofDesk, deskNames[clock], whole)
    return <SlaChip of={{ slvId: slv.id, clock }} sla={ofDesk} words={words} />
  }
  if (!whole) return null
  const of = { slvId: slv.id, clock: 'SLV' } as const
  if (isShort || whole.dueState !== 'OK')
    return <SlaChip of={of} sla={whole} words={clockText(whole, null, null)} />
  return (
    <>
      <Due sla={whole} />
      <SlaChip of={of} sla={whole} />
    </>
  )
}

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
const propertyText = ({ propertyType, city, state }: SlvDetail) =>
  [
    propertyType && propertyTypeLabels[propertyType],
    [city, state].filter(Boolean).join(' '),
  ]
    .filter(Boolean)
    .join(', ')

const Particulars = ({ slv }: { slv: SlvDetail }) => {
  const parts = [
    slv.sellerName,
    slv.type === 'POST' &&
      `${slvTypeLabels[slv.type]}${slv.postCloseReason ? ` (${slv.postCloseReason})` : ''}`,
    slv.buyerNonAgencyProgram,
    slv.purpose,
    slv.occupancy && occupancyLabels[slv.occupancy],
    propertyText(slv),
    slv.originalLockDate && `Lock ${format.day(slv.originalLockDate)}`,
    slv.date === null ? 'Not sent yet' : `Round ${slv.resubmitCount + 1}`,
  ].filter((part) => typeof part === 'string' && part !== '')
  return (
    <Text
      component="ul"
      className={classes.particulars ?? ''}
      c="dimmed"
      size="sm"
    >
      {parts.map((part) => (
        <li key={String(part)}>{part}</li>
      ))}
    </Text>
  )
}

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

const TurnTimes = ({ slv }: { slv: SlvDetail }) => {
  const { role } = useProfile()
  const { name } = useBranding()
  const fact = (label: string, value: number | null, meaning: string) => ({
    label,
    value: (
      <>
        {value === null ? 'Not decided' : format.days(value)}
        <Text size="xs" c="dimmed">
          {meaning}
        </Text>
      </>
    ),
  })
  return (
    <InfoCard
      label="How turn times are calculated"
      explain={(summaryId) => (
        <>
          <Box id={summaryId} mb="sm">
            <Facts
              facts={[
                fact(
                  `${name} turn time`,
                  slv.turnTime,
                  `Business days with ${name}, across all rounds.`,
                ),
                fact(
                  'Final processing time',
                  slv.finalProcessingTime,
                  'Business days from submission to the final decision, seller time excluded.',
                ),
                fact(
                  'Seller turn time',
                  slv.sellerTurnTime,
                  'Business days with the seller: waiting for requested documents, and from a decision to its resubmission.',
                ),
              ]}
            />
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
