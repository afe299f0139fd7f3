import { Tabs } from '@mantine/core'
import type { SlvDetail } from '@portal/contract/slv/answers'
import { isDecided } from '@portal/contract/slv/status'
import { lazy } from '../../../lib/lazy.tsx'
import { ListSkeleton } from '../../../ui/skeletons.tsx'
import { useProfile } from '../../auth/queries.ts'
import { ConversationCount } from '../../conversation/shared/conversation-count.tsx'
import { DocumentsPanel } from '../../document/shared/documents-panel.tsx'
import { HistoryPanel } from '../../history/shared/history-panel.tsx'
import { DecisionPanel } from '../decision/decision-panel.tsx'
import { effectiveStatus } from '../shared/slv-status.tsx'
import classes from './slv-page.module.css'
import { type SideTab, type SlvView, sideId, sideTabLabels, sideTabs, slvViews } from './views.ts'

const ConversationPanel = lazy(
  () => import('../../conversation/shared/conversation-panel.tsx'),
  'ConversationPanel',
  <ListSkeleton label="Loading the conversation" />,
)

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
      {/* The decision keeps what is typed into it while another tab is open. */}
      <Tabs.Panel value="decision" keepMounted>
        <DecisionPanel slv={slv} role={role} />
      </Tabs.Panel>
      {tabs.includes('documents') && (
        <Tabs.Panel value="documents">
          <DocumentsPanel slv={slv} />
        </Tabs.Panel>
      )}
      <Tabs.Panel value="conversation">
        <ConversationPanel topic={{ kind: 'SLV', id: slv.id }} />
      </Tabs.Panel>
      <Tabs.Panel value="history">
        <HistoryPanel id={slv.id} />
      </Tabs.Panel>
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
  return of === 'documents' && missing > 0 ? <span className={classes.count}>{missing}</span> : null
}
