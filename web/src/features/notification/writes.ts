import * as api from '@portal/contract/notification/api'
import { notificationMessages as texts } from '@portal/contract/notification/messages'
import type { NotificationMail } from '@portal/contract/notification/model'
import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'
import { type ChangeList, withoutOne, withViewed } from './changes.ts'
import { filterOf, type Kept, listsKey, type NotificationView, notificationsQuery } from './queries.ts'

const settingsKey = ['notification', 'settings'] as const

/** Shows a change before the server has it; returns the way back. */
const showAtOnce = async (queryClient: QueryClient, change: ChangeList) => {
  await queryClient.cancelQueries({ queryKey: listsKey })
  const before = queryClient.getQueriesData<Kept>({ queryKey: listsKey })
  queryClient.setQueriesData<Kept>({ queryKey: listsKey }, (kept) => kept && { ...kept, answer: change(kept.answer) })
  return () => {
    for (const [key, kept] of before) queryClient.setQueryData(key, kept)
  }
}

const readAgain = (queryClient: QueryClient) => queryClient.invalidateQueries({ queryKey: listsKey })

/** Marks one as viewed. */
export const useMarkViewed = () => {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => call(api.updateNotification, { params: { id }, body: { status: 'CHECKED' } }),
    meta: { failed: texts.update.failed },
    onMutate: (id) => showAtOnce(queryClient, withViewed([id])),
    onError: (_error, _id, undo) => undo?.(),
    onSettled: () => readAgain(queryClient),
  })
}

/** Marks as viewed whatever the view held when it was pressed, also what lies beyond the 99 that are listed. */
export const useMarkAllViewed = (view: NotificationView) => {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async (upTo: string) => {
      const query = filterOf({ ...view, unreadOnly: true })
      for (;;) {
        const { items } = await call(api.listNotifications, { query })
        const body = items
          .filter(({ createdAt }) => createdAt <= upTo)
          .map(({ id }) => ({ id, status: 'CHECKED' as const }))
        if (body.length === 0) return
        await call(api.updateNotifications, { body })
      }
    },
    meta: { failed: texts.updateSeveral.failed },
    onMutate: () => {
      const kept = queryClient.getQueryData<Kept>(notificationsQuery(view).queryKey)
      return showAtOnce(queryClient, withViewed((kept?.answer.items ?? []).map(({ id }) => id)))
    },
    onError: (_error, _upTo, undo) => undo?.(),
    onSettled: () => readAgain(queryClient),
  })
}

/** Takes one away. */
export const useDeleteNotification = () => {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => call(api.deleteNotification, { params: { id } }),
    meta: { failed: texts.delete.failed },
    onMutate: (id) => showAtOnce(queryClient, withoutOne(id)),
    onError: (_error, _id, undo) => undo?.(),
    onSettled: () => readAgain(queryClient),
  })
}

/** Whether they come by mail too. */
export const mailSettingsQuery = queryOptions({
  queryKey: settingsKey,
  queryFn: ({ signal }) => call(api.getNotificationSettings, {}, { signal }),
  meta: { quiet: true },
})

export const useSetMail = () => {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (mail: NotificationMail) => call(api.updateNotificationSettings, { body: { mail } }),
    meta: texts.mail,
    onSuccess: (settings) => queryClient.setQueryData(settingsKey, settings),
  })
}
