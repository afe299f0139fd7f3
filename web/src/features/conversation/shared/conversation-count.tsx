import { Box } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import * as format from '../../../lib/text/format.ts'
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx'
import { conversationStateQuery } from '../queries.ts'
import type { Topic } from '../topic.ts'

/** How many comments there are to read; nothing where there are none. */
export const ConversationCount = ({ topic }: { topic: Topic }) => {
  const { data } = useQuery(conversationStateQuery(topic))
  if (!data || data.total === 0) return null
  return (
    <>
      {' '}
      <Box
        component="span"
        ms="0.375rem"
        c="dimmed"
        fz="xs"
        style={{ fontVariantNumeric: 'tabular-nums' }}
      >
        {format.count(data.total)}
        <VisuallyHidden>
          {data.total === 1 ? ' comment' : ' comments'}
        </VisuallyHidden>
      </Box>
    </>
  )
}
