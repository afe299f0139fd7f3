import { useRouter } from '@tanstack/react-router'
import { type ComponentProps, useMemo } from 'react'
import type { RowLink } from './data-table/use-open-row.ts'

type QuietLinkProps = Omit<ComponentProps<'a'>, 'href'> & { link: RowLink }

/**
 * A link for where there are hundreds: each `Link` of the router's works out its address anew at every step, this one when
 * `link` is another object. Its address must not depend on the present one.
 */
export const QuietLink = ({ link, ...anchor }: QuietLinkProps) => {
  const router = useRouter()
  const href = useMemo(() => router.buildLocation(link).href, [router, link])
  return (
    <a
      {...anchor}
      href={href}
      onPointerEnter={() => void router.preloadRoute(link)}
      onClick={(event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
        event.preventDefault()
        void router.navigate(link)
      }}
    />
  )
}
