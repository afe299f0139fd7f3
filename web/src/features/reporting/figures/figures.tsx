import type { Summary } from '@portal/contract/reporting/summary'
import { Breakdown } from './breakdown.tsx'
import { KpiCards } from './kpi-cards.tsx'
import { LoanCharts } from './loan-charts.tsx'
import { TopLists } from './top-lists.tsx'

type FiguresProps = { summary: Summary; topLimit: 5 | 10; onTopLimit?: (topLimit: 5 | 10) => void }

/** All figures except the capacity table, on the screen and on paper. */
export const Figures = ({ summary, topLimit, onTopLimit }: FiguresProps) => (
  <>
    <KpiCards summary={summary} />
    <Breakdown summary={summary} />
    <TopLists summary={summary} topLimit={topLimit} onTopLimit={onTopLimit} />
    <LoanCharts summary={summary} />
  </>
)
