import { createFileRoute } from '@tanstack/react-router'
import { FiguresPaperPage } from '../../../features/reporting/figures/figures-paper-page.tsx'
import { readReportSearch } from '../../../features/reporting/figures/report-search.ts'

/**
 * Outside of the shell, for everyone with reporting and for the browser that
 * prints it.
 */
export const Route = createFileRoute(
  '/reporting/single-loan-variance/download',
)({
  validateSearch: readReportSearch,
  component: () => <FiguresPaperPage search={Route.useSearch()} />,
})
