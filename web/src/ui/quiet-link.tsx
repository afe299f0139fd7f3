import { useRouter } from '@tanstack/react-router'
import type { ComponentProps } from 'react'
import type { RowLink } from './data-table/use-open-row.ts'

type QuietLinkProps = ComponentProps<'a'> & {
  href: string
  /** Where `href` leads, for the router; asked for when it is needed. */
  leadsTo: () => RowLink
}

/** A link for where there are hundreds: each `Link` of the router's works out its address anew at every step. */
export const QuietLink = ({ href, leadsTo, ...anchor }: QuietLinkProps) => {
  const router = useRouter()
  return (
    <a
      {...anchor}
      href={href}
      onPointerEnter={() => void router.preloadRoute(leadsTo())}
      onClick={(event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
        event.preventDefault()
        void router.navigate(leadsTo())
      }}
    />
  )
}
