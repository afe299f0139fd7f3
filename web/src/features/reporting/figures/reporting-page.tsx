import { Button, VisuallyHidden } from '@mantine/core'
import { countedText } from '@portal/contract/reporting/definitions'
import { linkToSlvs, reachOf } from '@portal/contract/reporting/target'
import { IconAlertTriangle, IconFilter, IconFilterOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import { z } from 'zod'
import { lazy } from '../../../lib/lazy.tsx'
import { outageText } from '../../../lib/outage.ts'
import { useRemembered } from '../../../lib/state/remembered.ts'
import { useSame } from '../../../lib/state/same.ts'
import { dateTime } from '../../../lib/text/format.ts'
import { ActiveFilterChips } from '../../../ui/list/filter-chips.tsx'
import { EmptyState } from '../../../ui/message.tsx'
import { Page, PageHeader } from '../../../ui/page.tsx'
import { actorOf, useProfile } from '../../auth/queries.ts'
import { CapacitySection } from './capacity/capacity-section.tsx'
import { DownloadFileButton } from './download-file-button.tsx'
import { FiguresBody, Note } from './figure-section.tsx'
import { Figures } from './figures.tsx'
import { dayOf, FiguresContext, toFigureFilter } from './figures-context.ts'
import { FiguresSkeleton, PanelSkeleton } from './figures-skeleton.tsx'
import { overText } from './over-text.ts'
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
import { useFigureChips } from './use-report-chips.ts'

const FigureFilters = lazy(() => import('./filter-panels.tsx'), 'FigureFilters', <PanelSkeleton fields={8} />)

type ReportingPageProps = { search: ReportSearch; goTo: (change: (search: ReportSearch) => ReportSearch) => void }

/** Reporting > SLVs (spec.md §2). Its state is in the address. */
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
  const active = filtersOn(filter)
  const applied = useSame(toFigureFilter(filter))
  const today = dayOf(data?.asOf ?? new Date().toISOString())
  const figures = useMemo(
    (): FiguresContext => ({
      isPaper: false,
      // Placeholder data belongs to the previous filter.
      linkTo: (part) => (isPlaceholderData ? null : linkToSlvs(actor, applied, part, today)),
    }),
    [actor, applied, today, isPlaceholderData],
  )

  return (
    <Page>
      <PageHeader
        title="Reporting > SLVs"
        beside={
          <ActiveFilterChips
            chips={chips}
            count={data ? overText(data.totalRequests, 'results') : ''}
            onClearAll={clear}
          />
        }
        under={
          reachOf(actor, filter.tableMode) === 'OWN'
            ? 'Select a figure to see its SLVs that are assigned to you, or its name to see what it counts.'
            : 'Select a figure to see its SLVs, or its name to see what it counts.'
        }
        actions={
          <>
            <Button
              variant={active > 0 ? 'light' : 'default'}
              leftSection={<IconFilter size={16} aria-hidden />}
              aria-expanded={isOpen}
              onClick={() => setIsOpen(!isOpen)}
            >
              {active > 0 ? `Filters (${active})` : 'Filters'}
            </Button>
            <DownloadFileButton view={view} />
          </>
        }
      />
      {isOpen && <FigureFilters actor={actor} filter={filter} onFilter={setFilter} />}
      <div className={classes.progress} data-on={(isFetching && data !== undefined) || undefined} role="status">
        {isPlaceholderData && <VisuallyHidden>Refreshing the figures</VisuallyHidden>}
      </div>
      {data && data.totalRequests > 0 ? (
        <FiguresContext value={figures}>
          <FiguresBody data-stale={isPlaceholderData || undefined}>
            <Figures summary={data} topLimit={topLimit} onTopLimit={setTopLimit} />
            <Note>
              {countedText} As of {dateTime(data.asOf)} (New York).
            </Note>
          </FiguresBody>
        </FiguresContext>
      ) : data ? (
        <EmptyState
          title={active > 0 ? 'Nothing matches' : 'No requests yet'}
          why={
            active > 0 ? 'No request matches these filters.' : 'Figures appear once a seller sends the first request.'
          }
          icon={<IconFilterOff size={32} stroke={1.4} />}
        >
          {active > 0 && <Button onClick={clear}>Clear All</Button>}
        </EmptyState>
      ) : error && !isFetching ? (
        <EmptyState
          title="Couldn’t load the figures"
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
