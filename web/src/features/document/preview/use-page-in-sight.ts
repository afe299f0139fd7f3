import { useEffect, useLayoutEffect, useRef, useState } from 'react'

/** A page, how far into it the window begins (as a share of its height), and where across all its middle lies. */
type Place = { page: number; share: number; across: number }

const boxes = (scroller: HTMLElement) => [...scroller.querySelectorAll<HTMLElement>('[data-page]')]

/** Follows which pages are in sight or close by, and keeps the place when `layout` (zoom, turn) moves the pages. */
export const usePageInSight = (count: number, layout: string) => {
  const scroller = useRef<HTMLElement>(null)
  const [near, setNear] = useState<ReadonlySet<number>>(new Set([1]))
  const [current, setCurrent] = useState(1)
  const place = useRef<Place>({ page: 1, share: 0, across: 0.5 })

  useEffect(() => {
    const element = scroller.current
    if (!element) return
    let asked = 0
    const look = () => {
      asked = 0
      const { scrollTop, clientHeight } = element
      const across = (element.scrollLeft + element.clientWidth / 2) / element.scrollWidth
      const found: number[] = []
      let first: Place | null = null
      let shown = 1
      for (const box of boxes(element)) {
        const page = Number(box.dataset.page)
        const [top, bottom] = [box.offsetTop, box.offsetTop + box.offsetHeight]
        if (bottom > scrollTop - clientHeight && top < scrollTop + 2 * clientHeight) found.push(page)
        if (!first && bottom > scrollTop)
          first = { page, share: (scrollTop - top) / Math.max(1, box.offsetHeight), across }
        // The page that a reader looks at is the one in the upper part of the window.
        if (top <= scrollTop + clientHeight / 3) shown = page
      }
      if (first) place.current = first
      setCurrent(shown)
      setNear((known) =>
        known.size === found.length && found.every((page) => known.has(page)) ? known : new Set(found),
      )
    }
    const ask = () => {
      asked ||= requestAnimationFrame(look)
    }
    // Its content grows when the pages come, and when they turn out to be of another size.
    const observer = new ResizeObserver(ask)
    observer.observe(element)
    for (const child of element.children) observer.observe(child)
    element.addEventListener('scroll', ask, { passive: true })
    ask()
    return () => {
      cancelAnimationFrame(asked)
      observer.disconnect()
      element.removeEventListener('scroll', ask)
    }
  }, [])

  // biome-ignore lint/correctness/useExhaustiveDependencies: the layout is what moved the page away
  useLayoutEffect(() => {
    const element = scroller.current
    const { page, share, across } = place.current
    const box = element?.querySelector<HTMLElement>(`[data-page="${page}"]`)
    if (!element || !box) return
    element.scrollLeft = across * element.scrollWidth - element.clientWidth / 2
    element.scrollTop = page === 1 && share <= 0 ? 0 : box.offsetTop + share * box.offsetHeight
  }, [layout])

  const goTo = (page: number) => {
    const element = scroller.current
    const box = element?.querySelector<HTMLElement>(`[data-page="${page}"]`)
    if (element && box && page >= 1 && page <= count) element.scrollTop = box.offsetTop - 8
  }
  return { scroller, near, current, goTo }
}
