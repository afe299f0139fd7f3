import * as api from '@portal/contract/conversation/api'
import { conversationMessages } from '@portal/contract/conversation/messages'
import {
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
import { slvKey } from '../slv/slv-key.ts'
import { tdocKey } from '../tdoc/tdoc-key.ts'
import { afterAdd, afterEdit, without } from './list-rule.ts'
import type { Said, Topic } from './topic.ts'

/** A page of a conversation, of either kind. */
type Page = Omit<api.ConversationPage, 'items'> & { items: Said[] }

/** Comments have a place of their own: a write to what they are about does not have them read again, nor they that. */
const keyOf = ({ kind, id }: Topic) => ['conversation', kind, id] as const
/** Where it is told that a comment was turned to other readers or taken back. */
const logKey = ({ kind, id }: Topic) => (kind === 'SLV' ? [...slvKey, 'history', id] : [...tdocKey, 'activity', id])
const listsOf = (topic: Topic) => [...keyOf(topic), 'list'] as const

/** How often a conversation that is open is looked at for what others wrote. */
const lookEveryMs = 5000

/** The conversation on a topic, newest first, a page at a time. */
export const conversationQuery = (topic: Topic, type: Filter) =>
  infiniteQueryOptions({
    queryKey: [...listsOf(topic), type],
    queryFn: ({ signal, pageParam: page }): Promise<Page> => {
      const sent = { params: { id: topic.id }, query: { page, type } }
      return topic.kind === 'SLV'
        ? call(api.listConversation, sent, { signal })
        : call(api.listTdocConversation, sent, { signal })
    },
    initialPageParam: 1,
    getNextPageParam: ({ page, size, total }) => (page * size < total ? page + 1 : undefined),
  })

/** How many comments there are, and the stamp that moves when one comes, goes or is edited. */
export const conversationStateQuery = (topic: Topic) =>
  queryOptions({
    queryKey: [...keyOf(topic), 'state'],
    queryFn: ({ signal }) =>
      call(
        topic.kind === 'SLV' ? api.getConversationState : api.getTdocConversationState,
        { params: { id: topic.id } },
        { signal },
      ),
    meta: { quiet: true },
  })

/** The same, looked at again and again while it is shown; TanStack Query rests in a hidden tab by itself. */
export const watchedStateQuery = (topic: Topic) => ({
  ...conversationStateQuery(topic),
  refetchInterval: ({ state }: { state: { error: unknown } }) => (hasStatus(state.error, 404) ? false : lookEveryMs),
})

/** Whom a comment of this type may name. */
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

type List = InfiniteData<Page, number>

/** Puts a change of ours into every list that was read, each by its own filter. */
const changeLists = (queryClient: QueryClient, topic: Topic, change: (pages: Page[], filter: Filter) => Page[]) => {
  for (const [queryKey, list] of queryClient.getQueriesData<List>({ queryKey: listsOf(topic) })) {
    const filter = ConversationFilter.safeParse(queryKey.at(-1))
    if (!list || !filter.success) continue
    queryClient.setQueryData<List>(queryKey, { ...list, pages: change(list.pages, filter.data) })
  }
}

/** What is written may change counts, who may be named, who reads, and, deleting, the history. */
const readAgain = (queryClient: QueryClient, topic: Topic) => queryClient.invalidateQueries({ queryKey: keyOf(topic) })

/** In the Tdoc area the server's message is preferred (spec.md §8). */
const metaOf = ({ kind }: Topic, write: keyof typeof conversationMessages) => ({
  ...conversationMessages[write],
  ...(kind === 'TDOC' && { prefers: 'reason' as const }),
})

/** Says something. The same words tried twice are one comment. */
export const useAddComment = (topic: Topic) => {
  const queryClient = useQueryClient()
  const intent = useIntent()
  return useMutation({
    mutationFn: (comment: { type: CommentType; message: string; mentions: string[] }): Promise<Said> =>
      topic.kind === 'SLV'
        ? call(api.addComment, { body: { proxyLoanId: topic.id, ...comment } }, { intent })
        : call(api.addTdocComment, { body: { tdocId: topic.id, ...comment } }, { intent }),
    meta: metaOf(topic, 'add'),
    onSuccess: (added: Said) => {
      changeLists(queryClient, topic, (pages, filter) => afterAdd(pages, added, filter))
      void readAgain(queryClient, topic)
    },
  })
}

/** Changes one's own comment; a list that no longer holds its type loses it (spec.md §5). */
export const useEditComment = (topic: Topic, id: string) => {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (patch: CommentPatch): Promise<Said> => {
      const sent = { params: { id }, body: patch }
      return topic.kind === 'SLV' ? call(api.editComment, sent) : call(api.editTdocComment, sent)
    },
    meta: metaOf(topic, 'update'),
    onSuccess: (saved: Said) => {
      changeLists(queryClient, topic, (pages, filter) => afterEdit(pages, saved, filter))
      void readAgain(queryClient, topic)
    },
  })
}

/** Takes one's own comment back. */
export const useDeleteComment = (topic: Topic, id: string) => {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => call(api.deleteComment, { params: { id } }),
    meta: metaOf(topic, 'delete'),
    onSuccess: () => {
      changeLists(queryClient, topic, (pages) => without(pages, id))
      void readAgain(queryClient, topic)
      void queryClient.invalidateQueries({ queryKey: logKey(topic) })
    },
  })
}
