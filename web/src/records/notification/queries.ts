import * as api from '@portal/contract/notification/api'
import {
  type NotificationType,
  notificationPollMs,
} from '@portal/contract/notification/model'
import { queryOptions } from '@tanstack/react-query'
import { callAgain, type Tagged } from '../../lib/call.ts'

/** No types are all types. */
export type NotificationView = {
  types: readonly NotificationType[]
  unreadOnly: boolean
}

/** The view that the bell counts. */
export const everything: NotificationView = { types: [], unreadOnly: false }

/** A cached list with its ETag. */
export type CachedList = Tagged<typeof api.listNotifications>

/** The prefix of all lists, however they are filtered. */
export const listsKey = ['notification', 'list'] as const

/** The query parameters of a view. */
export const toFilter = ({ types, unreadOnly }: NotificationView) => ({
  ...(types.length > 0 && { type: types.join(',') }),
  ...(unreadOnly && { status: 'UNCHECKED' as const }),
})

/**
 * One's own notifications, polled every 3 s while the tab is visible. Failures
 * are quiet, because the next poll retries.
 */
export const notificationsQuery = (view: NotificationView) => {
  const queryKey = [...listsKey, view] as const
  return queryOptions({
    queryKey,
    queryFn: ({ signal, client }) =>
      callAgain(
        api.listNotifications,
        { query: toFilter(view) },
        client.getQueryData<CachedList>(queryKey),
        signal,
      ),
    staleTime: 0,
    retry: false,
    refetchInterval: notificationPollMs,
    // A hidden tab doesn't poll; a visible one polls immediately.
    refetchIntervalInBackground: false,
    refetchOnWindowFocus: 'always',
    meta: { quiet: true },
  })
}
