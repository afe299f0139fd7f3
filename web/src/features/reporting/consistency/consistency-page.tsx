import { Button } from '@mantine/core'
import {
  type Consistency,
  consistencyTexts,
} from '@portal/contract/reporting/consistency'
import { linkToSlvs } from '@portal/contract/reporting/target'
import { IconFilterOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { count, dateTime } from '../../../lib/text/format.ts'
import { toActor, useProfile } from '../../../records/auth/queries.ts'
import { DownloadButton } from '../../../records/reporting/download-button.tsx'
import { FilterBar } from '../../../ui/list/filter-bar.tsx'
import { EmptyState, Loaded } from '../../../ui/message.tsx'
import { Page, PageHeader } from '../../../ui/page.tsx'
import { Hint } from '../../../ui/presets.ts'
import { ListSkeleton } from '../../../ui/skeletons.tsx'
import { FigureSection, FiguresBody } from '../figures/figure-section.tsx'
import {
  FiguresContext,
  requestCountText,
  useFigureLinks,
} from '../figures/figures-context.ts'
import { useReportFilters } from '../figures/report-filters.tsx'
import * as report from '../figures/report-search.ts'
import { ReportingTabs } from '../reporting-tabs.tsx'
import { NormalTable } from './normal-table.tsx'
import { OppositesTable } from './opposites-table.tsx'
import { consistencyQuery, useDownloadExceptions } from './queries.ts'
import { RulesTable } from './rules-table.tsx'

type ConsistencyPageProps = {
  search: report.ReportSearch
  goTo: (change: (search: report.ReportSearch) => report.ReportSearch) => void
}

/** Reporting > Consistency. Its filters are in the address. */
export const ConsistencyPage = ({ search, goTo }: ConsistencyPageProps) => {
  const actor = toActor(useProfile())
  const { filter } = report.toView(search, actor)
  const query = useQuery(consistencyQuery(filter))
  const { data, isPlaceholderData } = query
  const { figures } = useFigureLinks(
    query,
    report.toFigureFilter(filter),
    linkToSlvs,
  )
  const setFilter = (next: Partial<report.FiguresFilter>) =>
    goTo((now) => {
      const view = report.toView(now, actor)
      return report.figuresQuery({ ...view.filter, ...next })
    })
  const filters = useReportFilters({ name: 'consistency', filter, setFilter })
  return (
    <Page>
      <PageHeader
        title="Reporting > Consistency"
        beside={
          <FilterBar
            filters={filters.chips}
            count={data ? requestCountText(data.loans, 'SLVs') : ''}
            onClearAll={filters.clear}
          />
        }
        under={
          <>
            <ReportingTabs current="consistency" />
            How consistently exceptions are decided. Select a figure to see its
            SLVs.
          </>
        }
        actions={
          <>
            {filters.button}
            <DownloadButton
              query={report.figuresQuery(filter)}
              what="Exceptions"
              check={undefined}
              download={useDownloadExceptions()}
              isDisabled={data?.rules.length === 0}
            />
          </>
        }
      />
      {filters.panel}
      <Loaded
        what="the figures"
        query={query}
        skeleton={<ListSkeleton label="Loading the figures" />}
      >
        {(consistency) => (
          <FiguresContext value={figures}>
            <FiguresBody data-stale={isPlaceholderData || undefined}>
              <Figures
                consistency={consistency}
                isFiltered={filters.isFiltered}
                onClear={filters.clear}
              />
            </FiguresBody>
          </FiguresContext>
        )}
      </Loaded>
    </Page>
  )
}

type FiguresProps = {
  consistency: Consistency
  isFiltered: boolean
  onClear: () => void
}

const Figures = ({ consistency, isFiltered, onClear }: FiguresProps) => {
  const { rules, opposites, oppositeCount, asOf } = consistency
  if (rules.length === 0)
    return (
      <EmptyState
        title={isFiltered ? 'No results' : 'No exceptions yet'}
        why={
          isFiltered
            ? 'No request with a variance matches these filters.'
            : 'Figures appear once a seller requests a variance from a guideline.'
        }
        icon={<IconFilterOff size={32} stroke={1.4} />}
      >
        {isFiltered && <Button onClick={onClear}>Clear All</Button>}
      </EmptyState>
    )
  return (
    <>
      <FigureSection
        id="normal"
        title="Exceptions that have become routine"
        about={consistencyTexts.normal}
      >
        <NormalTable rules={rules} />
      </FigureSection>
      <FigureSection
        id="opposites"
        title="Opposite outcomes"
        about={consistencyTexts.opposites}
      >
        <OppositesTable opposites={opposites} />
        {oppositeCount > opposites.length && (
          <Hint>
            {`Showing ${count(opposites.length)} of ${count(oppositeCount)}, the most evenly split first.`}
          </Hint>
        )}
      </FigureSection>
      <FigureSection
        id="rules"
        title="By guideline and program"
        about={consistencyTexts.rules}
      >
        <RulesTable rules={rules} />
      </FigureSection>
      <Hint>{`As of ${dateTime(asOf)} (New York).`}</Hint>
    </>
  )
}
