import {
  maxNotifications,
  type NotificationList,
  type NotificationType,
} from '@portal/contract/notification/model'

/** The count on the bell: '99+' for more than 99. */
export const badgeText = (unviewed: number): string =>
  unviewed > maxNotifications ? `${maxNotifications}+` : String(unviewed)

/** The accessible name of the bell. */
export const bellLabel = (unviewed: number): string => {
  if (unviewed === 0) return 'Notifications'
  if (unviewed > maxNotifications)
    return `Notifications, more than ${maxNotifications} unread`
  return `Notifications, ${unviewed} unread`
}

/**
 * The newest notification and the unread count: enough to tell whether another
 * poll brought something new.
 */
export type NewestNotification = {
  id: string
  type: NotificationType
  title: string
  unviewed: number
} | null

export const newestOf = ({
  items,
  unviewed,
}: NotificationList): NewestNotification => {
  const [first] = items
  return first
    ? { id: first.id, type: first.type, title: first.title, unviewed }
    : null
}

/**
 * What a screen reader announces after a poll; null if nothing new arrived. Ids
 * grow with time.
 */
export const findAnnouncement = (
  before: NewestNotification,
  after: NewestNotification,
): string | null => {
  if (after === null || (before !== null && after.id <= before.id)) return null
  const arrived = after.unviewed - (before?.unviewed ?? 0)
  return arrived > 1
    ? `${badgeText(arrived)} new notifications`
    : `New notification: ${after.title}`
}

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/**
 * Rough time since: 'just now', '5 min ago', '3 h ago', '2 days ago'. A future
 * instant reads 'just now'.
 */
export const ago = (at: string, now: number): string => {
  const past = now - Date.parse(at)
  if (past < minute) return 'just now'
  if (past < hour) return `${Math.floor(past / minute)} min ago`
  if (past < day) return `${Math.floor(past / hour)} h ago`
  const days = Math.floor(past / day)
  return days === 1 ? 'a day ago' : `${days} days ago`
}
