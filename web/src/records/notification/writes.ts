import * as api from '@portal/contract/notification/api'
import type {
  MailFrequency,
  MailKind,
} from '@portal/contract/notification/mail'
import { notificationMessages as texts } from '@portal/contract/notification/messages'
import type { NotificationList } from '@portal/contract/notification/model'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'
import { endpointQuery } from '../../lib/queries.ts'
import {
  type CachedList,
  listsKey,
  type NotificationView,
  notificationsQuery,
  toFilter,
} from './queries.ts'

type ListChange = (list: NotificationList) => NotificationList

/** Marks these as viewed in a list. */
const withViewed =
  (ids: readonly string[]): ListChange =>
  ({ items, unviewed, rights }) => {
    const opened = items.filter(
      ({ id, status }) => status === 'UNCHECKED' && ids.includes(id),
    )
    return {
      items: items.map((item) =>
        opened.includes(item) ? { ...item, status: 'CHECKED' } : item,
      ),
      unviewed: Math.max(0, unviewed - opened.length),
      rights,
    }
  }

/** Removes one from a list. */
const withoutOne =
  (id: string): ListChange =>
  ({ items, unviewed, rights }) => {
    const gone = items.find((item) => item.id === id)
    return {
      items: items.filter((item) => item !== gone),
      unviewed:
        gone?.status === 'UNCHECKED' ? Math.max(0, unviewed - 1) : unviewed,
      rights,
    }
  }

type WriteOptions<T> = {
  write: (variables: T) => Promise<unknown>
  /** What the lists show until the server answers. */
  change: (variables: T) => ListChange
  failed: string
}

const useOptimisticWrite = <T>({ write, change, failed }: WriteOptions<T>) => {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: write,
    meta: { failed },
    onMutate: async (variables) => {
      await queryClient.cancelQueries({ queryKey: listsKey })
      const before = queryClient.getQueriesData<CachedList>({
        queryKey: listsKey,
      })
      const changed = change(variables)
      queryClient.setQueriesData<CachedList>(
        { queryKey: listsKey },
        (list) => list && { ...list, answer: changed(list.answer) },
      )
      return before
    },
    onError: (_error, _variables, before) => {
      for (const [key, list] of before ?? [])
        queryClient.setQueryData(key, list)
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: listsKey }),
  })
}

/** Marks one as viewed. */
export const useMarkViewed = () =>
  useOptimisticWrite({
    write: (id: string) =>
      call(api.updateNotification, {
        params: { id },
        body: { status: 'CHECKED' },
      }),
    change: (id) => withViewed([id]),
    failed: texts.update.failed,
  })

/**
 * Marks everything in the view as viewed, up to the given instant, including
 * what is beyond the 99 that are listed.
 */
export const useMarkAllViewed = (view: NotificationView) => {
  const queryClient = useQueryClient()
  return useOptimisticWrite({
    write: async (upTo: string) => {
      const query = toFilter({ ...view, unreadOnly: true })
      for (;;) {
        const { items } = await call(api.listNotifications, { query })
        const body = items
          .filter(({ createdAt }) => createdAt <= upTo)
          .map(({ id }) => ({ id, status: 'CHECKED' as const }))
        if (body.length === 0) return
        await call(api.updateNotifications, { body })
      }
    },
    change: () => {
      const list = queryClient.getQueryData<CachedList>(
        notificationsQuery(view).queryKey,
      )
      return withViewed((list?.answer.items ?? []).map(({ id }) => id))
    },
    failed: texts.updateSeveral.failed,
  })
}

/** Deletes one. */
export const useDeleteNotification = () =>
  useOptimisticWrite({
    write: (id: string) => call(api.deleteNotification, { params: { id } }),
    change: withoutOne,
    failed: texts.delete.failed,
  })

/** Whether this portal can email the user. */
export const mailSettingsQuery = endpointQuery(
  ['notification', 'settings'],
  api.getNotificationSettings,
  { meta: { quiet: true } },
)

/** How the user gets emails, by kind. */
export const preferencesQuery = endpointQuery(
  ['notification', 'preferences'],
  api.getPreferences,
  { meta: { quiet: true } },
)

/** Sets how the user gets the emails of one kind. */
export const useSetPreference = (kind: MailKind) => {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (email: MailFrequency) =>
      call(api.updatePreferences, { body: { [kind]: { email } } }),
    scope: { id: `mail preference ${kind}` },
    meta: { done: texts.mail.done, failed: null },
    onSuccess: (preferences) =>
      queryClient.setQueryData(preferencesQuery.queryKey, preferences),
  })
}

/** Stops the emails that the token of a link names. */
export const useUnsubscribe = (token: string) =>
  useMutation({
    mutationFn: () =>
      call(api.unsubscribe, {
        params: { token },
        body: { 'List-Unsubscribe': 'One-Click' },
      }),
    meta: { failed: null },
  })
