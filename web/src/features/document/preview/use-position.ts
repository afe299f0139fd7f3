import { useEffect, useLayoutEffect, useRef, useState } from 'react'

/** The first visible page, the share of its height above the window, and the horizontal center as a share of the width. */
type Position = { page: number; share: number; across: number }

const boxes = (scroller: HTMLElement) => [...scroller.querySelectorAll<HTMLElement>('[data-page]')]

/** Tracks the visible pages, and restores the position when `layout` (zoom and rotation) changes. */
export const usePosition = (count: number, layout: string) => {
  const scroller = useRef<HTMLElement>(null)
  const [near, setNear] = useState<ReadonlySet<number>>(new Set([1]))
  const [current, setCurrent] = useState(1)
  const position = useRef<Position>({ page: 1, share: 0, across: 0.5 })

  useEffect(() => {
    const element = scroller.current
    if (!element) return
    let frame = 0
    const measure = () => {
      frame = 0
      const { scrollTop, clientHeight } = element
      const across = (element.scrollLeft + element.clientWidth / 2) / element.scrollWidth
      const found: number[] = []
      let first: Position | null = null
      let shown = 1
      for (const box of boxes(element)) {
        const page = Number(box.dataset.page)
        const [top, bottom] = [box.offsetTop, box.offsetTop + box.offsetHeight]
        if (bottom > scrollTop - clientHeight && top < scrollTop + 2 * clientHeight) found.push(page)
        if (!first && bottom > scrollTop)
          first = { page, share: (scrollTop - top) / Math.max(1, box.offsetHeight), across }
        // The current page is the one in the upper third of the window.
        if (top <= scrollTop + clientHeight / 3) shown = page
      }
      if (first) position.current = first
      setCurrent(shown)
      setNear((known) =>
        known.size === found.length && found.every((page) => known.has(page)) ? known : new Set(found),
      )
    }
    const update = () => {
      frame ||= requestAnimationFrame(measure)
    }
    // The content grows when pages load, and when their real sizes are known.
    const observer = new ResizeObserver(update)
    observer.observe(element)
    for (const child of element.children) observer.observe(child)
    element.addEventListener('scroll', update, { passive: true })
    update()
    return () => {
      cancelAnimationFrame(frame)
      observer.disconnect()
      element.removeEventListener('scroll', update)
    }
  }, [])

  // biome-ignore lint/correctness/useExhaustiveDependencies: the layout is what moved the page away
  useLayoutEffect(() => {
    const element = scroller.current
    const { page, share, across } = position.current
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
