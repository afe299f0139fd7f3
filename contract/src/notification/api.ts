import { z } from 'zod'
import { endpoint } from '../lib/endpoint.ts'
import { text } from '../lib/fields.ts'
import { joined, Paging, pageOf } from '../lib/paging.ts'
import { UserId } from '../user/model.ts'
import { everyone, managesEveryone } from '../user/policy.ts'
import {
  Announcement,
  NewAnnouncement,
  Notification,
  NotificationAction,
  NotificationList,
  NotificationMail,
  NotificationStatus,
  NotificationType,
} from './model.ts'

const tag = 'Notifications'
const params = z.object({ id: z.uuid() })
/** The one move that a notification makes (spec.md §4). */
const viewed = z.literal('CHECKED', { error: 'A notification can only be marked as viewed: CHECKED' })

export const NotificationFilter = z.object({
  type: joined(NotificationType),
  status: NotificationStatus.optional(),
})
export type NotificationFilter = z.infer<typeof NotificationFilter>

export const listNotifications = endpoint({
  method: 'GET',
  path: '/v1/notifications',
  summary: "The asker's own, newest first, at most 99; `If-None-Match` answers 304 while nothing changed",
  tag,
  access: everyone,
  about: 'SELF',
  isPoll: true,
  takesIfNoneMatch: true,
  query: NotificationFilter,
  response: NotificationList,
})

export const updateNotification = endpoint({
  method: 'PATCH',
  path: '/v1/notifications/:id',
  summary: "Mark one of the asker's own as viewed",
  tag,
  access: everyone,
  about: 'NOTIFICATION',
  params,
  body: z.object({ status: viewed }),
  response: Notification,
})

export const updateNotifications = endpoint({
  method: 'PATCH',
  path: '/v1/notifications/statuses',
  summary: "Mark several of the asker's own as viewed: all of them, or none",
  tag,
  access: everyone,
  about: 'NOTIFICATION',
  body: z
    .array(z.object({ id: z.uuid(), status: viewed }))
    .min(1)
    .max(999),
  response: z.object({ ids: z.array(z.uuid()) }),
})

export const deleteNotification = endpoint({
  method: 'DELETE',
  path: '/v1/notifications/:id',
  summary: "Take one of the asker's own away",
  tag,
  access: everyone,
  about: 'NOTIFICATION',
  params,
  response: z.object({ id: z.uuid() }),
})

export const createNotification = endpoint({
  method: 'POST',
  path: '/v1/notifications',
  summary: 'Tell somebody something by hand; about what they may see, and nothing that their role is not told of',
  tag,
  // The permission means nothing to other roles (permissionsOf): a seller who has it by mistake tells nobody anything.
  access: managesEveryone,
  about: 'PERSON',
  body: z.object({
    userId: UserId,
    action: NotificationAction,
    entityId: z.uuid().nullable().default(null),
    description: text(200).default(''),
  }),
  response: Notification,
})

export const createAnnouncement = endpoint({
  method: 'POST',
  path: '/v1/notifications/announcements',
  summary: 'Send an announcement to everyone, or to people in some roles or companies, as a notification',
  tag,
  // Only underwriters can manage permissions; the permission has no effect for other roles (permissionsOf).
  access: managesEveryone,
  about: 'PEOPLE',
  body: NewAnnouncement,
  response: Announcement,
})

export const listAnnouncements = endpoint({
  method: 'GET',
  path: '/v1/notifications/announcements',
  summary: 'Sent announcements, newest first',
  tag,
  access: managesEveryone,
  about: 'NOTHING',
  query: Paging,
  response: pageOf(Announcement),
})

/** `canMail` is false where the portal has no mail server. */
export const NotificationSettings = z.object({ mail: NotificationMail, canMail: z.boolean() })
export type NotificationSettings = z.infer<typeof NotificationSettings>

export const getNotificationSettings = endpoint({
  method: 'GET',
  path: '/v1/notifications/settings',
  summary: 'Whether the asker gets their notifications by mail too',
  tag,
  access: everyone,
  about: 'SELF',
  response: NotificationSettings,
})

export const updateNotificationSettings = endpoint({
  method: 'PATCH',
  path: '/v1/notifications/settings',
  summary: 'Get notifications by mail: never, at once, once a day',
  tag,
  access: everyone,
  about: 'SELF',
  body: NotificationSettings.pick({ mail: true }),
  response: NotificationSettings,
})
