import { useDocumentTitle } from '@mantine/hooks'
import type { SlvReport } from '@portal/contract/reporting/model'
import type { SlvDetail } from '@portal/contract/slv/answers'
import { slvTypeLabels } from '@portal/contract/slv/model'
import { slvStatusLabels } from '@portal/contract/slv/status'
import * as format from '../../lib/format.ts'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { useBranding } from '../auth/queries.ts'
import { statusColors } from '../slv/status-colors.ts'
import { PaperHead, PaperSheet, PrintedLine, useMargins } from './paper.tsx'
import { ReportDecision, ReportInner } from './report-decision.tsx'
import { ReportDocuments, ReportRequest } from './report-request.tsx'
import { ReportVariances } from './report-variances.tsx'
import classes from './slv-report.module.css'
import './slv-report-paper.css'

/** One sheet, as long as it takes: the decision first, then what was asked, then the request it was asked for. */
export const SlvReportSheet = ({ report: { slv, askedBy, askedAt } }: { report: SlvReport }) => {
  const { name: brand } = useBranding()
  const title = titleOf(slv)
  const printed = `Printed ${format.dateTime(askedAt)} (New York) by ${askedBy}`
  useDocumentTitle(`Decision report ${title} · ${brand}`)
  useMargins(`${brand} · SLV decision report · ${title}`, printed)

  return (
    <PaperSheet className={classes.sheet}>
      <PaperHead kind="SLV decision report" />
      <div className={classes.title}>
        <h1 id="report-title" tabIndex={-1} data-page-title>
          {title}
        </h1>
        <StatusBadge label={slvStatusLabels[slv.status]} color={statusColors[slv.status]} />
      </div>
      <p className={classes.particulars}>{particularsOf(slv).join(' · ')}</p>
      <ReportDecision slv={slv} />
      <ReportVariances slv={slv} />
      <ReportRequest slv={slv} />
      <ReportDocuments slv={slv} />
      <ReportInner slv={slv} />
      <PrintedLine>{printed}</PrintedLine>
    </PaperSheet>
  )
}

/** '7001234 · Ortiz': the loan and the borrower, as far as they are known. */
const titleOf = ({ buyerLoan, sellerLoan, borrowerLastName }: SlvDetail) =>
  [buyerLoan || sellerLoan || 'New request', borrowerLastName].filter(Boolean).join(' · ')

const particularsOf = (slv: SlvDetail): string[] => [
  `${slv.sellerName}${slv.corrID ? ` (${slv.corrID})` : ''}`,
  slvTypeLabels[slv.type] + (slv.postCloseReason ? ` (${slv.postCloseReason})` : ''),
  `Round ${slv.resubmitCount + 1}`,
  slv.date ? `Requested ${format.date(slv.date)} by ${slv.ownerName}` : `Not sent yet, ${slv.ownerName}`,
  ...(slv.underwriterName ? [`Underwriter ${slv.underwriterName}`] : []),
  ...(slv.turnTime === null || slv.date === null ? [] : [`Turn time ${format.days(slv.turnTime)}`]),
]
