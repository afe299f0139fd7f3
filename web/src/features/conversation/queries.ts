import * as api from '@portal/contract/conversation/api'
import { conversationMessages } from '@portal/contract/conversation/messages'
import type {
  CommentPatch,
  CommentType,
  ConversationFilter,
} from '@portal/contract/conversation/model'
import {
  infiniteQueryOptions,
  keepPreviousData,
  useInfiniteQuery,
  useMutation,
  useQuery,
} from '@tanstack/react-query'
import { useEffect } from 'react'
import { call } from '../../lib/call.ts'
import { hasStatus } from '../../lib/call-error.ts'
import { endpointQuery, itemsQuery } from '../../lib/queries.ts'
import { useIntent } from '../../lib/state/use-intent.ts'
import { slvKey } from '../../records/slv/slv-key.ts'
import { tdocKey } from '../../records/tdoc/tdoc-key.ts'
import type { AnyComment, Topic } from './topic.ts'

/** A page of either kind of conversation. */
type Page = Omit<api.ConversationPage, 'items'> & { items: AnyComment[] }

const conversationKey = ({ kind, id }: Topic) =>
  ['conversation', kind, id] as const
/** The history, which records deleted comments. */
const logKey = ({ kind, id }: Topic) =>
  kind === 'SLV' ? [...slvKey, 'history', id] : [...tdocKey, 'activity', id]

/** The comments on a topic, newest first. */
const conversationQuery = (topic: Topic, type: ConversationFilter) =>
  infiniteQueryOptions({
    queryKey: [...conversationKey(topic), 'list', type],
    queryFn: ({ signal, pageParam: page }): Promise<Page> => {
      const sent = { params: { id: topic.id }, query: { page, type } }
      return topic.kind === 'SLV'
        ? call(api.listConversation, sent, { signal })
        : call(api.listTdocConversation, sent, { signal })
    },
    initialPageParam: 1,
    getNextPageParam: ({ page, size, total }) =>
      page * size < total ? page + 1 : undefined,
  })

/** The number of comments, and a stamp that changes with them. */
export const conversationStateQuery = (topic: Topic) =>
  endpointQuery(
    [...conversationKey(topic), 'state'],
    topic.kind === 'SLV'
      ? api.getConversationState
      : api.getTdocConversationState,
    { params: { id: topic.id }, meta: { quiet: true } },
  )

/**
 * The comments on a topic, loaded again when a check every 5 s finds another
 * stamp.
 */
export const useConversation = (topic: Topic, filter: ConversationFilter) => {
  const list = useInfiniteQuery({
    ...conversationQuery(topic, filter),
    placeholderData: keepPreviousData,
  })
  const state = useQuery({
    ...conversationStateQuery(topic),
    refetchInterval: ({ state: { error } }) =>
      hasStatus(error, 404) ? false : 5000,
  })
  const { data, dataUpdatedAt, isFetching, refetch } = list
  const stamp = data?.pages[0]?.stamp
  const isStale =
    state.data &&
    stamp !== undefined &&
    state.data.stamp !== stamp &&
    state.dataUpdatedAt > dataUpdatedAt

  useEffect(() => {
    if (isStale && !isFetching) void refetch()
  }, [isStale, isFetching, refetch])
  return list
}

/**
 * All loaded comments, each once: a new comment may move one to the next page.
 */
export const collectComments = (pages: readonly Page[]): AnyComment[] => {
  const comments = pages.flatMap(({ items }) => items)
  return [...new Map(comments.map((comment) => [comment.id, comment])).values()]
}

/** The people whom a comment of this type can mention. */
export const mentionablesQuery = ({ kind, id }: Topic, type: CommentType) => {
  const key = [...conversationKey({ kind, id }), 'mentionables', type]
  const options = { staleTime: 60_000, meta: { quiet: true } }
  if (kind === 'SLV') {
    const list =
      type === 'INTERNAL'
        ? api.listInternalMentionables
        : api.listExternalMentionables
    return itemsQuery(key, list, { query: { proxyLoanId: id }, ...options })
  }
  const list =
    type === 'INTERNAL'
      ? api.listInternalTdocMentionables
      : api.listExternalTdocMentionables
  return itemsQuery(key, list, { query: { tdocId: id }, ...options })
}

/** Reloads the comments, their count and the people to mention. */
const describeWrite = (
  topic: Topic,
  write: keyof typeof conversationMessages,
) => ({
  ...conversationMessages[write],
  // In the Tdoc area the server's message is preferred (spec.md §8).
  ...(topic.kind === 'TDOC' && { prefers: 'reason' as const }),
  changes: [
    conversationKey(topic),
    ...(write === 'delete' ? [logKey(topic)] : []),
  ],
})

/** Adds a comment. A retry doesn't add it twice. */
export const useAddComment = (topic: Topic) => {
  const intent = useIntent()
  return useMutation({
    mutationFn: (comment: {
      type: CommentType
      message: string
      mentions: string[]
    }): Promise<AnyComment> =>
      topic.kind === 'SLV'
        ? call(
            api.addComment,
            { body: { proxyLoanId: topic.id, ...comment } },
            { intent },
          )
        : call(
            api.addTdocComment,
            { body: { tdocId: topic.id, ...comment } },
            { intent },
          ),
    meta: describeWrite(topic, 'add'),
  })
}

/** Edits the user's own comment. */
export const useEditComment = (topic: Topic, id: string) =>
  useMutation({
    mutationFn: (patch: CommentPatch): Promise<AnyComment> => {
      const sent = { params: { id }, body: patch }
      return topic.kind === 'SLV'
        ? call(api.editComment, sent)
        : call(api.editTdocComment, sent)
    },
    meta: describeWrite(topic, 'update'),
  })

/** Deletes the user's own comment. */
export const useDeleteComment = (topic: Topic, id: string) =>
  useMutation({
    mutationFn: () => call(api.deleteComment, { params: { id } }),
    meta: describeWrite(topic, 'delete'),
  })

/** Marks a comment as needing no answer; the lists change too. */
export const useDismissComment = (topic: Topic) =>
  useMutation({
    mutationFn: (id: string) => call(api.dismissComment, { params: { id } }),
    meta: {
      ...describeWrite(topic, 'dismiss'),
      changes: [
        conversationKey(topic),
        topic.kind === 'SLV' ? slvKey : tdocKey,
      ],
    },
  })

/** Records that someone who can't answer has read a comment. */
export const useMarkRead = (topic: Topic) =>
  useMutation({
    mutationFn: (id: string) => call(api.dismissComment, { params: { id } }),
    // Opening the conversation again is the retry.
    meta: { failed: null, changes: [conversationKey(topic), slvKey] },
  })
