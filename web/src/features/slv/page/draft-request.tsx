import { Box, Button, Paper, Stack } from '@mantine/core'
import type { SlvDetail } from '@portal/contract/slv/answers'
import { isDecided } from '@portal/contract/slv/status'
import { IconArrowDown } from '@tabler/icons-react'
import { pageParts } from '../../../records/slv/page-parts.ts'
import { effectiveStatus } from '../../../records/slv/slv-status.tsx'
import { DecisionOfRound } from '../decision/decision-of-round.tsx'
import { RequestForm } from '../form/request-form.tsx'
import { EarlierRound } from './earlier-round.tsx'
import { SidePanel } from './side-panel.tsx'
import classes from './slv-page.module.css'
import type { SideTab } from './slv-route.ts'

const tabs = ['conversation', 'history'] as const satisfies SideTab[]

type DraftRequestProps = {
  slv: SlvDetail
  tab: SideTab | undefined
  onTab: (tab: SideTab) => void
}

/**
 * A seller's draft: the decision in effect, then the form, with the conversation
 * and the history below.
 */
export const DraftRequest = ({ slv, tab, onTab }: DraftRequestProps) => (
  <div className={classes.columns}>
    <Box miw={0}>
      <JumpToSide />
      <Outcome slv={slv} />
      <EarlierRound slv={slv} />
      <RequestForm
        slv={slv}
        mode={slv.availableActions.includes('save') ? 'edit' : 'read'}
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

/** Where the side is below the request. */
const JumpToSide = () => (
  <Button
    className={classes.jump ?? ''}
    size="compact-sm"
    variant="subtle"
    rightSection={<IconArrowDown size={16} aria-hidden />}
    onClick={() => {
      const side = document.getElementById(pageParts.side)
      side?.scrollIntoView({ block: 'start' })
      side
        ?.querySelector<HTMLElement>('[aria-selected="true"]')
        ?.focus({ preventScroll: true })
    }}
  >
    Conversation and history
  </Button>
)
