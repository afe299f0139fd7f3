import * as api from '@portal/contract/notification/api'
import { type NotificationType, notificationPollMs } from '@portal/contract/notification/model'
import { queryOptions } from '@tanstack/react-query'
import { callAgain, type Tagged } from '../../lib/call.ts'

/** No types are all types. */
export type NotificationView = { types: readonly NotificationType[]; unreadOnly: boolean }

/** What the bell counts. */
export const everything: NotificationView = { types: [], unreadOnly: false }

/** A list as it is remembered, with its tag. */
export type Kept = Tagged<typeof api.listNotifications>

/** All lists lie under it, whatever they are filtered by. */
export const listsKey = ['notification', 'list'] as const

/** What a view asks of the server. */
export const filterOf = ({ types, unreadOnly }: NotificationView) => ({
  ...(types.length > 0 && { type: types.join(',') }),
  ...(unreadOnly && { status: 'UNCHECKED' as const }),
})

/** One's own notifications, asked again every 3 s while the tab is in sight. A failure is quiet: the next poll may bring it. */
export const notificationsQuery = (view: NotificationView) => {
  const queryKey = [...listsKey, view] as const
  return queryOptions({
    queryKey,
    queryFn: ({ signal, client }) =>
      callAgain(api.listNotifications, { query: filterOf(view) }, client.getQueryData<Kept>(queryKey), signal),
    staleTime: 0,
    retry: false,
    refetchInterval: notificationPollMs,
    // Nothing is asked in a hidden tab; what is seen again is asked at once.
    refetchIntervalInBackground: false,
    refetchOnWindowFocus: 'always',
    meta: { quiet: true },
  })
}
