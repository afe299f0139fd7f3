import { mostNotifications, type NotificationList } from '@portal/contract/notification/model'

/** On the bell: '99+' for more. */
export const badgeText = (unviewed: number): string =>
  unviewed > mostNotifications ? `${mostNotifications}+` : String(unviewed)

/** What the bell is called. */
export const bellLabel = (unviewed: number): string => {
  if (unviewed === 0) return 'Notifications'
  return `Notifications, ${unviewed > mostNotifications ? `more than ${mostNotifications}` : unviewed} unread`
}

/** As much as is needed to tell what is new: ids grow with time. */
export type Newest = { id: string; title: string; unviewed: number } | null

export const newestOf = ({ items, unviewed }: NotificationList): Newest => {
  const [first] = items
  return first ? { id: first.id, title: first.title, unviewed } : null
}

/** What is said aloud when the list changed from one reading to the next: something came, or nothing at all. */
export const announcement = (before: Newest, after: Newest): string | null => {
  if (after === null || (before !== null && after.id <= before.id)) return null
  const came = after.unviewed - (before?.unviewed ?? 0)
  return came > 1 ? `${badgeText(came)} new notifications` : `New notification: ${after.title}`
}

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** How long ago, roughly: 'just now', '5 min ago', '3 h ago', '2 days ago'. A clock that runs behind says 'just now'. */
export const ago = (at: string, now: number): string => {
  const past = now - Date.parse(at)
  if (past < minute) return 'just now'
  if (past < hour) return `${Math.floor(past / minute)} min ago`
  if (past < day) return `${Math.floor(past / hour)} h ago`
  const days = Math.floor(past / day)
  return days === 1 ? 'a day ago' : `${days} days ago`
}
