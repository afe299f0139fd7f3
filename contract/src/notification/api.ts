import { z } from 'zod'
import { createEndpoints } from '../lib/endpoint.ts'
import { text } from '../lib/fields.ts'
import { createPageSchema, joined, Paging } from '../lib/paging.ts'
import { MailRefusal } from '../user/mail-refusal.ts'
import { Role, UserId } from '../user/model.ts'
import { everyone, managesEveryone } from '../user/policy.ts'
import { MailPreferences, MailPreferencesChange } from './mail.ts'
import * as model from './model.ts'

const notifications = createEndpoints({
  tag: 'Notifications',
  access: everyone,
  about: 'NOTIFICATION',
})
const own = createEndpoints({
  tag: 'Notifications',
  access: everyone,
  about: 'SELF',
})
/**
 * Only for underwriters: the permission has no effect in other roles
 * (permissionsOf).
 */
const managed = createEndpoints({
  tag: 'Notifications',
  access: managesEveryone,
  about: 'PEOPLE',
})

/** The only move of a notification (spec.md §4). */
const viewed = z.literal('CHECKED', {
  error: 'A notification can only be marked as viewed: CHECKED',
})

export const NotificationFilter = z.object({
  type: joined(model.NotificationType),
  status: model.NotificationStatus.optional(),
})
export type NotificationFilter = z.infer<typeof NotificationFilter>

export const listNotifications = own.get(
  '/v1/notifications',
  'The caller’s notifications, newest first, at most 99; 304 for `If-None-Match` if nothing changed',
  {
    isPoll: true,
    takesIfNoneMatch: true,
    tagsItself: true,
    query: NotificationFilter,
    response: model.NotificationList,
  },
)

export const updateNotification = notifications.patch(
  '/v1/notifications/:id',
  'Mark a notification as viewed',
  {
    body: z.object({ status: viewed }),
    response: model.Notification,
  },
)

export const updateNotifications = notifications.patch(
  '/v1/notifications/statuses',
  'Mark several notifications as viewed: all of them, or none',
  {
    body: z
      .array(z.object({ id: z.uuid(), status: viewed }))
      .min(1)
      .max(999),
    response: z.object({ ids: z.array(z.uuid()) }),
  },
)

export const deleteNotification = notifications.del(
  '/v1/notifications/:id',
  'Delete a notification',
  {
    response: z.object({ id: z.uuid() }),
  },
)

export const createNotification = managed.post(
  '/v1/notifications',
  'Send a notification to a user, about something they can see and of a type that their role gets',
  {
    about: 'PERSON',
    body: z.object({
      userId: UserId,
      action: model.NotificationAction,
      entityId: z.uuid().nullable().default(null),
      description: text(200).default(''),
    }),
    response: model.Notification,
  },
)

export const createAnnouncement = managed.post(
  '/v1/notifications/announcements',
  'Send an announcement to everyone, or to people in some roles or companies, as a notification',
  { body: model.NewAnnouncement, response: model.Announcement },
)

export const countRecipients = managed.get(
  '/v1/notifications/announcements/recipients',
  'Count the recipients of an announcement to these roles and companies; without either, everyone',
  {
    about: 'NOTHING',
    query: z.object({ roles: joined(Role), companyIds: joined(z.uuid()) }),
    response: z.object({ recipients: z.number().int() }),
  },
)

export const listAnnouncements = managed.get(
  '/v1/notifications/announcements',
  'Sent announcements, newest first',
  {
    about: 'NOTHING',
    query: Paging,
    response: createPageSchema(model.Announcement),
  },
)

/**
 * `canMail` is false where the portal has no mail server. `refusal` is set while
 * mail to the caller is stopped.
 */
export const getNotificationSettings = own.get(
  '/v1/notifications/settings',
  'Whether the portal can email the caller',
  {
    response: z.object({
      canMail: z.boolean(),
      refusal: MailRefusal.nullable(),
    }),
  },
)

export const getPreferences = own.get(
  '/v1/notifications/preferences',
  'How the caller gets emails, by kind: immediately, once a day or not at all',
  { response: MailPreferences },
)

export const updatePreferences = own.patch(
  '/v1/notifications/preferences',
  'Set how the caller gets emails of these kinds; the other kinds stay as they are',
  { body: MailPreferencesChange, response: MailPreferences },
)

const unsubscribePath = '/v1/notifications/unsubscribe/:token'
const UnsubscribeParams = z.object({
  token: z
    .string()
    .max(2000)
    .regex(/^[\w-]+$/),
})
/** For links in emails: the token names the person and the kinds. */
const open = createEndpoints({
  tag: 'Notifications',
  access: 'PUBLIC',
  about: 'NOTHING',
  params: UnsubscribeParams,
})

/** RFC 8058. */
export const unsubscribe = open.post(
  unsubscribePath,
  'Stop the emails that the token names. Mail systems send this one POST; 404 for an unknown token',
  {
    takesForm: true,
    refuses: ['not_found'],
    body: z.object({ 'List-Unsubscribe': z.literal('One-Click') }),
    response: z.object({}),
  },
)

export const openUnsubscribePage = open.get(
  unsubscribePath,
  'Redirect to the page that asks whether to stop the emails. Changes nothing, because scanners open links',
  { answersRedirect: true, response: z.unknown() },
)
