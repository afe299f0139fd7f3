import { type LinkProps, useRouter } from '@tanstack/react-router'
import type { MouseEvent } from 'react'

/** Where a row leads, for the router: made by `linkOptions({ to, params })`. */
export type RowLink = Pick<LinkProps, 'to' | 'params' | 'search' | 'hash'>

const interactive = 'a, button, input, select, textarea, label, [role="button"], [role="menuitem"]'

/** Opens rows as links open: in place, and in a new tab with Ctrl, ⌘ or the middle button. */
export const useOpenRow = () => {
  const router = useRouter()
  const open = (link: RowLink, isNewTab: boolean) => {
    if (isNewTab) window.open(router.buildLocation(link).href, '_blank', 'noopener')
    else void router.navigate(link)
  }
  const onClick = (link: RowLink, event: MouseEvent<HTMLElement>) => {
    const isInside = event.target instanceof Element && event.target.closest(interactive) !== null
    // Whoever selects text in a row does not want to leave.
    const isSelecting = (window.getSelection()?.toString() ?? '') !== ''
    if (event.defaultPrevented || isInside || isSelecting || event.button > 1) return
    open(link, event.ctrlKey || event.metaKey || event.button === 1)
  }
  return { open, onClick }
}
