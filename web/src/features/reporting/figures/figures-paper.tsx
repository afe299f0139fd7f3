import { useDocumentTitle } from '@mantine/hooks'
import { type Capacity, capacityViewLabels } from '@portal/contract/reporting/capacity'
import type { Summary } from '@portal/contract/reporting/summary'
import { dateTime } from '../../../lib/format.ts'
import { useBranding } from '../../auth/queries.ts'
import { PaperHead, PaperSheet, PrintedLine, useMargins } from '../paper.tsx'
import '../slv-report-paper.css'
import { CapacityTable, UnassignedNote } from './capacity-table.tsx'
import { DefinitionsPaper } from './definitions-paper.tsx'
import { FigureSection } from './figure-section.tsx'
import { Figures } from './figures.tsx'
import classes from './figures-paper.module.css'
import type { ReportView } from './report-search.ts'
import { SceneContext } from './scene.ts'
import { type Told, toldCapacity, toldFilter, toldSort } from './told-filter.ts'

type FiguresPaperProps = {
  view: ReportView
  summary: Summary
  capacity: Capacity
  askedBy: string
}

/** Rows of a table that is moved to the next page rather than cut. */
const shortTable = 24

const onPaper = { isPaper: true, leadTo: () => null }

/** The page of figures as it is printed: nothing to press, the filters and the time on it. */
export const FiguresPaper = ({ view, summary, capacity, askedBy }: FiguresPaperProps) => {
  const { name: brand } = useBranding()
  const filters = toldFilter(view.filter, summary)
  const printed = `As of ${dateTime(summary.asOf)} (New York), asked by ${askedBy}`
  useDocumentTitle(`Reporting > SLVs · ${brand}`)
  useMargins(`${brand} · Reporting > SLVs`, printed)

  return (
    <PaperSheet className={classes.sheet}>
      <PaperHead kind="Reporting" />
      <h1 id="report-title" tabIndex={-1} data-page-title>
        Reporting &gt; SLVs
      </h1>
      <Filters told={filters} none="All sent SLVs" />
      <PrintedLine>{printed}</PrintedLine>
      <SceneContext value={onPaper}>
        <Figures summary={summary} topLimit={view.topLimit} />
        <FigureSection
          id="capacity"
          title="Underwriter Capacity"
          about={capacityViewLabels[view.countBy]}
          data-is-short={capacity.rows.length <= shortTable || undefined}
        >
          <Filters
            told={toldCapacity(view.capacity, capacity)}
            none="All units"
            order={toldSort(view.sort, capacity)}
          />
          <CapacityTable capacity={capacity} sort={view.sort} />
          <UnassignedNote unassigned={capacity.unassigned} />
        </FigureSection>
      </SceneContext>
      <DefinitionsPaper summary={summary} capacity={capacity} />
    </PaperSheet>
  )
}

type FiltersProps = { told: readonly Told[]; none: string; order?: readonly Told[] }

const Filters = ({ told, none, order = [] }: FiltersProps) => (
  <dl className={classes.filters}>
    {told.length === 0 && (
      <div>
        <dt>Filters</dt>
        <dd>{none}</dd>
      </div>
    )}
    {[...told, ...order].map(({ label, value }) => (
      <div key={label}>
        <dt>{label}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
)
