import { Box, Group } from '@mantine/core'
import type { Condition } from '@portal/contract/condition/model'
import {
  conditionLine,
  conditionStateText,
} from '@portal/contract/condition/texts'
import { outcomeLabels } from '@portal/contract/document/model'
import { answerText } from '@portal/contract/document/texts'
import { isSameFactor } from '@portal/contract/guideline/factors'
import type { SlvReport } from '@portal/contract/reporting/answers'
import { civil } from '@portal/contract/sla/calendar'
import type { SlvDetail } from '@portal/contract/slv/answers'
import { decisionCommentLabel } from '@portal/contract/slv/decision/terms'
import { afterDenialText } from '@portal/contract/slv/decision/texts'
import {
  approvedUntil,
  daysLeftText,
} from '@portal/contract/slv/decision/validity'
import {
  type FormFieldName,
  type FormSection,
  formFieldNames,
  formFields,
  formSections,
} from '@portal/contract/slv/form'
import { slvTypeLabels } from '@portal/contract/slv/model'
import { isDecided, slvStatusLabels } from '@portal/contract/slv/status'
import {
  citationText,
  shortSummary,
} from '@portal/contract/slv-request/distance'
import type {
  SlvDecisionRequest,
  SlvRequest,
} from '@portal/contract/slv-request/model'
import { findAnswer } from '@portal/contract/slv-request/policy'
import { keyed } from '../../lib/state/keyed.ts'
import * as format from '../../lib/text/format.ts'
import { useBranding } from '../../records/auth/queries.ts'
import { fieldLabel, fieldText } from '../../records/slv/field-text.ts'
import { statusColors } from '../../records/slv/status-colors.ts'
import { Facts } from '../../ui/facts.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { PaperSheet, PrintedLine } from './paper.tsx'
import classes from './slv-report.module.css'

/**
 * The decision report: the decision first, then the variances and the request.
 */
export const SlvReportSheet = ({ report }: { report: SlvReport }) => {
  const { slv, factors = [], askedBy, askedAt } = report
  const title = getReportTitle(slv)
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
        <StatusBadge
          label={slvStatusLabels[slv.status]}
          color={statusColors[slv.status]}
        />
      </Group>
      <Box component="p" c="var(--report-quiet)">
        {listParticulars(slv).join(' · ')}
      </Box>
      <ReportDecision report={report} />
      <ReportVariances slv={slv} factors={factors} />
      <ReportRequest slv={slv} />
      <ReportDocuments slv={slv} />
      <ReportInternal slv={slv} />
      <PrintedLine>{printed}</PrintedLine>
    </PaperSheet>
  )
}

/** '7001234 · Ortiz': the loan and the borrower, if known. */
export const getReportTitle = ({
  buyerLoan,
  sellerLoan,
  borrowerLastName,
}: SlvDetail) =>
  [buyerLoan || sellerLoan || 'New request', borrowerLastName]
    .filter(Boolean)
    .join(' · ')

/** 'ACME Home Lending (C1001)': a text with its note, if there is one. */
const withNote = (text: string, note: string | null | undefined): string =>
  note ? `${text} (${note})` : text

const listParticulars = (slv: SlvDetail): string[] => {
  const { date, turnTime, ownerName, underwriterName } = slv
  const particulars = [
    withNote(slv.sellerName, slv.corrID),
    withNote(slvTypeLabels[slv.type], slv.postCloseReason),
    `Round ${slv.resubmitCount + 1}`,
    date
      ? `Requested ${format.date(date)} by ${ownerName}`
      : `Not sent yet, ${ownerName}`,
  ]
  if (underwriterName) particulars.push(`Underwriter ${underwriterName}`)
  if (turnTime !== null && date !== null)
    particulars.push(`Turn time ${format.days(turnTime)}`)
  return particulars
}

const isAnswered = (slv: SlvDetail, name: FormFieldName) =>
  name !== 'singleLoanVarianceRequest' && slv[name] !== null && slv[name] !== ''

/** The answered fields of a section, with the loan number and the variances. */
const listSectionFacts = (
  slv: SlvDetail,
  section: FormSection,
  brand: string,
) => {
  const facts: { label: string; value: string }[] = []
  if (section === 'loan' && slv.buyerLoan)
    facts.push({ label: fieldLabel('buyerLoan', brand), value: slv.buyerLoan })
  if (section === 'program' && slv.slvRequests.length > 0)
    facts.push({ label: 'Variances', value: shortSummary(slv.slvRequests) })
  for (const name of formFieldNames) {
    if (formFields[name].section !== section || !isAnswered(slv, name)) continue
    const value = fieldText(name, slv[name])
    facts.push({ label: fieldLabel(name, brand), value })
  }
  return facts
}

/** The request, section by section, without unanswered fields. */
const ReportRequest = ({ slv }: { slv: SlvDetail }) => {
  const { name: brand } = useBranding()
  return (
    <section aria-labelledby="report-request">
      <h2 id="report-request">Request</h2>
      {formSections.map(({ id, label }) => {
        const facts = listSectionFacts(slv, id, brand)
        if (facts.length === 0) return null
        return (
          <div key={id} className={classes.section}>
            <h3>{label}</h3>
            <Facts facts={facts} />
          </div>
        )
      })}
    </section>
  )
}

