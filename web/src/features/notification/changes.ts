import type { NotificationList } from '@portal/contract/notification/model'

export type ChangeList = (list: NotificationList) => NotificationList

/** The list once these are viewed. */
export const withViewed =
  (ids: readonly string[]): ChangeList =>
  ({ items, unviewed, rights }) => {
    const opened = items.filter(({ id, status }) => status === 'UNCHECKED' && ids.includes(id))
    return {
      items: items.map((item) => (opened.includes(item) ? { ...item, status: 'CHECKED' } : item)),
      unviewed: Math.max(0, unviewed - opened.length),
      rights,
    }
  }

/** The list without one of it. */
export const withoutOne =
  (id: string): ChangeList =>
  ({ items, unviewed, rights }) => {
    const gone = items.find((item) => item.id === id)
    return {
      items: items.filter((item) => item !== gone),
      unviewed: gone?.status === 'UNCHECKED' ? Math.max(0, unviewed - 1) : unviewed,
      rights,
    }
  }
