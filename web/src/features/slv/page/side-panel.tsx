import { Stack, Tabs, Text } from '@mantine/core'
import { isMissing } from '@portal/contract/document/texts'
import type { SlvDetail } from '@portal/contract/slv/answers'
import { type ReactNode, startTransition, useOptimistic, useState } from 'react'
import { useKeys } from '../../../lib/keys.ts'
import { lazy } from '../../../lib/lazy.tsx'
import { nextPaint } from '../../../lib/next-paint.ts'
import { pageParts } from '../../../records/slv/page-parts.ts'
import { ListSkeleton } from '../../../ui/skeletons.tsx'
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx'
import { ConversationCount } from '../../conversation/shared/conversation-count.tsx'
import classes from './slv-page.module.css'
import { type SideTab, sideTabLabels } from './slv-route.ts'

const waiting = (label: string) => <ListSkeleton label={label} pt="md" />

const ConversationPanel = lazy(
  () => import('../../conversation/shared/conversation-panel.tsx'),
  'ConversationPanel',
  waiting('Loading the conversation'),
)
const HistoryPanel = lazy(
  () => import('../../history/shared/history-panel.tsx'),
  'HistoryPanel',
  waiting('Loading the history'),
)
const DocumentPane = lazy(
  () => import('../../document/shared/document-pane.tsx'),
  'DocumentPane',
  waiting('Loading documents'),
)

const panels: Record<
  SideTab,
  (slv: SlvDetail, takesFocus: boolean) => ReactNode
> = {
  documents: (slv, takesFocus) => (
    <DocumentPane slv={slv} takesFocus={takesFocus} />
  ),
  conversation: ({ id }) => <ConversationPanel topic={{ kind: 'SLV', id }} />,
  history: ({ id }) => <HistoryPanel id={id} />,
}

type SidePanelProps = {
  slv: SlvDetail
  tabs: readonly SideTab[]
  shown: SideTab
  onTab: (tab: SideTab) => void
}

/** The tabs beside a request. */
export const SidePanel = ({ slv, tabs, shown, onTab }: SidePanelProps) => {
  // The tab shows as chosen immediately, its panel after that.
  const [chosen, setChosen] = useOptimistic(shown)
  const [takesFocus, setTakesFocus] = useState(false)
  const choose = (value: string | null, isByKey = false) =>
    startTransition(async () => {
      const tab = tabs.find((known) => known === value) ?? shown
      setTakesFocus(isByKey)
      setChosen(tab)
      await nextPaint()
      onTab(tab)
    })
  // Once shown, the documents panel handles this key itself.
  useKeys([
    {
      keys: 'o',
      label: 'Go to the documents',
      isOff: shown === 'documents',
      run: () => choose('documents', true),
    },
  ])
  return (
    <Tabs
      className={classes.side ?? ''}
      id={pageParts.side}
      value={chosen}
      keepMounted={false}
      onChange={(value) => choose(value)}
    >
      <Tabs.List aria-label="Request details">
        {tabs.map((name) => (
          <Tabs.Tab
            key={name}
            value={name}
            {...(name === 'documents' && {
              title: 'Go to the documents (O)',
              'aria-keyshortcuts': 'o',
            })}
          >
            {sideTabLabels[name]} <Count of={name} slv={slv} />
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {tabs.map((name) => (
        <Tabs.Panel key={name} value={name}>
          <Stack gap="md" pt="md">
            {name === shown && panels[name](slv, takesFocus)}
          </Stack>
        </Tabs.Panel>
      ))}
    </Tabs>
  )
}

/**
 * The number of files or comments, and the requested documents that are
 * missing.
 */
const Count = ({ of, slv }: { of: SideTab; slv: SlvDetail }) => {
  if (of === 'conversation')
    return <ConversationCount topic={{ kind: 'SLV', id: slv.id }} />
  if (of !== 'documents') return null
  const missing = slv.pendingDocuments.filter(isMissing).length
  const files = slv.documents.length + (slv.underwriterDocuments?.length ?? 0)
  if (missing === 0)
    return (
      <Text span ms={6} fz="xs" c="dimmed">
        {files > 0 && (
          <>
            {files}
            <VisuallyHidden> {files === 1 ? 'file' : 'files'}</VisuallyHidden>
          </>
        )}
      </Text>
    )
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
      title={`${missing} requested ${missing === 1 ? 'document is' : 'documents are'} missing`}
    >
      {missing}
    </Text>
  )
}
