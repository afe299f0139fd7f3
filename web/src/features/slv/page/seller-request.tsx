import { Box, Button, Paper, Stack } from '@mantine/core'
import { joinSentences } from '@portal/contract/lib/sentences'
import type { SlvDetail } from '@portal/contract/slv/answers'
import {
  isDecided,
  isSellerDraft,
  isUndecided,
} from '@portal/contract/slv/status'
import { IconArrowDown } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { editsQuery } from '../../../records/history/queries.ts'
import { effectiveStatus } from '../../../records/slv/slv-status.tsx'
import { DecisionOfRound } from '../decision/decision-of-round.tsx'
import { RequestForm } from '../form/request-form.tsx'
import type { LastList } from '../queue/last-list.ts'
import { Warning } from '../warning.tsx'
import { EarlierRound } from './earlier-round.tsx'
import { SentConfirmation } from './sent-confirmation.tsx'
import { SidePanel } from './side-panel.tsx'
import classes from './slv-page.module.css'
import { type SideTab, sideId } from './slv-route.ts'

const tabs = ['conversation', 'history'] as const satisfies SideTab[]

type SellerRequestProps = {
  slv: SlvDetail
  list: LastList
  tab: SideTab | undefined
  onTab: (tab: SideTab) => void
}

/**
 * A seller's request: the decision, then the form or its text, with the
 * conversation and the history beside them.
 */
export const SellerRequest = ({
  slv,
  list,
  tab,
  onTab,
}: SellerRequestProps) => {
  const { data: edited } = useQuery({
    ...editsQuery(slv.id),
    enabled: !isSellerDraft(slv.status),
  })
  return (
    <div className={classes.columns}>
      <Box miw={0}>
        <SentConfirmation slv={slv} list={list} />
        <JumpToSide />
        <WithdrawalNote slv={slv} />
        <Outcome slv={slv} />
        <EarlierRound slv={slv} />
        <RequestForm
          slv={slv}
          mode={slv.availableActions.includes('save') ? 'edit' : 'read'}
          edited={edited}
        />
      </Box>
      <SidePanel
        slv={slv}
        tabs={tabs}
        shown={tabs.find((name) => name === tab) ?? 'history'}
        onTab={onTab}
      />
    </div>
  )
}

/**
 * How the round ended, or how the round before a draft ended, which stays in
 * effect: the decision with its reason, conditions and answers.
 */
const Outcome = ({ slv }: { slv: SlvDetail }) => {
  const status = effectiveStatus(slv)
  if (!isDecided(status) && status !== 'WITHDRAWN_APPROVED') return null
  return (
    <Paper
      component="section"
      mb="md"
      p="md"
      bd="1px solid var(--portal-line)"
      aria-label="Decision"
    >
      <Stack gap="sm">
        <DecisionOfRound slv={slv} />
      </Stack>
    </Paper>
  )
}

/**
 * The outcome of the seller's request to withdraw; nothing once the round has
 * ended.
 */
const WithdrawalNote = ({
  slv: { status, withdrawReason, withdrawDeclineReason },
}: {
  slv: SlvDetail
}) => {
  if (status === 'WITHDRAW_PENDING')
    return (
      <Warning mb="md">
        {joinSentences([
          withdrawReason
            ? `Withdrawal requested: “${withdrawReason}”`
            : 'Withdrawal requested',
          'The review is on hold until the underwriter answers.',
        ])}
      </Warning>
    )
  if (!withdrawDeclineReason || !isUndecided(status)) return null
  return (
    <Warning mb="md">
      The underwriter declined the withdrawal: “{withdrawDeclineReason}”
    </Warning>
  )
}

/** Where the side is below the request. */
const JumpToSide = () => (
  <Button
    className={classes.jump ?? ''}
    size="compact-sm"
    variant="subtle"
    rightSection={<IconArrowDown size={16} aria-hidden />}
    onClick={() => {
      const side = document.getElementById(sideId)
      side?.scrollIntoView({ block: 'start' })
      side
        ?.querySelector<HTMLElement>('[aria-selected="true"]')
        ?.focus({ preventScroll: true })
    }}
  >
    Conversation and history
  </Button>
)