/** What was written beside the conditions of an approval, a line each. */
const splitConditions = ({ status, decisionNote }: SlvDetail): string[] =>
  status === 'APPROVED'
    ? (decisionNote ?? '').split('\n').filter((line) => line.trim() !== '')
    : []

const ReportCondition = ({ condition }: { condition: Condition }) => (
  <li>
    <b>{conditionLine(condition)}</b>{' '}
    <Box component="span" ml="0.25rem" c="var(--report-quiet)">
      {conditionStateText(condition)}
    </Box>
  </li>
)

/**
 * The conditions, and the documents that the seller was asked for, with whether
 * they arrived.
 */
export const ReportDocuments = ({ slv }: { slv: SlvDetail }) => {
  const { pendingDocuments, conditions = [] } = slv
  const lines = keyed(splitConditions(slv), (condition) => condition)
  const count = pendingDocuments.length + conditions.length + lines.length
  if (count === 0) return null
  return (
    <section aria-labelledby="report-documents">
      <h2 id="report-documents">Conditions and requested documents</h2>
      <ul className={classes.documents}>
        {conditions.map((condition) => (
          <ReportCondition key={condition.id} condition={condition} />
        ))}
        {lines.map(({ key, item }) => (
          <li key={key}>{item}</li>
        ))}
        {pendingDocuments.map((asked) => (
          <li key={asked.id}>
            <b>{asked.name}</b>{' '}
            <Box component="span" ml="0.25rem" c="var(--report-quiet)">
              {documentState(asked)}
            </Box>
            {asked.note && <p>{asked.note}</p>}
            {asked.answer && <p>{answerText(asked.answer)}</p>}
          </li>
        ))}
      </ul>
    </section>
  )
}

function documentState({
  receivedAt,
  answer,
  outcome,
}: SlvDetail['pendingDocuments'][number]): string {
  if (receivedAt) return `Received ${format.dateTime(receivedAt)}`
  if (outcome)
    return `${outcomeLabels[outcome.kind]} ${format.dateTime(outcome.at)}`
  if (answer) return `Answered ${format.dateTime(answer.answeredAt)}`
  return 'Outstanding'
}

/** A labeled text in its own lines, if there is one. */
const Words = ({
  label,
  text,
}: {
  label: string
  text: string | null | undefined
}) =>
  text ? (
    <div className={classes.words}>
      <span className={classes.label}>{label}</span>
      <p>{text}</p>
    </div>
  ) : null

const figures = (slv: SlvDetail) =>
  [
    'priceAdjustment',
    'decisionLtv',
    'decisionCltv',
    'decisionHcltv',
    slv.qualifiesBy === 'DSCR' ? 'decisionDscr' : 'decisionDti',
    'reserves',
  ] as const

/** The last day of an approval, the price and the figures, as far as it has them. */
const termFacts = (slv: SlvDetail, brand: string, askedAt: string) => [
  ...validityFacts(slv, askedAt),
  ...figures(slv)
    .filter((name) => slv[name] !== null && slv[name] !== undefined)
    .map((name) => ({
      label: fieldLabel(name, brand),
      value: fieldText(name, slv[name]),
    })),
]

/** '12/10/2026, 13 days left', as of when it was printed. */
const validityFacts = (slv: SlvDetail, askedAt: string) => {
  const until = approvedUntil(slv)
  if (until === null) return []
  const left = daysLeftText(until, civil(new Date(askedAt)).day)
  return [{ label: 'Good until', value: `${format.day(until)}, ${left}` }]
}

const decidedText = ({ decisionDate, underwriterName }: SlvReport['slv']) => {
  const decided = `Decided ${format.dateTime(decisionDate)}`
  return underwriterName ? `${decided} by ${underwriterName}` : decided
}

/**
 * The decision, when and by whom; only the buyer's responses have one that
 * isn't final.
 */
export const ReportDecision = ({
  report: { slv, nearest, askedAt },
}: {
  report: SlvReport
}) => {
  const { name: brand } = useBranding()
  const final = isDecided(slv.status) ? slv.status : null
  const shown = final ?? slv.temporaryStatus ?? null
  return (
    <section className={classes.decision} aria-labelledby="report-decision">
      <h2 id="report-decision">Decision</h2>
      {shown ? (
        <>
          <Group component="p" align="baseline" gap="0.125rem 0.75rem">
            <b style={{ fontSize: '1.25rem' }}>{slvStatusLabels[shown]}</b>
            <span>
              {final ? decidedText(slv) : 'Draft decision, not final'}
            </span>
          </Group>
          {shown !== 'DECLINED' && (
            <Facts facts={termFacts(slv, brand, askedAt)} />
          )}
          <Words
            label={fieldLabel('currentGuideline', brand)}
            text={slv.currentGuideline}
          />
          <Words
            label={decisionCommentLabel(shown)}
            text={slv.decisionComment}
          />
          {final === 'DECLINED' && !isForStaff(slv) && (
            <Words
              label="What you can do next"
              text={afterDenialText(slv.slvRequests, nearest ?? null)}
            />
          )}
        </>
      ) : (
        <p>{undecided(slv)}</p>
      )}
    </section>
  )
}

