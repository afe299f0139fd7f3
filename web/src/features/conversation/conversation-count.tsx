import { useQuery } from '@tanstack/react-query'
import * as format from '../../lib/format.ts'
import { Unseen } from '../../ui/unseen.tsx'
import classes from './conversation.module.css'
import { conversationStateQuery } from './queries.ts'
import type { Topic } from './topic.ts'

/** How many comments there are to read; nothing where there are none. */
export const ConversationCount = ({ topic }: { topic: Topic }) => {
  const { data } = useQuery(conversationStateQuery(topic))
  if (!data || data.total === 0) return null
  return (
    <>
      {' '}
      <span className={classes.count}>
        {format.count(data.total)}
        <Unseen> comments</Unseen>
      </span>
    </>
  )
}
