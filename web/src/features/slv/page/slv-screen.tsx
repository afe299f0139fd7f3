import { Box, Button, Group, Select, Stack, Tabs, Text } from '@mantine/core'
import { useElementSize } from '@mantine/hooks'
import type { SlvDetail } from '@portal/contract/slv/answers'
import { isDecided, isSellerDraft } from '@portal/contract/slv/status'
import { IconHistory } from '@tabler/icons-react'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState } from 'react'
import { PendingWrites } from '../../../lib/autosave/pending-writes.tsx'
import { hasStatus } from '../../../lib/call-error.ts'
import { lazy } from '../../../lib/lazy.tsx'
import { NotFoundPage } from '../../../ui/error-pages.tsx'
import { LoadFailed } from '../../../ui/message.tsx'
import { Page } from '../../../ui/page.tsx'
import { SecondaryButton } from '../../../ui/presets.ts'
import { ScrollRegion } from '../../../ui/scroll-region.tsx'
import { ListSkeleton, PageSkeleton } from '../../../ui/skeletons.tsx'
import { useProfile } from '../../auth/queries.ts'
import { ConversationCount } from '../../conversation/shared/conversation-count.tsx'
import { DocumentPane } from '../../document/shared/document-pane.tsx'
import { EndedRoundDocuments } from '../../document/shared/request-documents.tsx'
import { UploadGuard } from '../../document/shared/upload-guard.tsx'
import { editsQuery, roundQuery } from '../../history/queries.ts'
import { HistoryPanel } from '../../history/shared/history-panel.tsx'
import { RoundChanges } from '../../history/shared/round-changes.tsx'
import { ActionBar } from '../actions/action-bar.tsx'
import { DecisionCard } from '../decision/decision-card.tsx'
import { DecisionPanel } from '../decision/decision-panel.tsx'
import { RequestForm } from '../form/request-form.tsx'
import { slvQuery } from '../queries.ts'
import { type LastList, useLastList } from '../queue/last-list.ts'
import { effectiveStatus } from '../shared/slv-status.tsx'
import { Warning } from '../warning.tsx'
import { SlvHeader } from './slv-header.tsx'
import classes from './slv-page.module.css'
import { type SideTab, type SlvSearch, type SlvView, sideId, sideTabLabels, sideTabs, slvViews } from './slv-route.ts'

type SlvScreenProps = {
  view: SlvView
  route: {
    useParams: () => { proxyLoanId: string }
    useSearch: () => SlvSearch
    useNavigate: () => (to: { search: SlvSearch; replace: true }) => Promise<void>
  }
}

export const SlvScreen = ({ view, route }: SlvScreenProps) => {
  const { proxyLoanId } = route.useParams()
  const navigate = route.useNavigate()
  return (
    <SlvPage
      key={proxyLoanId}
      id={proxyLoanId}
      view={view}
      search={route.useSearch()}
      onSearch={(search) => navigate({ search, replace: true })}
    />
  )
}

type SlvPageProps = {
  id: string
  view: SlvView
  search: SlvSearch
  onSearch: (search: SlvSearch) => void
}

/** A constant: a new object on each render would make the hook observe again and render forever. */
const wholeBox: ResizeObserverOptions = { box: 'border-box' }

const SlvPage = ({ id, view, search, onSearch }: SlvPageProps) => {
  const { data: slv, error } = useSuspenseQuery(slvQuery(id))
  const list = useLastList(view)
  const { isGone, isLeaving, onMoved } = useLeaveWhenGone(error, list)
  const { ref: header, height } = useElementSize<HTMLDivElement>(wholeBox)
  const currentRound = slv.resubmitCount
  const shownRound = search.round ?? currentRound
  const isEnded = shownRound < currentRound
  const showRound = (round: number) => onSearch({ ...search, round: round === currentRound ? undefined : round })

  if (isLeaving) return <PageSkeleton />
  // It doesn't exist, or this person can't see it (any more); the page doesn't say which.
  if (isGone)
    return (
      <NotFoundPage>
        <Button renderRoot={(props) => <Link {...props} to={list.path} search={list.search} />}>
          Back to {list.label}
        </Button>
      </NotFoundPage>
    )
  return (
    <PendingWrites>
      <UploadGuard id={id} />
      {/* What sticks below the header, and what is jumped to, must know how tall it is. */}
      <Box
        className={classes.page ?? ''}
        mod={{ draft: isSellerDraft(slv.status) }}
        __vars={{ '--slv-header': `${Math.ceil(height)}px` }}
      >
        <Page>
          <SlvHeader
            ref={header}
            slv={slv}
            list={list}
            rounds={<RoundSelect current={currentRound} shown={shownRound} onShow={showRound} />}
            actions={isEnded ? null : <ActionBar slv={slv} onMoved={onMoved} />}
          />
          {isEnded ? (
            <RoundArea id={id} round={shownRound} onLeave={() => showRound(currentRound)} />
          ) : (
            <div className={classes.columns}>
              <Box miw={0}>
                <RequestArea slv={slv} />
              </Box>
              <SidePanel slv={slv} view={view} tab={search.tab} onTab={(tab) => onSearch({ ...search, tab })} />
            </div>
          )}
        </Page>
      </Box>
    </PendingWrites>
  )
}