const undecided = ({ status, withdrawReason }: SlvDetail) =>
  status === 'WITHDRAWN_APPROVED'
    ? `Withdrawn without a decision${withdrawReason ? `: “${withdrawReason}”` : '.'}`
    : `Not decided yet: ${slvStatusLabels[status]}.`

/** Only responses to staff have the internal fields. */
const isForStaff = ({ statusComment }: SlvDetail): boolean =>
  statusComment !== undefined

/** The internal part. */
const ReportInternal = ({ slv }: { slv: SlvDetail }) => {
  const {
    slrRecommendedDecision,
    tdRecommendedDecision,
    statusComment,
    decisionCommentsInternal,
    groupSlaStatus,
  } = slv
  const { name: brand } = useBranding()
  if (!isForStaff(slv)) return null
  const recommended = (
    decision: SlvDetail['slrRecommendedDecision'],
    who: string | null | undefined,
  ) => (decision ? withNote(slvStatusLabels[decision], who) : format.none)
  return (
    <section className={classes.internal} aria-labelledby="report-internal">
      <h2 id="report-internal">Internal: do not share with the seller</h2>
      <Facts
        facts={[
          {
            label: fieldLabel('slrRecommendedDecision', brand),
            value: recommended(
              slrRecommendedDecision,
              slv.underwriterManagerName,
            ),
          },
          {
            label: fieldLabel('tdRecommendedDecision', brand),
            value: recommended(tdRecommendedDecision, slv.tradeDeskName),
          },
          {
            label: 'SLA',
            value: groupSlaStatus
              ? format.signedDays(groupSlaStatus.days)
              : format.none,
          },
        ]}
      />
      <Words
        label={fieldLabel('decisionCommentsInternal', brand)}
        text={decisionCommentsInternal}
      />
      <Words label="Last internal comment" text={statusComment} />
    </section>
  )
}

type Factors = NonNullable<SlvReport['factors']>

/**
 * What the loan's figures give for a factor that was named without a value: '45
 * points above the limit'.
 */
const measuredValue = (typed: string, factors: Factors): string | null => {
  const measured = factors.find(({ label }) => isSameFactor(typed, label))
  const isMeasured =
    measured?.state === 'COUNTS' || measured?.state === 'DOES_NOT_COUNT'
  return isMeasured ? measured.reason : null
}

/**
 * Each variance with its distance from the guideline, its justification and the
 * decision on it.
 */
export const ReportVariances = ({
  slv,
  factors,
}: {
  slv: SlvDetail
  factors: Factors
}) => (
  <section aria-labelledby="report-variances">
    <h2 id="report-variances">Variances</h2>
    <Words
      label="Summary of the request"
      text={slv.singleLoanVarianceRequest}
    />
    {slv.slvRequests.length === 0 && <p>No variances requested.</p>}
    <ol className={classes.variances}>
      {slv.slvRequests.map((request) => (
        <li key={request.id}>
          <Variance
            request={request}
            factors={factors}
            answer={findAnswer(slv.slvDecisionRequests, request.id)}
          />
        </li>
      ))}
    </ol>
  </section>
)

type VarianceProps = {
  request: SlvRequest
  factors: Factors
  answer: SlvDecisionRequest | undefined
}

const Variance = ({ request, factors, answer }: VarianceProps) => (
  <>
    <h3>
      {request.summary}{' '}
      {request.summary !== request.reason && (
        <Box component="span" ml="0.5rem" c="var(--report-quiet)" fw={400}>
          {request.reason}
        </Box>
      )}
    </h3>
    <Words label="Guideline text" text={request.currentGuideline} />
    <Words label="Cited from" text={citationText(request)} />
    <Words label="Justification" text={request.justification} />
    {request.compensatingFactors.length > 0 && (
      <div className={classes.words}>
        <span className={classes.label}>Compensating factors</span>
        <ul>
          {keyed(request.compensatingFactors, ({ factor }) => factor).map(
            ({ key, item: { factor, value } }) => (
              <li key={key}>
                {[factor, value || measuredValue(factor, factors)]
                  .filter(Boolean)
                  .join(': ')}
              </li>
            ),
          )}
        </ul>
      </div>
    )}
    {answer && (
      <Box
        mt="0.5rem"
        pl="0.75rem"
        style={{ borderLeft: '3px solid var(--report-line)' }}
      >
        <p>
          <span className={classes.label}>Answer</span>{' '}
          <b>{slvStatusLabels[answer.decision]}</b>
        </p>
        <Words label="Current guideline" text={answer.currentGuideline} />
        <Words label="Comment" text={answer.comment} />
      </Box>
    )}
  </>
)
