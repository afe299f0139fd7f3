import { Box, Button, Menu } from '@mantine/core'
import { useElementSize } from '@mantine/hooks'
import type { SlvDetail } from '@portal/contract/slv/answers'
import type { Clock } from '@portal/contract/slv/clocks'
import { isSellerDraft } from '@portal/contract/slv/status'
import { IconChevronDown } from '@tabler/icons-react'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { PendingWrites } from '../../../lib/autosave/pending-writes.tsx'
import { hasStatus } from '../../../lib/call-error.ts'
import { lazy } from '../../../lib/lazy.tsx'
import { useIsNarrow } from '../../../lib/state/use-is-narrow.ts'
import { useProfile } from '../../../records/auth/queries.ts'
import { slvQuery } from '../../../records/slv/queries.ts'
import { useRecentSlv } from '../../../records/slv/use-recent-slv.ts'
import { MenuButton } from '../../../ui/menu-button.tsx'
import { focusPageTitle } from '../../../ui/page.tsx'
import { PageSkeleton } from '../../../ui/skeletons.tsx'
import { ActionBar } from '../actions/action-bar.tsx'
import { type LastList, useLastList } from '../queue/last-list.ts'
import { KeyFigures } from './key-figures.tsx'
import { ReviewDesk } from './review-desk.tsx'
import { AboutSlv, SlvHeader } from './slv-header.tsx'
import classes from './slv-page.module.css'
import type { SlvSearch, SlvView } from './slv-route.ts'

const UploadGuard = lazy(
  () => import('../../../records/document/upload-guard.tsx'),
  'UploadGuard',
)
const DraftRequest = lazy(
  () => import('./draft-request.tsx'),
  'DraftRequest',
  <PageSkeleton />,
)
const SentRequest = lazy(
  () => import('./sent-request.tsx'),
  'SentRequest',
  <PageSkeleton />,
)
const NoAccess = lazy(
  () => import('./unsaved-text.tsx'),
  'NoAccess',
  <PageSkeleton />,
)
const EndedRound = lazy(
  () => import('./ended-round.tsx'),
  'EndedRound',
  <PageSkeleton />,
)

