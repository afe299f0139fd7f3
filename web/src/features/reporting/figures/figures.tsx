import type { Summary } from '@portal/contract/reporting/summary'
import { memo } from 'react'
import { Breakdown } from './breakdown.tsx'
import { KpiCards } from './kpi-cards.tsx'
import { LoanCharts } from './loan-charts.tsx'
import { daysText } from './scene.ts'
import { TopLists } from './top-lists.tsx'

type FiguresProps = { summary: Summary; topLimit: 5 | 10; onTopLimit?: (topLimit: 5 | 10) => void }

/**
 * All figures of the page but the capacity table: the same on the screen and on paper. Drawn once: what the table is sorted
 * or filtered by is in the same address.
 */
export const Figures = memo(({ summary, topLimit, onTopLimit }: FiguresProps) => {
  const days = daysText(summary.days)
  return (
    <>
      <KpiCards summary={summary} days={days} />
      <Breakdown summary={summary} days={days} />
      <TopLists summary={summary} days={days} topLimit={topLimit} onTopLimit={onTopLimit} />
      <LoanCharts summary={summary} days={days} />
    </>
  )
})
