import * as api from '@portal/contract/notification/api'
import { notificationMessages } from '@portal/contract/notification/messages'
import type { NewAnnouncement } from '@portal/contract/notification/model'
import { keepPreviousData, useMutation } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'
import { endpointQuery } from '../../lib/queries.ts'
import { useIntent } from '../../lib/state/use-intent.ts'

const key = ['notification', 'announcements'] as const

/** One page of sent announcements. */
export const announcementsQuery = (page: number) =>
  endpointQuery([...key, page], api.listAnnouncements, { query: { page, size: 25 }, placeholderData: keepPreviousData })

/** Sends an announcement. */
export const useCreateAnnouncement = () => {
  const intent = useIntent()
  return useMutation({
    mutationFn: (body: NewAnnouncement) => call(api.createAnnouncement, { body }, { intent }),
    meta: { ...notificationMessages.create, changes: [key] },
  })
}
