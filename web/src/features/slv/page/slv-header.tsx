import { Anchor, Box, Button, Group, Stack, Text } from '@mantine/core'
import type { SlvDetail } from '@portal/contract/slv/answers'
import { slvTypeLabels } from '@portal/contract/slv/model'
import { isDecided, slvStatusLabels } from '@portal/contract/slv/status'
import { IconArrowDown, IconChevronRight } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode, Ref } from 'react'
import { lazy } from '../../../lib/lazy.tsx'
import * as format from '../../../lib/text/format.ts'
import { Explained } from '../../../ui/explained.tsx'
import { Facts } from '../../../ui/facts.tsx'
import { PageHeader } from '../../../ui/page.tsx'
import { StatusBadge } from '../../../ui/status-badge.tsx'
import { useBranding, useProfile } from '../../auth/queries.ts'
import { PresenceNote } from '../../live/shared/presence-note.tsx'
import type { LastList } from '../queue/last-list.ts'
import { QueueNav } from '../queue/queue-nav.tsx'
import { effectiveStatus, SlvStatusBadge, waitingText } from '../shared/slv-status.tsx'
import { statusColors } from '../shared/status-colors.ts'
import { SlaChip } from '../sla-chip.tsx'
import classes from './slv-header.module.css'
import { sideId } from './slv-route.ts'

type SlvHeaderProps = {
  slv: SlvDetail
  list: LastList
  rounds: ReactNode
  actions: ReactNode
  ref: Ref<HTMLDivElement>
}

export const SlvHeader = ({ slv, list, rounds, actions, ref }: SlvHeaderProps) => {
  const title = slvTitle(slv)
  return (
    <Stack gap="xs" className={classes.header ?? ''} ref={ref}>
      <Breadcrumb list={list} here={title} />
      <PageHeader
        title={title}
        beside={
          <>
            <SlvStatusBadge status={slv.status} />
            {slv.statusInEffect && (
              <StatusBadge
                label={`${slvStatusLabels[slv.statusInEffect]}, in effect`}
                color={statusColors[slv.statusInEffect]}
              />
            )}
            {/* The server sends no clocks to sellers. */}
            {slv.groupSlaStatus && <SlaChip slvId={slv.id} clock="SLV" sla={slv.groupSlaStatus} />}
            {slv.slrSlaStatus && <SlaChip slvId={slv.id} clock="SLR" sla={slv.slrSlaStatus} />}
            {slv.tdSlaStatus && <SlaChip slvId={slv.id} clock="TD" sla={slv.tdSlaStatus} />}
          </>
        }
        actions={
          <>
            <PresenceNote slvId={slv.id} />
            <QueueNav slv={slv} list={list} />
            {rounds}
            {actions}
            <JumpToSide />
          </>
        }
      />
      <Particulars slv={slv} />
    </Stack>
  )
}

const Breadcrumb = ({ list: { path, search, label }, here }: { list: LastList; here: string }) => (
  <nav aria-label="Breadcrumb">
    <Group component="ol" gap={4} p={0} c="dimmed" fz="sm" style={{ listStyle: 'none' }}>
      <li>
        <Anchor inherit renderRoot={(props) => <Link {...props} to={path} search={search} />}>
          {label}
        </Anchor>
        <IconChevronRight size={14} style={{ verticalAlign: '-2px' }} aria-hidden />
      </li>
      <li aria-current="page">{here}</li>
    </Group>
  </nav>
)

/** '7001234 · Ortiz': the loan and the borrower, as far as they are known. */
const slvTitle = ({ buyerLoan, sellerLoan, borrowerLastName }: SlvDetail) =>
  [buyerLoan || sellerLoan || 'New request', borrowerLastName].filter(Boolean).join(' · ')

const Particulars = ({ slv }: { slv: SlvDetail }) => {
  const waiting = waitingText(slv)
  const parts: string[] = [
    slv.sellerName,
    slvTypeLabels[slv.type] + (slv.postCloseReason ? ` (${slv.postCloseReason})` : ''),
    // Later rounds are named by the round select.
    ...(slv.resubmitCount === 0 ? ['Round 1'] : []),
    slv.date ? `Requested ${format.date(slv.date)}` : 'Not sent yet',
    ...(waiting ? [waiting] : []),
  ]
  return (
    <Text component="ul" className={classes.particulars ?? ''} c="dimmed" size="sm">
      {parts.map((part) => (
        <li key={part}>{part}</li>
      ))}
      {slv.date !== null && (
        <li>
          <TurnTimes slv={slv} />
        </li>
      )}
    </Text>
  )
}

const JumpToSide = () => (
  <Button
    className={classes.jump ?? ''}
    variant="subtle"
    rightSection={<IconArrowDown size={16} aria-hidden />}
    onClick={() => {
      const side = document.getElementById(sideId)
      side?.scrollIntoView({ block: 'start' })
      side?.querySelector<HTMLElement>('[aria-selected="true"], h2')?.focus({ preventScroll: true })
    }}
  >
    Decision and history
  </Button>
)

const TurnTimeExplanation = lazy(() => import('../../sla/shared/explanation.tsx'), 'TurnTimeExplanation')

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
    <Explained
      label="How turn times are calculated"
      explain={(summaryId) => (
        <>
          <Box id={summaryId} mb="sm">
            <Facts
              facts={[
                fact(`${name} turn time`, slv.turnTime, `Business days with ${name}, across all rounds.`),
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
      {(slv.sellerTurnTime ?? 0) > 0 && `, seller ${format.days(slv.sellerTurnTime)}`}
    </Explained>
  )
}