type SlvScreenProps = {
  view: SlvView
  route: {
    useParams: () => { proxyLoanId: string }
    useSearch: () => SlvSearch
    useNavigate: () => (to: {
      search: SlvSearch
      replace: true
    }) => Promise<void>
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

const SlvPage = ({ id, view, search, onSearch }: SlvPageProps) => {
  const { data: slv, error } = useSuspenseQuery(slvQuery(id))
  const { role } = useProfile()
  const list = useLastList(view)
  useRecentSlv(slv)
  const isNarrow = useIsNarrow()
  const { isGone, isLeaving, onMoved } = useLeaveWhenGone(error, list)
  const currentRound = slv.resubmitCount
  const shownRound = search.round ?? currentRound
  const isEnded = shownRound < currentRound
  useTitleFocus(shownRound)
  const showRound = (round: number) =>
    onSearch({ ...search, round: round === currentRound ? undefined : round })

  if (isLeaving) return <PageSkeleton />
  if (isGone) return <NoAccess slv={slv} list={list} />
  const isDesk = role === 'UNDERWRITER' && !isEnded
  const isDraft = role === 'SELLER' && isSellerDraft(slv.status)
  const isShort = isNarrow && !isEnded && !isDraft
  const header = {
    slv,
    list,
    clock: findClock(view),
    isShort,
    hasFigures: isDesk || !isShort,
    rounds: (
      <RoundSelect
        current={currentRound}
        shown={shownRound}
        onShow={showRound}
      />
    ),
    actions: isEnded ? null : (
      <ActionBar slv={slv} isNarrow={isNarrow} onMoved={onMoved} />
    ),
  }
  const side = {
    tab: search.tab,
    onTab: (tab: SlvSearch['tab']) => onSearch({ ...search, tab }),
  }
  return (
    <PendingWrites>
      <UploadGuard id={id} />
      {isDesk ? (
        <ReviewDesk
          key={currentRound}
          slv={slv}
          header={<SlvHeader {...header} />}
          about={isShort && <AboutSlv slv={slv} rounds={header.rounds} />}
          onMoved={onMoved}
          {...side}
        />
      ) : (
        <LongPage slv={slv} header={header}>
          {isEnded ? (
            <EndedRound
              id={id}
              round={shownRound}
              onLeave={() => showRound(currentRound)}
            />
          ) : (
            <SellerRequest
              slv={slv}
              list={list}
              rounds={isShort && header.rounds}
              onMoved={onMoved}
              {...side}
            />
          )}
        </LongPage>
      )}
    </PendingWrites>
  )
}

type SellerRequestProps = {
  slv: SlvDetail
  list: LastList
  /** On a phone: the rounds, which the header has no room for. */
  rounds: ReactNode
  tab: SlvSearch['tab']
  onTab: (tab: SlvSearch['tab']) => void
  onMoved: () => void
}

/** The request as sellers edit it, or as they and BDDs read it once sent. */
const SellerRequest = ({
  slv,
  list,
  rounds,
  onMoved,
  ...side
}: SellerRequestProps) => {
  const { role } = useProfile()
  if (role === 'SELLER' && isSellerDraft(slv.status))
    return <DraftRequest slv={slv} {...side} />
  return (
    <SentRequest
      slv={slv}
      list={list}
      about={
        rounds !== false && (
          <>
            <KeyFigures slv={slv} />
            <AboutSlv slv={slv} rounds={rounds} />
          </>
        )
      }
      onMoved={onMoved}
      {...side}
    />
  )
}

const findClock = (view: SlvView): Clock => {
  if (view === 'slr') return 'SLR'
  return view === 'tradeDesk' ? 'TD' : 'SLV'
}

/**
 * A constant: a new object on each render would make the hook observe again and
 * render forever.
 */
const wholeBox: ResizeObserverOptions = { box: 'border-box' }

type LongPageProps = {
  slv: SlvDetail
  header: Parameters<typeof SlvHeader>[0]
  children: ReactNode
}

/** A page that scrolls below its header. */
const LongPage = ({ slv, header, children }: LongPageProps) => {
  const { ref, height } = useElementSize<HTMLDivElement>(wholeBox)
  return (
    // Sticky elements and scroll targets below the header need its height.
    <Box
      className={classes.page ?? ''}
      mod={{ draft: isSellerDraft(slv.status) }}
      __vars={{ '--slv-header': `${Math.ceil(height)}px` }}
    >
      <SlvHeader {...header} ref={ref} />
      <div className={classes.body}>{children}</div>
    </Box>
  )
}

/**
 * Focuses the title when another round is shown: the button that was pressed is
 * gone.
 */
const useTitleFocus = (round: number) => {
  const before = useRef(round)
  useEffect(() => {
    if (before.current === round) return
    before.current = round
    focusPageTitle()
  }, [round])
}

/**
 * Goes back to the list when the person's own move hid the SLV. Call `onMoved`
 * before anything is read again.
 */
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

type RoundSelectProps = {
  current: number
  shown: number
  onShow: (round: number) => void
}

const RoundSelect = ({ current, shown, onShow }: RoundSelectProps) => {
  const getLabel = (round: number) =>
    `Round ${round + 1}${round === current ? ' (now)' : ''}`
  if (current === 0) return null
  return (
    <MenuButton
      position="bottom-end"
      target={
        <Button
          variant="default"
          size="compact-sm"
          rightSection={<IconChevronDown size={14} aria-hidden />}
        >
          {getLabel(shown)}
        </Button>
      }
    >
      {Array.from({ length: current + 1 }, (_, round) => current - round).map(
        (round) => (
          <Menu.Item
            key={round}
            aria-current={round === shown}
            onClick={() => onShow(round)}
          >
            {getLabel(round)}
          </Menu.Item>
        ),
      )}
    </MenuButton>
  )
}
