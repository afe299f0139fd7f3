import { Box, Group } from '@mantine/core'
import {
  type Capacity,
  capacityViewLabels,
} from '@portal/contract/reporting/capacity'
import * as defined from '@portal/contract/reporting/definitions'
import { seesReporting } from '@portal/contract/reporting/policy'
import type { Summary } from '@portal/contract/reporting/summary'
import { IconLock } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { dateTime } from '../../../lib/text/format.ts'
import { sessionQuery, toActor } from '../../../records/auth/queries.ts'
import { MessagePage } from '../../../ui/message.tsx'
import {
  PaperBar,
  PaperFrame,
  PaperQuery,
  PaperSheet,
  PrintedLine,
  StartPageButton,
} from '../paper.tsx'
import {
  CapacityTable,
  capacityCoverageTexts,
  UnassignedNote,
} from './capacity/capacity-table.tsx'
import { DownloadFileButton } from './download-file-button.tsx'
import { FigureSection, FiguresSkeleton } from './figure-section.tsx'
import { Figures } from './figures.tsx'
import {
  daysText,
  describeCoverage,
  FiguresContext,
  paper,
  requestCountText,
} from './figures-context.ts'
import classes from './figures-paper.module.css'
import {
  capacityFilterTexts,
  type FilterText,
  figureFilterTexts,
  sortTexts,
} from './filter-text.ts'
import { paperQuery } from './queries.ts'
import {
  type ReportSearch,
  type ReportView,
  searchOfView,
  toView,
} from './report-search.ts'

/**
 * reporting/single-loan-variance/download: the figures as they are printed. The
 * printing browser has no session, only a ticket for its call.
 */
export const FiguresPaperPage = ({ search }: { search: ReportSearch }) => {
  // The printing browser's session call is blocked: a retry would only delay
  // the print.
  const { data: profile, isPending } = useQuery({
    ...sessionQuery,
    retry: false,
    throwOnError: false,
  })
  if (isPending)
    return (
      <PaperFrame isWide state="loading">
        <FiguresSkeleton />
      </PaperFrame>
    )
  if (profile && !seesReporting(toActor(profile)))
    return (
      <PaperFrame state="failed">
        <MessagePage
          title="Only underwriters can see Reporting"
          why="Your role does not have a Reporting page."
          icon={<IconLock size={32} stroke={1.4} />}
        >
          <StartPageButton />
        </MessagePage>
      </PaperFrame>
    )
  return <Paper view={toView(search, profile ? toActor(profile) : null)} />
}

const Paper = ({ view }: { view: ReportView }) => (
  <PaperQuery
    query={useQuery({ ...paperQuery(view), throwOnError: false })}
    what="the figures"
    isWide
    skeleton={<FiguresSkeleton />}
  >
    {(figures) => (
      <>
        <PaperBar
          back="Back to Reporting"
          renderBack={(props) => (
            <Link
              {...props}
              to="/reporting/single-loan-variance"
              search={searchOfView(view)}
            />
          )}
          download={<DownloadFileButton view={view} />}
        />
        <FiguresPaper view={view} {...figures} />
      </>
    )}
  </PaperQuery>
)

type FiguresPaperProps = {
  view: ReportView
  summary: Summary
  capacity: Capacity
  askedBy: string
}

/** A table with more rows may break across pages. */
const maxUnbrokenRows = 24

/**
 * The page of figures as it is printed: without controls, with its filters and
 * time.
 */
const FiguresPaper = ({
  view,
  summary,
  capacity,
  askedBy,
}: FiguresPaperProps) => {
  const printed = `As of ${dateTime(summary.asOf)} (New York), requested by ${askedBy}`
  const title = 'Reporting > SLVs'
  return (
    <PaperSheet
      className={classes.sheet}
      kind="Reporting"
      title={title}
      margins={{ top: title, bottom: printed }}
    >
      <h1 id="report-title" tabIndex={-1} data-page-title>
        {title}
      </h1>
      <Filters
        texts={figureFilterTexts(view.filter, summary)}
        none="All sent SLVs"
      />
      <PrintedLine>{printed}</PrintedLine>
      <FiguresContext value={paper}>
        <Figures summary={summary} topLimit={view.topLimit} />
        <FigureSection
          id="capacity"
          title="Underwriter Capacity"
          about={capacityViewLabels[view.countBy]}
          data-is-short={capacity.rows.length <= maxUnbrokenRows || undefined}
        >
          <Filters
            texts={capacityFilterTexts(view.capacity, capacity)}
            none="All units"
            sort={sortTexts(view.sort, capacity)}
          />
          <CapacityTable capacity={capacity} sort={view.sort} />
          <UnassignedNote unassigned={capacity.unassigned} />
        </FigureSection>
      </FiguresContext>
      <Definitions summary={summary} capacity={capacity} />
    </PaperSheet>
  )
}

type FiltersProps = {
  texts: readonly FilterText[]
  none: string
  sort?: readonly FilterText[]
}

const Filters = ({ texts, none, sort = [] }: FiltersProps) => (
  <Group component="dl" gap="0.125rem 1.25rem">
    {[
      ...(texts.length > 0 ? texts : [{ label: 'Filters', value: none }]),
      ...sort,
    ].map(({ label, value }) => (
      <Group key={label} gap="0.375rem" wrap="nowrap" align="flex-start">
        <Box component="dt" c="var(--report-quiet)">
          {label}
        </Box>
        <Box component="dd" fw={500} style={{ overflowWrap: 'anywhere' }}>
          {value}
        </Box>
      </Group>
    ))}
  </Group>
)

/**
 * Definitions and how many SLVs they cover, in small print: paper has no
 * tooltips.
 */
const Definitions = ({
  summary,
  capacity,
}: {
  summary: Summary
  capacity: Capacity
}) => (
  <section className={classes.definitions} aria-labelledby="definitions">
    <h2 id="definitions">Definitions</h2>
    <p>
      {defined.countedText} {defined.dateText}: {daysText(summary.days)}.
    </p>
    <Entries
      of={defined.definitions}
      coverageTexts={describeCoverage(summary)}
    />
    <h3>Underwriter Capacity</h3>
    <p>
      {defined.capacityText} {defined.dateText}: {daysText(capacity.days)}.
    </p>
    <Entries
      of={defined.capacityDefinitions}
      coverageTexts={{
        ...capacityCoverageTexts(capacity),
        totalUnits: requestCountText(capacity.totals.totalUnits, 'units'),
      }}
    />
  </section>
)

type EntriesProps = {
  of: Record<string, defined.Definition>
  coverageTexts: Record<string, string>
}

const Entries = ({ of, coverageTexts }: EntriesProps) => (
  <dl>
    {Object.entries(of).map(([key, { label, what, over }]) => (
      <div key={key}>
        <Box component="dt" c="var(--report-ink)" fw={500}>
          {label}
        </Box>
        <dd>
          {what}. {over}: {coverageTexts[key]}.
        </dd>
      </div>
    ))}
  </dl>
)
