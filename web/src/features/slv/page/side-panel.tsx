import { Stack, Tabs, Text } from '@mantine/core'
import type { SlvDetail } from '@portal/contract/slv/answers'
import { isDecided } from '@portal/contract/slv/status'
import type { ReactNode } from 'react'
import { lazy } from '../../../lib/lazy.tsx'
import { ListSkeleton } from '../../../ui/skeletons.tsx'
import { useProfile } from '../../auth/queries.ts'
import { ConversationCount } from '../../conversation/shared/conversation-count.tsx'
import { DocumentsPanel } from '../../document/shared/documents-panel.tsx'
import { HistoryPanel } from '../../history/shared/history-panel.tsx'
import { DecisionPanel } from '../decision/decision-panel.tsx'
import { effectiveStatus } from '../shared/slv-status.tsx'
import classes from './slv-page.module.css'
import { type SideTab, type SlvView, sideId, sideTabLabels, sideTabs, slvViews } from './slv-route.ts'

const ConversationPanel = lazy(
  () => import('../../conversation/shared/conversation-panel.tsx'),
  'ConversationPanel',
  <ListSkeleton label="Loading the conversation" />,
)

const panels: Record<SideTab, (slv: SlvDetail) => ReactNode> = {
  decision: (slv) => <DecisionPanel slv={slv} />,
  documents: (slv) => <DocumentsPanel slv={slv} />,
  conversation: ({ id }) => <ConversationPanel topic={{ kind: 'SLV', id }} />,
  history: ({ id }) => <HistoryPanel id={id} />,
}

type SidePanelProps = {
  slv: SlvDetail
  view: SlvView
  tab: SideTab | undefined
  onTab: (tab: SideTab) => void
}

export const SidePanel = ({ slv, view, tab, onTab }: SidePanelProps) => {
  const { role } = useProfile()
  const tabs = sideTabs.filter((name) => role !== 'SELLER' || name !== 'documents')
  const shown = tabs.find((name) => name === tab) ?? firstTab(tabs, slv, view)
  return (
    <Tabs
      className={classes.side ?? ''}
      id={sideId}
      value={shown}
      keepMounted={false}
      onChange={(value) => onTab(sideTabs.find((known) => known === value) ?? 'decision')}
    >
      <Tabs.List aria-label="Beside the request">
        {tabs.map((name) => (
          <Tabs.Tab key={name} value={name}>
            {sideTabLabels[name]}
            <Count of={name} slv={slv} />
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {tabs.map((name) => (
        // The decision keeps what is typed into it while another tab is open.
        <Tabs.Panel key={name} value={name} keepMounted={name === 'decision'}>
          <Stack gap="md" pt="md">
            {panels[name](slv)}
          </Stack>
        </Tabs.Panel>
      ))}
    </Tabs>
  )
}

const firstTab = (tabs: readonly SideTab[], slv: SlvDetail, view: SlvView): SideTab => {
  const own = slvViews[view].tab
  if (own) return own
  if (isDecided(effectiveStatus(slv))) return 'decision'
  return slv.status === 'PENDING_DOCUMENTS' && tabs.includes('documents') ? 'documents' : 'history'
}

const Count = ({ of, slv }: { of: SideTab; slv: SlvDetail }) => {
  if (of === 'conversation') return <ConversationCount topic={{ kind: 'SLV', id: slv.id }} />
  const missing = slv.pendingDocuments.filter(({ receivedAt }) => receivedAt === null).length
  if (of !== 'documents' || missing === 0) return null
  return (
    <Text
      span
      ms={6}
      px={4}
      fz="xs"
      fw={600}
      bdrs="lg"
      c="light-dark(#6b4500, #ffd98a)"
      bg="light-dark(#ffe8b8, #4a3a12)"
    >
      {missing}
    </Text>
  )
}
