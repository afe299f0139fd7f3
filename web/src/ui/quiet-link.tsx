import { useRouter } from '@tanstack/react-router'
import { type ComponentProps, useRef } from 'react'
import type { RowLink } from './data-table/use-open-row.ts'

type QuietLinkProps = ComponentProps<'a'> & {
  href: string
  /** Where `href` leads, for the router; asked for when it is needed. */
  leadsTo: () => RowLink
}

/** Milliseconds that a pointer rests on a link before what it leads to is read: a pointer on its way asks for nothing. */
const restsAfter = 50

/** A link for where there are hundreds: each `Link` of the router's works out its address anew at every step. */
export const QuietLink = ({ href, leadsTo, ...anchor }: QuietLinkProps) => {
  const router = useRouter()
  const timer = useRef<number>(undefined)
  const preload = () => void router.preloadRoute(leadsTo())
  return (
    <a
      {...anchor}
      href={href}
      onPointerEnter={() => {
        timer.current = window.setTimeout(preload, restsAfter)
      }}
      onPointerLeave={() => window.clearTimeout(timer.current)}
      onFocus={preload}
      onClick={(event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
        event.preventDefault()
        void router.navigate(leadsTo())
      }}
    />
  )
}