const RequestArea = ({ slv }: { slv: SlvDetail }) => {
  const { data: edited } = useQuery({ ...editsQuery(slv.id), enabled: !isSellerDraft(slv.status) })
  return (
    <>
      <RoundChanges slv={slv} />
      <RequestForm slv={slv} mode={slv.availableActions.includes('save') ? 'edit' : 'read'} edited={edited} />
    </>
  )
}

/** Goes back to the list when the person's own move hid the SLV. Call `onMoved` before anything is read again. */
const useLeaveWhenGone = (error: unknown, { path, search }: LastList) => {
  const navigate = useNavigate()
  const [hasMoved, setHasMoved] = useState(false)
  const isGone = hasStatus(error, 404)
  const isLeaving = isGone && hasMoved

  useEffect(() => {
    if (isLeaving) void navigate({ to: path, search, replace: true })
  }, [isLeaving, navigate, path, search])

  return { isGone, isLeaving, onMoved: () => setHasMoved(true) }
}

const RoundArea = ({ id, round, onLeave }: { id: string; round: number; onLeave: () => void }) => {
  const { role } = useProfile()
  const { data: slv, error, refetch } = useQuery(roundQuery(id, round))
  if (!slv && error)
    return (
      <LoadFailed what="this round" error={error} variant="filled" onClick={refetch}>
        <SecondaryButton onClick={onLeave}>Back to the current round</SecondaryButton>
      </LoadFailed>
    )
  return (
    <>
      <Warning icon={IconHistory} align="center" aria-label="Earlier round">
        <Group gap="sm" justify="space-between">
          <span>
            You’re viewing <b>round {round + 1}</b> as it ended. It can’t be changed.
          </span>
          <SecondaryButton onClick={onLeave}>Back to the current round</SecondaryButton>
        </Group>
      </Warning>
      {slv ? (
        <div className={classes.columns}>
          <Box miw={0}>
            <RoundChanges slv={slv} />
            <RequestForm slv={slv} mode="read" />
          </Box>
          <ScrollRegion id={sideId} className={classes.side} label="Round outcome">
            <h2 tabIndex={-1}>Decision</h2>
            <DecisionCard slv={slv} isInner={role !== 'SELLER'} />
            {/* A seller has them in the request. */}
            {role !== 'SELLER' && (
              <>
                <h2>Documents</h2>
                <EndedRoundDocuments slv={slv} />
              </>
            )}
          </ScrollRegion>
        </div>
      ) : (
        <PageSkeleton />
      )}
    </>
  )
}

type RoundSelectProps = { current: number; shown: number; onShow: (round: number) => void }

const RoundSelect = ({ current, shown, onShow }: RoundSelectProps) =>
  current > 0 && (
    <Select
      aria-label="Round"
      w="9.5rem"
      allowDeselect={false}
      data={Array.from({ length: current + 1 }, (_, round) => ({
        value: String(round),
        label: `Round ${round + 1}${round === current ? ' (now)' : ''}`,
      })).reverse()}
      value={String(shown)}
      onChange={(value) => onShow(Number(value ?? current))}
    />
  )

const ConversationPanel = lazy(
  () => import('../../conversation/shared/conversation-panel.tsx'),
  'ConversationPanel',
  <ListSkeleton label="Loading the conversation" />,
)

const panels: Record<SideTab, (slv: SlvDetail) => ReactNode> = {
  decision: (slv) => <DecisionPanel slv={slv} />,
  documents: (slv) => <DocumentPane slv={slv} />,
  conversation: ({ id }) => <ConversationPanel topic={{ kind: 'SLV', id }} />,
  history: ({ id }) => <HistoryPanel id={id} />,
}

type SidePanelProps = {
  slv: SlvDetail
  view: SlvView
  tab: SideTab | undefined
  onTab: (tab: SideTab) => void
}

const SidePanel = ({ slv, view, tab, onTab }: SidePanelProps) => {
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
      <Tabs.List aria-label="Request details">
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
