import type { Notification } from '@portal/contract/notification/model'
import type { Selectable } from 'kysely'
import type { DB } from '../lib/database/db-types.ts'

/** Not who gets it or who caused it. */
export const shownColumns = [
  'notification.id',
  'notification.title',
  'notification.description',
  'notification.createdAt',
  'notification.status',
  'notification.type',
  'notification.action',
  'notification.entityId',
] as const

type Row = Pick<Selectable<DB['notification']>, keyof Notification>

export const presentNotification = ({ createdAt, ...row }: Row): Notification => ({
  ...row,
  createdAt: createdAt.toISOString(),
})
