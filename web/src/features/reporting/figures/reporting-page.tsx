import { Button, VisuallyHidden } from '@mantine/core'
import { countedText } from '@portal/contract/reporting/definitions'
import { reachOf, slvsBehind } from '@portal/contract/reporting/target'
import { IconAlertTriangle, IconFilter, IconFilterOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useCallback, useMemo } from 'react'
import { z } from 'zod'
import { count, dateTime } from '../../../lib/format.ts'
import { lazy } from '../../../lib/lazy.tsx'
import { outageText } from '../../../lib/outage.ts'
import { useRemembered } from '../../../lib/remembered.ts'
import { useSame } from '../../../lib/same.ts'
import { ActiveFilterChips } from '../../../ui/filter-chips.tsx'
import { EmptyState } from '../../../ui/message.tsx'
import { Page, PageHeader } from '../../../ui/page.tsx'
import { useProfile } from '../../auth/queries.ts'
import { actorOf } from '../../slv/list/list-tabs.ts'
import { CapacitySection } from './capacity-section.tsx'
import { DownloadFileButton } from './download-file-button.tsx'
import { useFigureChips } from './figure-chips.ts'
import { FiguresBody, Note } from './figure-section.tsx'
import { Figures } from './figures.tsx'
import { FiguresSkeleton, PanelSkeleton } from './figures-skeleton.tsx'
import { summaryQuery } from './queries.ts'
import {
  everything,
  type FiguresFilter,
  filtersOn,
  type ReportSearch,
  type ReportView,
  searchOfView,
  viewOf,
} from './report-search.ts'
import classes from './reporting-page.module.css'
import { dayOf, narrowedBy, type Scene, SceneContext } from './scene.ts'

const FigureFilters = lazy(async () => ({ default: (await import('./filter-panels.tsx')).FigureFilters }))

type ReportingPageProps = { search: ReportSearch; goTo: (change: (search: ReportSearch) => ReportSearch) => void }

/** Reporting > SLVs (spec.md §2): all of its state is the address. */
export const ReportingPage = ({ search, goTo }: ReportingPageProps) => {
  const profile = useProfile()
  const actor = useMemo(() => actorOf(profile), [profile])
  const view = viewOf(search, actor)
  const { filter, topLimit } = view
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery(summaryQuery(view))
  const [isOpen, setIsOpen] = useRemembered('reporting-filters', z.boolean(), false)
  const change = useCallback(
    (next: Partial<ReportView>) => goTo((now) => searchOfView({ ...viewOf(now, actor), ...next })),
    [goTo, actor],
  )
  const setTopLimit = useCallback((next: 5 | 10) => change({ topLimit: next }), [change])
  const setFilter = (next: FiguresFilter) => change({ filter: next })
  const clear = () => setFilter(everything)
  const chips = useFigureChips(filter, profile.role, setFilter, data?.names)
  const on = filtersOn(filter)
  const narrowed = useSame(narrowedBy(filter))
  const today = dayOf(data?.asOf ?? new Date().toISOString())
  const scene = useMemo((): Scene => {
    // What is shown is still of the filter before.
    const leadTo: Scene['leadTo'] = (part) => (isPlaceholderData ? null : slvsBehind(actor, narrowed, part, today))
    return { isPaper: false, leadTo }
  }, [actor, narrowed, today, isPlaceholderData])

  return (
    <Page>
      <PageHeader
        title="Reporting > SLVs"
        beside={
          <ActiveFilterChips chips={chips} count={data ? requestsText(data.totalRequests) : ''} onClearAll={clear} />
        }
        under={
          reachOf(actor, filter.tableMode) === 'OWN'
            ? 'Press a figure for those SLVs behind it that are yours, and its name for what it counts.'
            : 'Select a figure to see its SLVs, or its name to see what it counts.'
        }
        actions={
          <>
            <Button
              variant={on > 0 ? 'light' : 'default'}
              leftSection={<IconFilter size={16} aria-hidden />}
              aria-expanded={isOpen}
              onClick={() => setIsOpen(!isOpen)}
            >
              {on > 0 ? `Filters (${on})` : 'Filters'}
            </Button>
            <DownloadFileButton view={view} />
          </>
        }
      />
      {isOpen && (
        <Suspense fallback={<PanelSkeleton fields={8} />}>
          <FigureFilters actor={actor} filter={filter} onFilter={setFilter} />
        </Suspense>
      )}
      <div className={classes.progress} data-on={(isFetching && data !== undefined) || undefined} role="status">
        {isPlaceholderData && <VisuallyHidden>The figures are being read anew</VisuallyHidden>}
      </div>
      {data && data.totalRequests > 0 ? (
        <SceneContext value={scene}>
          <FiguresBody data-stale={isPlaceholderData || undefined}>
            <Figures summary={data} topLimit={topLimit} onTopLimit={setTopLimit} />
            <Note>
              {countedText} As of {dateTime(data.asOf)} (New York).
            </Note>
          </FiguresBody>
        </SceneContext>
      ) : data ? (
        <EmptyState
          title={on > 0 ? 'Nothing matches' : 'No requests yet'}
          why={
            on > 0
              ? 'No request matches these filters.'
              : 'The figures begin with the first request that a seller sends.'
          }
          icon={<IconFilterOff size={32} stroke={1.4} />}
        >
          {on > 0 && <Button onClick={clear}>Clear All</Button>}
        </EmptyState>
      ) : error && !isFetching ? (
        <EmptyState
          title="The figures could not be read"
          why={outageText}
          icon={<IconAlertTriangle size={32} stroke={1.4} />}
        >
          <Button onClick={() => void refetch()}>Try again</Button>
        </EmptyState>
      ) : (
        <FiguresSkeleton />
      )}
      <CapacitySection profile={profile} view={view} onChange={change} />
    </Page>
  )
}

const requestsText = (requests: number) => (requests === 1 ? '1 result' : `${count(requests)} results`)
