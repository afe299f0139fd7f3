import { useRouter } from '@tanstack/react-router'
import { type ComponentProps, useRef } from 'react'
import type { RowLink } from './columns.ts'

type QuietLinkProps = ComponentProps<'a'> & {
  href: string
  /** The router's options for `href`, computed when needed. */
  leadsTo: () => RowLink
}

/**
 * Milliseconds that a pointer rests on a link before its screen is preloaded.
 */
const preloadDelay = 50

/**
 * A link for tables: the router's own `Link` recomputes its address at every
 * navigation, hundreds of them per page.
 */
export const QuietLink = ({ href, leadsTo, ...anchor }: QuietLinkProps) => {
  const router = useRouter()
  const timer = useRef<number>(undefined)
  const preload = () => void router.preloadRoute(leadsTo())
  return (
    <a
      {...anchor}
      href={href}
      onPointerEnter={() => {
        timer.current = window.setTimeout(preload, preloadDelay)
      }}
      onPointerLeave={() => window.clearTimeout(timer.current)}
      onFocus={preload}
      onClick={(event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey)
          return
        event.preventDefault()
        void router.navigate(leadsTo())
      }}
    />
  )
}
