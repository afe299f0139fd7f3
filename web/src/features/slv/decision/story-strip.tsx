import { Group, Stack, Text } from '@mantine/core'
import {
  isInternalStory,
  listStory,
  type StoryItem,
} from '@portal/contract/history/story'
import type { SlvDetail } from '@portal/contract/slv/answers'
import { useQuery } from '@tanstack/react-query'
import * as format from '../../../lib/text/format.ts'
import { useProfile } from '../../../records/auth/queries.ts'
import { storyQuery } from '../../../records/history/queries.ts'
import { SlvStatusBadge } from '../../../records/slv/slv-status.tsx'
import classes from './decision.module.css'
import { framed } from './decision-card.tsx'

/** What decides an SLV in its status, as this person may know it. */
export const useStory = (slv: SlvDetail): StoryItem[] => {
  const { role } = useProfile()
  const { data: entries = [] } = useQuery(storyQuery(slv.id))
  return listStory(role, { slv, entries })
}

/**
 * What decides, a line each: who did it, when, and in which words. Nothing
 * without any.
 */
export const StoryStrip = ({ items }: { items: readonly StoryItem[] }) => {
  if (items.length === 0) return null
  return (
    <Stack
      component="ul"
      {...framed}
      gap="0.375rem"
      className={classes.story ?? ''}
      aria-label="What decides this request"
    >
      {items.map((item) => (
        <StoryLine key={`${item.kind} ${item.title}`} item={item} />
      ))}
    </Stack>
  )
}

const StoryLine = ({ item }: { item: StoryItem }) => (
  <li>
    <Group gap="0 10px">
      <b>
        {item.title}
        {item.price !== null && ` ${format.bps(item.price)}`}
      </b>
      {item.decision && <SlvStatusBadge status={item.decision} />}
      <Text span size="xs" c="dimmed">
        {signature(item)}
      </Text>
      {isInternalStory(item) && (
        <span className={classes.internal}>Internal</span>
      )}
    </Group>
    {item.text && (
      <blockquote className={classes.quote}>{item.text}</blockquote>
    )}
  </li>
)

/** 'Tara Desk, 11/24/2026, 10:00 AM' */
const signature = ({ by, at }: StoryItem): string =>
  [by, at && format.dateTime(at)].filter((part) => part !== null).join(', ')
