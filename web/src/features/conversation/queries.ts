import * as api from '@portal/contract/conversation/api'
import { conversationMessages } from '@portal/contract/conversation/messages'
import type { CommentPatch, CommentType, ConversationFilter } from '@portal/contract/conversation/model'
import {
  infiniteQueryOptions,
  keepPreviousData,
  type QueryClient,
  queryOptions,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { useEffect } from 'react'
import { call } from '../../lib/call.ts'
import { hasStatus } from '../../lib/call-error.ts'
import { endpointQuery } from '../../lib/queries.ts'
import { useIntent } from '../../lib/state/use-intent.ts'
import { slvKey } from '../slv/shared/slv-key.ts'
import { tdocKey } from '../tdoc/shared/tdoc-key.ts'
import type { AnyComment, Topic } from './topic.ts'

/** A page of either kind of conversation. */
type Page = Omit<api.ConversationPage, 'items'> & { items: AnyComment[] }

const keyOf = ({ kind, id }: Topic) => ['conversation', kind, id] as const
/** The history, which records deleted comments. */
const logKey = ({ kind, id }: Topic) => (kind === 'SLV' ? [...slvKey, 'history', id] : [...tdocKey, 'activity', id])

/** The comments on a topic, newest first. */
const conversationQuery = (topic: Topic, type: ConversationFilter) =>
  infiniteQueryOptions({
    queryKey: [...keyOf(topic), 'list', type],
    queryFn: ({ signal, pageParam: page }): Promise<Page> => {
      const sent = { params: { id: topic.id }, query: { page, type } }
      return topic.kind === 'SLV'
        ? call(api.listConversation, sent, { signal })
        : call(api.listTdocConversation, sent, { signal })
    },
    initialPageParam: 1,
    getNextPageParam: ({ page, size, total }) => (page * size < total ? page + 1 : undefined),
  })

/** The number of comments, and a stamp that changes with them. */
export const conversationStateQuery = (topic: Topic) =>
  endpointQuery(
    [...keyOf(topic), 'state'],
    topic.kind === 'SLV' ? api.getConversationState : api.getTdocConversationState,
    { params: { id: topic.id }, meta: { quiet: true } },
  )

/** The comments on a topic, loaded again when a check every 5 s finds another stamp. */
export const useConversation = (topic: Topic, filter: ConversationFilter) => {
  const list = useInfiniteQuery({ ...conversationQuery(topic, filter), placeholderData: keepPreviousData })
  const state = useQuery({
    ...conversationStateQuery(topic),
    refetchInterval: ({ state: { error } }) => (hasStatus(error, 404) ? false : 5000),
  })
  const { data, dataUpdatedAt, isFetching, refetch } = list
  const stamp = data?.pages[0]?.stamp
  const isStale = state.data && stamp !== undefined && state.data.stamp !== stamp && state.dataUpdatedAt > dataUpdatedAt

  useEffect(() => {
    if (isStale && !isFetching) void refetch()
  }, [isStale, isFetching, refetch])
  return list
}

/** All loaded comments, each once: a new comment may move one to the next page. */
export const commentsOf = (pages: readonly Page[]): AnyComment[] => {
  const comments = pages.flatMap(({ items }) => items)
  return [...new Map(comments.map((comment) => [comment.id, comment])).values()]
}

/** The people whom a comment of this type can mention. */
export const mentionablesQuery = (topic: Topic, type: CommentType) =>
  queryOptions({
    queryKey: [...keyOf(topic), 'mentionables', type],
    queryFn: async ({ signal }) => {
      if (topic.kind === 'SLV') {
        const list = type === 'INTERNAL' ? api.listInternalMentionables : api.listExternalMentionables
        return (await call(list, { query: { proxyLoanId: topic.id } }, { signal })).items
      }
      const list = type === 'INTERNAL' ? api.listInternalTdocMentionables : api.listExternalTdocMentionables
      return (await call(list, { query: { tdocId: topic.id } }, { signal })).items
    },
    staleTime: 60_000,
    meta: { quiet: true },
  })

/** Loads the comments, their number and the people to mention again. */
const reload = (queryClient: QueryClient, topic: Topic) => queryClient.invalidateQueries({ queryKey: keyOf(topic) })

/** In the Tdoc area the server's message is preferred (spec.md §8). */
const metaOf = ({ kind }: Topic, write: keyof typeof conversationMessages) => ({
  ...conversationMessages[write],
  ...(kind === 'TDOC' && { prefers: 'reason' as const }),
})

/** Adds a comment. A retry doesn't add it twice. */
export const useAddComment = (topic: Topic) => {
  const queryClient = useQueryClient()
  const intent = useIntent()
  return useMutation({
    mutationFn: (comment: { type: CommentType; message: string; mentions: string[] }): Promise<AnyComment> =>
      topic.kind === 'SLV'
        ? call(api.addComment, { body: { proxyLoanId: topic.id, ...comment } }, { intent })
        : call(api.addTdocComment, { body: { tdocId: topic.id, ...comment } }, { intent }),
    meta: metaOf(topic, 'add'),
    onSuccess: () => reload(queryClient, topic),
  })
}

/** Edits the user's own comment. */
export const useEditComment = (topic: Topic, id: string) => {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (patch: CommentPatch): Promise<AnyComment> => {
      const sent = { params: { id }, body: patch }
      return topic.kind === 'SLV' ? call(api.editComment, sent) : call(api.editTdocComment, sent)
    },
    meta: metaOf(topic, 'update'),
    onSuccess: () => reload(queryClient, topic),
  })
}

/** Deletes the user's own comment. */
export const useDeleteComment = (topic: Topic, id: string) => {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => call(api.deleteComment, { params: { id } }),
    meta: metaOf(topic, 'delete'),
    onSuccess: () => {
      void queryClient.invalidateQueries({ queryKey: logKey(topic) })
      return reload(queryClient, topic)
    },
  })
}
