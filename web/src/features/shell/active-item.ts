import type { MenuItem } from '@portal/contract/user/navigation'

/** The menu item that the present path belongs to: the deepest whose path it starts with; null for none. */
export const activeItem = (items: readonly MenuItem[], pathname: string): MenuItem | null =>
  items
    .flatMap((item) => (item.items ? [...item.items] : [item]))
    .filter(({ path }) => pathname === path || pathname.startsWith(`${path}/`))
    .reduce<MenuItem | null>((best, item) => (best && best.path.length >= item.path.length ? best : item), null)
