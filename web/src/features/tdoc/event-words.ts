import type { Change } from '@portal/contract/history/api'
import {
  type CategoryStatus,
  type CategoryType,
  categoryStatusLabels,
  categoryTypeLabels,
} from '@portal/contract/review-category/model'
import type { TdocEventAction } from '@portal/contract/tdoc/answers'
import {
  type ProgressTracking,
  progressTrackingLabels,
  type TdocStatus,
  type TprResponse,
  tdocStatusLabels,
  tprResponseLabels,
} from '@portal/contract/tdoc/model'
import { day, none } from '../../lib/format.ts'

/** What somebody did to a Tdoc, in the past, as its activity log tells it. */
export const toldEvents: Record<TdocEventAction, string> = {
  create: 'Created the Tdoc',
  'set-underwriter': 'Set the assigned underwriter',
  'set-reviewer': 'Set the reviewer',
  'set-progress-tracking': 'Set the progress tracking',
  'ask-review': 'Set review pending',
  return: 'Returned it to new',
  complete: 'Completed the Tdoc',
  'set-response': 'Set the TPR response',
  'add-category': 'Added a review category',
  escalate: 'Escalated the Tdoc',
  'category-set-reviewer': 'Set the reviewer of a category',
  'category-set-status': 'Set the status of a category',
  'category-done': 'Completed a category',
  'category-undo': 'Took a completed category back',
  'turn-comment': 'Changed who reads a comment',
  'delete-comment': 'Deleted a comment',
}

const fieldNames: Record<string, string> = {
  status: 'Status',
  assignedUnderwriter: 'Assigned underwriter',
  reviewUnderwriter: 'Reviewer',
  reviewer: 'Reviewer',
  progressTracking: 'Progress tracking',
  tprResponse: 'TPR response',
  tprEstimatedDateOfReview: 'TPR estimated date of review',
  category: 'Category',
}

const words: Record<string, string> = {
  ...({
    ...tdocStatusLabels,
    ...progressTrackingLabels,
    ...tprResponseLabels,
    ...categoryTypeLabels,
    ...categoryStatusLabels,
  } satisfies Record<TdocStatus | ProgressTracking | TprResponse | CategoryType | CategoryStatus, string>),
}

/** The name of a field that changed; null for what tells people nothing by itself. */
export const eventField = ({ field }: Change): string | null => fieldNames[field] ?? null

/** A value as it was or became. */
export const eventValue = ({ field }: Change, value: Change['after']): string => {
  if (value === null || value === '') return none
  if (field === 'tprEstimatedDateOfReview') return day(String(value))
  return words[String(value)] ?? String(value)
}
