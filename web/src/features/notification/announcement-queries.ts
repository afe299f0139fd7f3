import * as api from '@portal/contract/notification/api'
import { notificationMessages } from '@portal/contract/notification/messages'
import type { NewAnnouncement } from '@portal/contract/notification/model'
import { keepPreviousData, useMutation } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'
import { endpointQuery } from '../../lib/queries.ts'
import { useIntent } from '../../lib/state/use-intent.ts'
import { joinValues } from '../../lib/text/search-text.ts'

const key = ['notification', 'announcements'] as const

/** One page of sent announcements. */
export const announcementsQuery = (page: number) =>
  endpointQuery([...key, page], api.listAnnouncements, {
    query: { page, size: 25 },
    placeholderData: keepPreviousData,
  })

type Audience = Pick<NewAnnouncement, 'roles' | 'companyIds'>

/** How many people an announcement would reach. */
export const recipientsQuery = ({ roles = [], companyIds = [] }: Audience) =>
  endpointQuery(
    [...key, 'recipients', roles, companyIds],
    api.countRecipients,
    {
      query: { roles: joinValues(roles), companyIds: joinValues(companyIds) },
      placeholderData: keepPreviousData,
      meta: { quiet: true },
    },
  )

/** Sends an announcement. */
export const useCreateAnnouncement = () => {
  const intent = useIntent()
  return useMutation({
    mutationFn: (body: NewAnnouncement) =>
      call(api.createAnnouncement, { body }, { intent }),
    meta: { ...notificationMessages.create, changes: [key] },
  })
}
