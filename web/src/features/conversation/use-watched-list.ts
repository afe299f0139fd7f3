import type { ConversationFilter } from '@portal/contract/conversation/model'
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { conversationQuery, watchedStateQuery } from './queries.ts'
import type { Topic } from './topic.ts'

/** A conversation that keeps up with what others write: it is read again when its stamp has moved since the last reading. */
export const useWatchedList = (topic: Topic, filter: ConversationFilter) => {
  const list = useInfiniteQuery({ ...conversationQuery(topic, filter), placeholderData: keepPreviousData })
  const { data: state, dataUpdatedAt: lookedAt } = useQuery(watchedStateQuery(topic))
  const { data, dataUpdatedAt: readAt, isFetching, refetch } = list
  const stamp = data?.pages[0]?.stamp
  const isBehind = state !== undefined && stamp !== undefined && state.stamp !== stamp && lookedAt > readAt

  useEffect(() => {
    if (isBehind && !isFetching) void refetch()
  }, [isBehind, isFetching, refetch])
  return list
}
