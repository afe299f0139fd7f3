import { List, Text } from '@mantine/core'
import type { Change } from '@portal/contract/history/model'
import {
  categoryStatusLabels,
  categoryTypeLabels,
} from '@portal/contract/review-category/model'
import type { TdocEvent, TdocEventAction } from '@portal/contract/tdoc/answers'
import {
  progressTrackingLabels,
  tdocStatusLabels,
  tprResponseLabels,
} from '@portal/contract/tdoc/model'
import { IconArrowRight } from '@tabler/icons-react'
import { byDay, day, none, time, weekday } from '../../lib/text/format.ts'
import { Timeline } from '../../ui/timeline.tsx'

const eventTitles: Record<TdocEventAction, string> = {
  create: 'Created the Tdoc',
  'set-underwriter': 'Set the assigned underwriter',
  'set-reviewer': 'Set the reviewer',
  'set-progress-tracking': 'Set the progress tracking',
  'ask-review': 'Set review pending',
  return: 'Returned the Tdoc to new',
  complete: 'Completed the Tdoc',
  'set-response': 'Set the TPR response',
  'add-category': 'Added a review category',
  escalate: 'Escalated the Tdoc',
  'category-set-reviewer': 'Set the reviewer of a category',
  'category-set-status': 'Set the status of a category',
  'category-done': 'Completed a category',
  'category-undo': 'Reopened a completed category',
  'turn-comment': 'Changed comment visibility',
  'delete-comment': 'Deleted a comment',
  'dismiss-comment': 'Marked a comment as needing no answer',
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

const words: Readonly<Record<string, string>> = {
  ...tdocStatusLabels,
  ...progressTrackingLabels,
  ...tprResponseLabels,
  ...categoryTypeLabels,
  ...categoryStatusLabels,
}

const eventField = ({ field }: Change): string | null =>
  fieldNames[field] ?? null

const eventValue = ({ field }: Change, value: Change['after']): string => {
  if (value === null || value === '') return none
  if (field === 'tprEstimatedDateOfReview') return day(String(value))
  return words[String(value)] ?? String(value)
}

export const EventTimeline = ({
  label,
  events,
}: {
  label: string
  events: readonly TdocEvent[]
}) => (
  <Timeline
    label={label}
    groups={byDay(events).map(({ day, items }) => ({
      label: `${weekday(items[0]?.at)}, ${day}`,
      items: items.map(({ id, at, actorName, action, changes }) => ({
        key: String(id),
        title: eventTitles[action],
        who: actorName ?? 'The transmittal',
        at,
        when: time(at),
        body: <Changes changes={changes} />,
      })),
    }))}
  />
)

const Changes = ({ changes }: { changes: readonly Change[] }) => {
  const readable = changes.filter((change) => eventField(change) !== null)
  if (readable.length === 0) return null
  return (
    <List listStyleType="none" size="sm" style={{ overflowWrap: 'anywhere' }}>
      {readable.map((change) => (
        <List.Item key={change.field}>
          <Text span inherit c="dimmed">
            {eventField(change)}:
          </Text>{' '}
          {change.before !== null && change.before !== change.after && (
            <>
              <Text component="del" inherit c="dimmed" td="line-through">
                {eventValue(change, change.before)}
              </Text>{' '}
              <IconArrowRight size={12} role="img" aria-label="to" />{' '}
            </>
          )}
          <Text component="ins" inherit td="none">
            {eventValue(change, change.after)}
          </Text>
        </List.Item>
      ))}
    </List>
  )
}
