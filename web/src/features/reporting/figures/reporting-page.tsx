import { Button, Loader, VisuallyHidden } from '@mantine/core'
import { countedText } from '@portal/contract/reporting/definitions'
import { linkToSlvs, reachOf } from '@portal/contract/reporting/target'
import { IconFilter, IconFilterOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { z } from 'zod'
import { lazy } from '../../../lib/lazy.tsx'
import { useRemembered } from '../../../lib/state/remembered.ts'
import { dateTime } from '../../../lib/text/format.ts'
import { ActiveFilterChips } from '../../../ui/list/filter-chips.tsx'
import { EmptyState, LoadFailed } from '../../../ui/message.tsx'
import { Page, PageHeader } from '../../../ui/page.tsx'
import { Hint } from '../../../ui/presets.ts'
import { actorOf, useProfile } from '../../auth/queries.ts'
import { useChips } from '../../slv/shared/use-chips.ts'
import { CapacitySection } from './capacity/capacity-section.tsx'
import { DownloadFileButton } from './download-file-button.tsx'
import { FiguresBody } from './figure-section.tsx'
import { Figures } from './figures.tsx'
import { FiguresContext, overText, useFigureLinks } from './figures-context.ts'
import { FiguresSkeleton, PanelSkeleton } from './figures-skeleton.tsx'
import { summaryQuery } from './queries.ts'
import * as report from './report-search.ts'

const FigureFilters = lazy(() => import('./filter-panels.tsx'), 'FigureFilters', <PanelSkeleton />)

type ReportingPageProps = {
  search: report.ReportSearch
  goTo: (change: (search: report.ReportSearch) => report.ReportSearch) => void
}

/** Reporting > SLVs (spec.md §2). Its state is in the address. */
export const ReportingPage = ({ search, goTo }: ReportingPageProps) => {
  const actor = actorOf(useProfile())
  const view = report.viewOf(search, actor)
  const { filter, topLimit } = view
  const query = useQuery(summaryQuery(view))
  const { data, error, isFetching, isPlaceholderData, refetch } = query
  const { figures } = useFigureLinks(query, report.toFigureFilter(filter), linkToSlvs)
  const [isOpen, setIsOpen] = useRemembered('reporting-filters', z.boolean(), false)
  const change = (next: Partial<report.ReportView>) =>
    goTo((now) => report.searchOfView({ ...report.viewOf(now, actor), ...next }))
  const setFilter = (next: Partial<report.FiguresFilter>) => change({ filter: { ...filter, ...next } })
  const clear = () => setFilter(report.everything)
  const { underwriters = [], bdds = [] } = data?.names ?? {}
  const valueChips = useChips(filter, actor.role, setFilter, [...underwriters, ...bdds])
  const showAll = () => setFilter({ tableMode: 'ALL', departmentTableMode: 'ALL' })
  const listChips = report.isNarrowed(filter)
    ? [{ key: 'list', label: report.listLabel(filter), onRemove: showAll }]
    : []
  const active = report.filtersOn(filter)

  return (
    <Page>
      <PageHeader
        title="Reporting > SLVs"
        beside={
          <>
            <ActiveFilterChips
              chips={[...listChips, ...valueChips]}
              count={data ? overText(data.totalRequests, 'results') : ''}
              onClearAll={clear}
            />
            {isFetching && data && <Loader size="xs" aria-hidden />}
            <VisuallyHidden role="status">{isPlaceholderData && 'Refreshing the figures'}</VisuallyHidden>
          </>
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
      {data && data.totalRequests > 0 ? (
        <FiguresContext value={figures}>
          <FiguresBody data-stale={isPlaceholderData || undefined}>
            <Figures summary={data} topLimit={topLimit} onTopLimit={(next) => change({ topLimit: next })} />
            <Hint>
              {countedText} As of {dateTime(data.asOf)} (New York).
            </Hint>
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
        <LoadFailed what="the figures" error={error} onClick={refetch} />
      ) : (
        <FiguresSkeleton />
      )}
      <CapacitySection view={view} onChange={change} />
    </Page>
  )
}
