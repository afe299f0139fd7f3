import { List } from '@mantine/core'
import type { LoanRecord } from '@portal/contract/retention/model'
import { slvStatusLabels } from '@portal/contract/slv/status'
import { tdocStatusLabels } from '@portal/contract/tdoc/model'
import * as format from '../../lib/text/format.ts'

const statuses: Record<string, string> = {
  ...slvStatusLabels,
  ...tdocStatusLabels,
}

/** '7001234 (seller’s number S-1)' */
function numbersText({ buyerLoan, sellerLoan }: LoanRecord): string {
  if (buyerLoan === null) return `seller’s number ${sellerLoan}`
  return sellerLoan === null
    ? buyerLoan
    : `${buyerLoan} (seller’s number ${sellerLoan})`
}

function describeTime({ closedAt, erasedAt }: LoanRecord): string | null {
  if (erasedAt) return `erased ${format.dateTime(erasedAt)}`
  return closedAt && `closed ${format.dateTime(closedAt)}`
}

/** 'SLV from ACME · 7001234 · Approved · closed Mar 4, 2026 · On legal hold' */
function recordText(record: LoanRecord): string {
  const noun = record.kind === 'slv' ? 'SLV' : 'Tdoc'
  const parts = [
    record.companyName ? `${noun} from ${record.companyName}` : noun,
    numbersText(record),
    statuses[record.status] ?? record.status,
    describeTime(record),
    record.refusal,
  ]
  return parts.filter(Boolean).join(' · ')
}

/** The SLVs and Tdocs of a loan. */
export const LoanRecords = ({
  records,
}: {
  records: readonly LoanRecord[]
}) => (
  <List size="sm" aria-label="Loan records">
    {records.map((record) => (
      <List.Item key={record.id}>{recordText(record)}</List.Item>
    ))}
  </List>
)
