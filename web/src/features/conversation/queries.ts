import * as api from '@portal/contract/conversation/api'
import { conversationMessages } from '@portal/contract/conversation/messages'
import {
  type Comment,
  type CommentPatch,
  type CommentType,
  ConversationFilter,
  type ConversationFilter as Filter,
} from '@portal/contract/conversation/model'
import {
  type InfiniteData,
  infiniteQueryOptions,
  type QueryClient,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import { call } from '../../lib/call.ts'
import { hasStatus } from '../../lib/call-error.ts'
import { useIntent } from '../../lib/use-intent.ts'
import { slvKey } from '../slv/queries.ts'
import { afterAdd, afterEdit, without } from './list-rule.ts'

/** Comments have a place of their own: a write to the SLV does not have them read again, nor they the SLV. */
const keyOf = (slvId: string) => ['conversation', slvId] as const
const listsOf = (slvId: string) => [...keyOf(slvId), 'list'] as const

/** How often a conversation that is open is looked at for what others wrote. */
const lookEveryMs = 5000

/** The conversation on an SLV, newest first, a page at a time. */
export const conversationQuery = (slvId: string, type: Filter) =>
  infiniteQueryOptions({
    queryKey: [...listsOf(slvId), type],
    queryFn: ({ signal, pageParam: page }) =>
      call(api.listConversation, { params: { id: slvId }, query: { page, type } }, { signal }),
    initialPageParam: 1,
    getNextPageParam: ({ page, size, total }) => (page * size < total ? page + 1 : undefined),
  })

/** How many comments there are, and the stamp that moves when one comes, goes or is edited. */
export const conversationStateQuery = (slvId: string) =>
  queryOptions({
    queryKey: [...keyOf(slvId), 'state'],
    queryFn: ({ signal }) => call(api.getConversationState, { params: { id: slvId } }, { signal }),
    meta: { quiet: true },
  })

/** The same, looked at again and again while it is shown; TanStack Query rests in a hidden tab by itself. */
export const watchedStateQuery = (slvId: string) => ({
  ...conversationStateQuery(slvId),
  refetchInterval: ({ state }: { state: { error: unknown } }) => (hasStatus(state.error, 404) ? false : lookEveryMs),
})

/** Whom a comment of this type may name. */
export const mentionablesQuery = (slvId: string, type: CommentType) =>
  queryOptions({
    queryKey: [...keyOf(slvId), 'mentionables', type],
    queryFn: async ({ signal }) => {
      const list = type === 'INTERNAL' ? api.listInternalMentionables : api.listExternalMentionables
      return (await call(list, { query: { proxyLoanId: slvId } }, { signal })).items
    },
    staleTime: 60_000,
    meta: { quiet: true },
  })

type List = InfiniteData<api.ConversationPage, number>

/** Puts a change of ours into every list that was read, each by its own filter. */
const changeLists = (
  queryClient: QueryClient,
  slvId: string,
  change: (pages: api.ConversationPage[], filter: Filter) => api.ConversationPage[],
) => {
  for (const [queryKey, list] of queryClient.getQueriesData<List>({ queryKey: listsOf(slvId) })) {
    const filter = ConversationFilter.safeParse(queryKey.at(-1))
    if (!list || !filter.success) continue
    queryClient.setQueryData<List>(queryKey, { ...list, pages: change(list.pages, filter.data) })
  }
}

/** What is written may change counts, who may be named, who reads, and, deleting, the history. */
const readAgain = (queryClient: QueryClient, slvId: string) => queryClient.invalidateQueries({ queryKey: keyOf(slvId) })

/** Says something. The same words tried twice are one comment. */
export const useAddComment = (slvId: string) => {
  const queryClient = useQueryClient()
  const intent = useIntent()
  return useMutation({
    mutationFn: (comment: { type: CommentType; message: string; mentions: string[] }) =>
      call(api.addComment, { body: { proxyLoanId: slvId, ...comment } }, { intent }),
    meta: conversationMessages.add,
    onSuccess: (added: Comment) => {
      changeLists(queryClient, slvId, (pages, filter) => afterAdd(pages, added, filter))
      void readAgain(queryClient, slvId)
    },
  })
}

/** Changes one's own comment; a list that no longer holds its type loses it (spec.md §5). */
export const useEditComment = (slvId: string, id: string) => {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (patch: CommentPatch) => call(api.editComment, { params: { id }, body: patch }),
    meta: conversationMessages.update,
    onSuccess: (saved: Comment) => {
      changeLists(queryClient, slvId, (pages, filter) => afterEdit(pages, saved, filter))
      void readAgain(queryClient, slvId)
    },
  })
}

/** Takes one's own comment back. */
export const useDeleteComment = (slvId: string, id: string) => {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => call(api.deleteComment, { params: { id } }),
    meta: conversationMessages.delete,
    onSuccess: () => {
      changeLists(queryClient, slvId, (pages) => without(pages, id))
      void readAgain(queryClient, slvId)
      void queryClient.invalidateQueries({ queryKey: [...slvKey, 'history', slvId] })
    },
  })
}
