import { Box, Group } from '@mantine/core'
import type { SlvReport } from '@portal/contract/reporting/model'
import type { SlvDetail } from '@portal/contract/slv/answers'
import { type FormFieldName, formFieldNames, formFields, formSections } from '@portal/contract/slv/form'
import { slvTypeLabels } from '@portal/contract/slv/model'
import { slvStatusLabels } from '@portal/contract/slv/status'
import * as format from '../../lib/text/format.ts'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { useBranding } from '../auth/queries.ts'
import { fieldLabel, fieldText } from '../slv/shared/field-text.ts'
import { statusColors } from '../slv/shared/status-colors.ts'
import { PaperSheet, PrintedLine } from './paper.tsx'
import { ReportDecision, ReportFacts, ReportInternal, ReportVariances } from './report-parts.tsx'
import classes from './slv-report.module.css'

/** The decision report: the decision first, then the variances and the request. */
export const SlvReportSheet = ({ report: { slv, askedBy, askedAt } }: { report: SlvReport }) => {
  const title = titleOf(slv)
  const printed = `Printed ${format.dateTime(askedAt)} (New York) by ${askedBy}`
  return (
    <PaperSheet
      className={classes.sheet}
      kind="SLV decision report"
      title={`Decision report ${title}`}
      margins={{ top: `SLV decision report · ${title}`, bottom: printed }}
    >
      <Group gap="0.25rem 0.75rem" mt="1rem">
        <h1 id="report-title" tabIndex={-1} data-page-title>
          {title}
        </h1>
        <StatusBadge label={slvStatusLabels[slv.status]} color={statusColors[slv.status]} />
      </Group>
      <Box component="p" c="var(--report-quiet)">
        {particularsOf(slv).join(' · ')}
      </Box>
      <ReportDecision slv={slv} />
      <ReportVariances slv={slv} />
      <ReportRequest slv={slv} />
      <ReportDocuments slv={slv} />
      <ReportInternal slv={slv} />
      <PrintedLine>{printed}</PrintedLine>
    </PaperSheet>
  )
}

/** '7001234 · Ortiz': the loan and the borrower, if known. */
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

const isAnswered = (slv: SlvDetail, name: FormFieldName) =>
  name !== 'singleLoanVarianceRequest' && slv[name] !== null && slv[name] !== ''

/** The request, section by section, without unanswered fields. */
const ReportRequest = ({ slv }: { slv: SlvDetail }) => {
  const { name: brand } = useBranding()
  const sections = formSections
    .map(({ id, label }) => ({
      id,
      label,
      facts: [
        ...(id === 'loan' && slv.buyerLoan ? [{ label: fieldLabel('buyerLoan', brand), value: slv.buyerLoan }] : []),
        ...formFieldNames
          .filter((name) => formFields[name].section === id && isAnswered(slv, name))
          .map((name) => ({ label: fieldLabel(name, brand), value: fieldText(name, slv[name]) })),
      ],
    }))
    .filter(({ facts }) => facts.length > 0)
  return (
    <section aria-labelledby="report-request">
      <h2 id="report-request">Request</h2>
      {sections.map(({ id, label, facts }) => (
        <div key={id} className={classes.section}>
          <h3>{label}</h3>
          <ReportFacts facts={facts} />
        </div>
      ))}
    </section>
  )
}

/** The documents the seller was asked for, and whether they arrived. */
const ReportDocuments = ({ slv: { pendingDocuments } }: { slv: SlvDetail }) =>
  pendingDocuments.length === 0 ? null : (
    <section aria-labelledby="report-documents">
      <h2 id="report-documents">Conditions and documents requested</h2>
      <ul className={classes.documents}>
        {pendingDocuments.map(({ id, name, note, receivedAt }) => (
          <li key={id}>
            <b>{name}</b>{' '}
            <Box component="span" ml="0.25rem" c="var(--report-quiet)">
              {receivedAt ? `Received ${format.dateTime(receivedAt)}` : 'Awaited'}
            </Box>
            {note && <p>{note}</p>}
          </li>
        ))}
      </ul>
    </section>
  )
