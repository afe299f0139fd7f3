import type { SlvDetail } from '@portal/contract/slv/answers'
import { decisionFieldNames } from '@portal/contract/slv/bodies'
import { formFieldNames } from '@portal/contract/slv/form'
import { fieldLabel, fieldText } from './field-text.ts'

const told = [
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

/** One thing that is otherwise than it was, as people read it. */
export type Difference = { field: string; label: string; before: string; now: string }

/** What changed between two readings of an SLV, in the order of the form. */
export const differences = (before: SlvDetail, now: SlvDetail, brandName: string): Difference[] => [
  ...told.flatMap((field) => difference(field, fieldLabel(field, brandName), before[field], now[field])),
  ...difference('slvRequests', 'Variances', variancesOf(before), variancesOf(now)),
  ...difference('slvDecisionRequests', 'Answers', answersOf(before), answersOf(now)),
]

const difference = (field: string, label: string, before: unknown, now: unknown): Difference[] => {
  const texts = { before: fieldText(field, before), now: fieldText(field, now) }
  return texts.before === texts.now ? [] : [{ field, label, ...texts }]
}

const variancesOf = ({ slvRequests }: SlvDetail) => slvRequests.map(({ summary }) => summary).join('; ')
const answersOf = ({ slvDecisionRequests = [] }: SlvDetail) =>
  slvDecisionRequests.map(({ decision, comment }) => `${fieldText('decision', decision)} ${comment}`.trim()).join('; ')
