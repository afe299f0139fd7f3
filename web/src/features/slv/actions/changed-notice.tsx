import type { SlvDetail } from '@portal/contract/slv/answers'
import { decisionFieldNames } from '@portal/contract/slv/bodies'
import { formFieldNames } from '@portal/contract/slv/form'
import type { ReactNode } from 'react'
import { useBranding } from '../../../records/auth/queries.ts'
import { fieldLabel, fieldText } from '../../../records/slv/field-text.ts'
import { SmallTable } from '../../../ui/small-table.tsx'
import { Warning } from '../warning.tsx'

type ChangedNoticeProps = {
  seen: SlvDetail
  slv: SlvDetail
  /** Show it even if none of the shown values differ. */
  isAlwaysShown?: boolean
  children: ReactNode
}

/**
 * Lists what has changed since this person saw the SLV; nothing if nothing
 * changed.
 */
export const ChangedNotice = ({
  seen,
  slv,
  isAlwaysShown = false,
  children,
}: ChangedNoticeProps) => {
  const { name } = useBranding()
  const changed =
    seen.version === slv.version ? [] : differences(seen, slv, name)
  if (changed.length === 0 && !isAlwaysShown) return null

  return (
    <Warning role="alert" fz="sm">
      <b>{children}</b>
      {changed.length > 0 && (
        <SmallTable heads={['Field', 'You saw', 'Now']}>
          {changed.map(({ field, label, before, now }) => (
            <tr key={field}>
              <th scope="row">{label}</th>
              <td>{before}</td>
              <td>
                <b>{now}</b>
              </td>
            </tr>
          ))}
        </SmallTable>
      )}
    </Warning>
  )
}

const comparedFields = [
  'status',
  ...formFieldNames,
  ...decisionFieldNames,
  'temporaryStatus',
  'slrRecommendedDecision',
  'tdRecommendedDecision',
  'ownerName',
  'underwriterName',
  'underwriterManagerName',
  'tradeDeskName',
] as const

type Difference = { field: string; label: string; before: string; now: string }

const differences = (
  before: SlvDetail,
  now: SlvDetail,
  brandName: string,
): Difference[] => [
  ...comparedFields.flatMap((field) =>
    difference(field, fieldLabel(field, brandName), before[field], now[field]),
  ),
  ...difference(
    'slvRequests',
    'Variances',
    listVariances(before),
    listVariances(now),
  ),
  ...difference(
    'slvDecisionRequests',
    'Answers',
    listAnswers(before),
    listAnswers(now),
  ),
]

const difference = (
  field: string,
  label: string,
  before: unknown,
  now: unknown,
): Difference[] => {
  const texts = { before: fieldText(field, before), now: fieldText(field, now) }
  return texts.before === texts.now ? [] : [{ field, label, ...texts }]
}

const listVariances = ({ slvRequests }: SlvDetail) =>
  slvRequests.map(({ summary }) => summary).join('; ')
const listAnswers = ({ slvDecisionRequests = [] }: SlvDetail) =>
  slvDecisionRequests
    .map(({ decision, comment }) =>
      `${fieldText('decision', decision)} ${comment}`.trim(),
    )
    .join('; ')
