import { Stack } from '@mantine/core'
import { useElementSize, useMergedRef } from '@mantine/hooks'
import {
  type ReactNode,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { usePersistedState } from '../../../lib/state/persisted-state.ts'
import { useIsNarrow } from '../../../lib/state/use-is-narrow.ts'
import { ScrollRegion } from '../../../ui/scroll-region.tsx'
import classes from './preview.module.css'
import { PageTools, startScale, Zoom, ZoomTools } from './sheet-tools.tsx'
import type { PageSize } from './use-pdf.ts'

const pixelsPerPoint = 96 / 72
/** Around the pages, in pixels. */
const margin = 16

/** How a page is shown. */
export type Sheet = {
  number: number
  /** In points, after rotation. */
  size: PageSize
  /** Pixels per point. */
  scale: number
  /** In degrees, clockwise. */
  rotation: number
  /** Whether it is visible or close to it. */
  isNear: boolean
  /** Reports the page's real size once it is known. */
  onSize: (size: PageSize) => void
}

type SheetsProps = {
  count: number
  /** The size of a page before it is loaded; an estimate is enough. */
  sizeOf: (page: number) => PageSize
  render: (sheet: Sheet) => ReactNode
  /**
   * Whether it is in a drawer, whose keys replace those of the page behind it.
   */
  isInDrawer?: boolean | undefined
}

/** The pages of a document with tools to browse, zoom and rotate. */
export const Sheets = ({
  count,
  sizeOf,
  render,
  isInDrawer = false,
}: SheetsProps) => {
  const { ref: measured, width, height } = useElementSize<HTMLElement>()
  const [zoom, setZoom] = usePersistedState<Zoom>('document-zoom', Zoom, 'AUTO')
  const isNarrow = useIsNarrow()
  const [rotation, setRotation] = useState(0)
  const [sizes, setSizes] = useState<ReadonlyMap<number, PageSize>>(new Map())
  const sizeAt = (page: number) =>
    rotatedSize(sizes.get(page) ?? sizeOf(page), rotation)
  const scale = calculateScale(zoom, {
    window: { width, height, isNarrow },
    firstPage: sizeAt(1),
    estimate: rotatedSize(sizeOf(1), rotation),
    hasOnePage: count === 1,
  })
  const pages = Array.from({ length: count }, (_, index) => index + 1)
  const { scroller, near, current, goTo } = usePosition(
    count,
    `${scale} ${rotation} ${width > 0}`,
  )
  const scrollerRef = useMergedRef(scroller, measured)

  return (
    <>
      <div className={classes.bar}>
        {count > 1 && (
          <PageTools
            count={count}
            current={current}
            isInDrawer={isInDrawer}
            onGo={goTo}
          />
        )}
        <ZoomTools
          scale={scale}
          isKnown={width > 0}
          isInDrawer={isInDrawer}
          zoom={zoom}
          onZoom={setZoom}
          onRotate={() => setRotation((rotation + 90) % 360)}
        />
      </div>
      <ScrollRegion ref={scrollerRef} className={classes.scroll} label="Pages">
        <Stack gap={16} p={16} w="max-content" miw="100%">
          {width > 0 &&
            pages.map((page) =>
              render({
                number: page,
                size: sizeAt(page),
                scale: scale * pixelsPerPoint,
                rotation,
                isNear: near.has(page),
                onSize: (size) =>
                  setSizes((known) => new Map(known).set(page, size)),
              }),
            )}
        </Stack>
      </ScrollRegion>
    </>
  )
}

type Fit = {
  window: { width: number; height: number; isNarrow: boolean }
  firstPage: PageSize
  /** The size of the first page before it was loaded. */
  estimate: PageSize
  hasOnePage: boolean
}

const calculateScale = (
  zoom: Zoom,
  { window, firstPage, estimate, hasOnePage }: Fit,
): number => {
  if (zoom !== 'AUTO' && zoom !== 'FIT') return zoom
  const fitting = Math.max(
    0.1,
    Math.min(
      2,
      (window.width - 2 * margin) / (estimate.width * pixelsPerPoint),
    ),
  )
  if (zoom === 'FIT') return fitting
  // A single landscape picture first fits in the window as a whole.
  const isPicture = hasOnePage && firstPage.width > firstPage.height
  const whole = isPicture
    ? (window.height - 2 * margin) / (firstPage.height * pixelsPerPoint)
    : null
  return startScale({
    fitting,
    whole,
    pageWidth: firstPage.width * pixelsPerPoint,
    isNarrow: window.isNarrow,
  })
}

const rotatedSize = (
  { width, height }: PageSize,
  rotation: number,
): PageSize =>
  rotation % 180 === 0 ? { width, height } : { width: height, height: width }

/**
 * The first visible page, the share of its height above the window, and the
 * horizontal center as a share of the width; null at the start.
 */
type Position = { page: number; share: number; across: number | null }

/**
 * How far a page that is wider than the window is scrolled past its empty
 * margin at first, in pixels.
 */
const startOffset = 56

const boxes = (scroller: HTMLElement) => [
  ...scroller.querySelectorAll<HTMLElement>('[data-page]'),
]

/**
 * The first visible page, the pages within a window's height of it, and the
 * current one, which is in the upper third of the window.
 */
const findVisible = (scroller: HTMLElement) => {
  const { scrollTop, clientHeight, scrollLeft, clientWidth } = scroller
  const across = (scrollLeft + clientWidth / 2) / scroller.scrollWidth
  const nearby: number[] = []
  let first: Position | null = null
  let shown = 1
  for (const box of boxes(scroller)) {
    const page = Number(box.dataset.page)
    const top = box.offsetTop
    const bottom = top + box.offsetHeight
    const isBelow = top >= scrollTop + 2 * clientHeight
    if (bottom > scrollTop - clientHeight && !isBelow) nearby.push(page)
    if (!first && bottom > scrollTop) {
      const share = (scrollTop - top) / Math.max(1, box.offsetHeight)
      first = { page, share, across }
    }
    if (top <= scrollTop + clientHeight / 3) shown = page
  }
  return { first, nearby, shown }
}

/**
 * Tracks the visible pages, and restores the position when `layout` (zoom and
 * rotation) changes.
 */
const usePosition = (count: number, layout: string) => {
  const scroller = useRef<HTMLElement>(null)
  const [near, setNear] = useState<ReadonlySet<number>>(new Set([1]))
  const [current, setCurrent] = useState(1)
  const position = useRef<Position>({ page: 1, share: 0, across: null })

  useEffect(() => {
    const element = scroller.current
    if (!element) return
    let frame = 0
    const measure = () => {
      frame = 0
      const { first, nearby, shown } = findVisible(element)
      if (first) position.current = first
      setCurrent(shown)
      setNear((known) =>
        known.size === nearby.length && nearby.every((page) => known.has(page))
          ? known
          : new Set(nearby),
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

  const drawn = useRef<string>(null)
  useLayoutEffect(() => {
    if (drawn.current === layout) return
    drawn.current = layout
    const element = scroller.current
    const { page, share, across } = position.current
    const box = element?.querySelector<HTMLElement>(`[data-page="${page}"]`)
    if (!element || !box) return
    element.scrollLeft =
      across === null
        ? startOffset
        : across * element.scrollWidth - element.clientWidth / 2
    element.scrollTop =
      page === 1 && share <= 0 ? 0 : box.offsetTop + share * box.offsetHeight
  }, [layout])

  const goTo = (page: number) => {
    const element = scroller.current
    const box = element?.querySelector<HTMLElement>(`[data-page="${page}"]`)
    if (element && box && page >= 1 && page <= count)
      element.scrollTop = box.offsetTop - 8
  }
  return { scroller, near, current, goTo }
}
