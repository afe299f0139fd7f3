import { z } from 'zod'
import { del, get, patch, post } from '../lib/endpoint.ts'
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
const ofNotification = { tag, access: everyone, about: 'NOTIFICATION' } as const
const ofSelf = { tag, access: everyone, about: 'SELF' } as const
const params = z.object({ id: z.uuid() })
/** The only move of a notification (spec.md §4). */
const viewed = z.literal('CHECKED', { error: 'A notification can only be marked as viewed: CHECKED' })

export const NotificationFilter = z.object({
  type: joined(NotificationType),
  status: NotificationStatus.optional(),
})
export type NotificationFilter = z.infer<typeof NotificationFilter>

export const listNotifications = get(
  '/v1/notifications',
  'The caller’s notifications, newest first, at most 99; 304 for `If-None-Match` if nothing changed',
  { ...ofSelf, isPoll: true, takesIfNoneMatch: true, query: NotificationFilter, response: NotificationList },
)

export const updateNotification = patch('/v1/notifications/:id', 'Mark a notification as viewed', {
  ...ofNotification,
  params,
  body: z.object({ status: viewed }),
  response: Notification,
})

export const updateNotifications = patch(
  '/v1/notifications/statuses',
  'Mark several notifications as viewed: all of them, or none',
  {
    ...ofNotification,
    body: z
      .array(z.object({ id: z.uuid(), status: viewed }))
      .min(1)
      .max(999),
    response: z.object({ ids: z.array(z.uuid()) }),
  },
)

export const deleteNotification = del('/v1/notifications/:id', 'Delete a notification', {
  ...ofNotification,
  params,
  response: z.object({ id: z.uuid() }),
})

export const createNotification = post(
  '/v1/notifications',
  'Send a notification to a user, about something they can see and of a type that their role gets',
  {
    tag,
    // The permission means nothing to other roles (permissionsOf): a seller who has it by mistake can notify no one.
    access: managesEveryone,
    about: 'PERSON',
    body: z.object({
      userId: UserId,
      action: NotificationAction,
      entityId: z.uuid().nullable().default(null),
      description: text(200).default(''),
    }),
    response: Notification,
  },
)

export const createAnnouncement = post(
  '/v1/notifications/announcements',
  'Send an announcement to everyone, or to people in some roles or companies, as a notification',
  {
    tag,
    // Only underwriters can manage permissions; the permission has no effect for other roles (permissionsOf).
    access: managesEveryone,
    about: 'PEOPLE',
    body: NewAnnouncement,
    response: Announcement,
  },
)

export const listAnnouncements = get('/v1/notifications/announcements', 'Sent announcements, newest first', {
  tag,
  access: managesEveryone,
  about: 'NOTHING',
  query: Paging,
  response: pageOf(Announcement),
})

/** `canMail` is false where the portal has no mail server. */
export const NotificationSettings = z.object({ mail: NotificationMail, canMail: z.boolean() })
export type NotificationSettings = z.infer<typeof NotificationSettings>

export const getNotificationSettings = get(
  '/v1/notifications/settings',
  'The caller’s setting for notification emails',
  { ...ofSelf, response: NotificationSettings },
)

export const updateNotificationSettings = patch(
  '/v1/notifications/settings',
  'Set notification emails to never, immediately or once a day',
  { ...ofSelf, body: NotificationSettings.pick({ mail: true }), response: NotificationSettings },
)
