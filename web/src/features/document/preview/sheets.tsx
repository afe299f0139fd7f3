import { ActionIcon, Group, Stack, Text, TextInput } from '@mantine/core'
import { useElementSize, useMergedRef } from '@mantine/hooks'
import {
  IconArrowAutofitWidth,
  IconChevronDown,
  IconChevronUp,
  IconRotateClockwise,
  IconZoomIn,
  IconZoomOut,
} from '@tabler/icons-react'
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useKeys } from '../../../lib/keys.ts'
import { ScrollRegion } from '../../../ui/scroll-region.tsx'
import classes from './preview.module.css'
import type { PageSize } from './use-pdf.ts'

const pixelsPerPoint = 96 / 72
/** A wider page is no easier to read. */
const maxAutoScale = 1.25
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
  /** Whether it is in a drawer, whose keys replace those of the page behind it. */
  isInDrawer?: boolean | undefined
}

/** The pages of a document with tools to browse, zoom and rotate. */
export const Sheets = ({ count, sizeOf, render, isInDrawer = false }: SheetsProps) => {
  const { ref: measured, width, height } = useElementSize<HTMLElement>()
  const [zoom, setZoom] = useState<Zoom>('AUTO')
  const [rotation, setRotation] = useState(0)
  const [sizes, setSizes] = useState<ReadonlyMap<number, PageSize>>(new Map())
  const sizeAt = (page: number) => rotatedSize(sizes.get(page) ?? sizeOf(page), rotation)
  const fitting = Math.max(
    0.1,
    Math.min(2, (width - 2 * margin) / (rotatedSize(sizeOf(1), rotation).width * pixelsPerPoint)),
  )
  // A single landscape picture first fits in the window as a whole.
  const { width: pageWidth, height: pageHeight } = sizeAt(1)
  const isPicture = count === 1 && pageWidth > pageHeight
  const whole = isPicture ? (height - 2 * margin) / (pageHeight * pixelsPerPoint) : maxAutoScale
  const scale = zoom === 'FIT' ? fitting : zoom === 'AUTO' ? Math.min(fitting, whole, maxAutoScale) : zoom
  const pages = Array.from({ length: count }, (_, index) => index + 1)
  const { scroller, near, current, goTo } = usePosition(count, `${scale} ${rotation}`)
  const scrollerRef = useMergedRef(scroller, measured)

  return (
    <>
      <div className={classes.bar}>
        <PageTools count={count} current={current} isInDrawer={isInDrawer} onGo={goTo} />
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
                onSize: (size) => setSizes((known) => new Map(known).set(page, size)),
              }),
            )}
        </Stack>
      </ScrollRegion>
    </>
  )
}

const rotatedSize = ({ width, height }: PageSize, rotation: number): PageSize =>
  rotation % 180 === 0 ? { width, height } : { width: height, height: width }

/** The first visible page, the share of its height above the window, and the horizontal center as a share of the width. */
type Position = { page: number; share: number; across: number }

const boxes = (scroller: HTMLElement) => [...scroller.querySelectorAll<HTMLElement>('[data-page]')]

/** Tracks the visible pages, and restores the position when `layout` (zoom and rotation) changes. */
const usePosition = (count: number, layout: string) => {
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

  const drawn = useRef<string>(null)
  useLayoutEffect(() => {
    if (drawn.current === layout) return
    drawn.current = layout
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

type ToolProps = {
  label: string
  /** As shown. */
  shortcut: string
  /** As ARIA names it. */
  keyName?: string
  icon: typeof IconZoomIn
  isPressed?: boolean
  disabled?: boolean
  onClick: () => void
}

const Tool = ({ label, shortcut, keyName = shortcut, icon: Icon, isPressed, disabled = false, onClick }: ToolProps) => (
  <ActionIcon
    variant={isPressed ? 'light' : 'subtle'}
    size={28}
    aria-label={label}
    aria-keyshortcuts={keyName}
    aria-pressed={isPressed}
    title={`${label} (${shortcut})`}
    disabled={disabled}
    onClick={onClick}
  >
    <Icon size={16} aria-hidden />
  </ActionIcon>
)

type PageToolsProps = { count: number; current: number; isInDrawer: boolean; onGo: (page: number) => void }

/** Shows the current page and goes to others, also by the left and right arrow keys. */
const PageTools = ({ count, current, isInDrawer, onGo }: PageToolsProps) => {
  const [typed, setTyped] = useState<string | null>(null)
  const go = (page: number) => onGo(Math.min(count, Math.max(1, page)))
  useKeys(
    [
      { keys: 'ArrowRight', label: 'Next page', run: () => go(current + 1), isOff: current >= count },
      { keys: 'ArrowLeft', label: 'Previous page', run: () => go(current - 1), isOff: current <= 1 },
    ],
    { isInDrawer },
  )
  const commit = () => {
    const page = Number.parseInt(typed ?? '', 10)
    if (Number.isFinite(page)) go(page)
    setTyped(null)
  }
  return (
    <Group component="fieldset" gap={4} wrap="nowrap" m={0} p={0} bd="none" aria-label="Pages">
      <Tool
        label="Previous page"
        shortcut="←"
        keyName="ArrowLeft"
        icon={IconChevronUp}
        disabled={current <= 1}
        onClick={() => go(current - 1)}
      />
      <Tool
        label="Next page"
        shortcut="→"
        keyName="ArrowRight"
        icon={IconChevronDown}
        disabled={current >= count}
        onClick={() => go(current + 1)}
      />
      <TextInput
        aria-label="Page"
        inputMode="numeric"
        w="2.75rem"
        size="xs"
        value={typed ?? String(current)}
        onFocus={({ currentTarget }) => currentTarget.select()}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        onBlur={commit}
        onKeyDown={({ key, currentTarget }) => {
          if (key === 'Enter') {
            commit()
            currentTarget.select()
          }
          if (key === 'Escape') setTyped(null)
        }}
      />
      <Text span c="dimmed" fz="sm" style={{ whiteSpace: 'nowrap' }}>
        of {count}
      </Text>
    </Group>
  )
}

/** AUTO fits the width up to a readable size, FIT fits it always; a number is a share of the natural size. */
type Zoom = 'AUTO' | 'FIT' | number

const steps = [0.25, 0.5, 0.75, 1, 1.25, 1.5, 2, 3, 4] as const

/** The next larger step from the current scale. */
export const zoomIn = (scale: number): number => steps.find((step) => step > scale + 0.01) ?? 4

export const zoomOut = (scale: number): number => steps.findLast((step) => step < scale - 0.01) ?? 0.25

type ZoomToolsProps = {
  /** The current scale: 1 is 100%. */
  scale: number
  /** Whether the scale has been measured. */
  isKnown: boolean
  isInDrawer: boolean
  zoom: Zoom
  onZoom: (zoom: Zoom) => void
  onRotate: () => void
}

/** Zooms and rotates, also by the keys + − 0 and R. */
const ZoomTools = ({ scale, isKnown, isInDrawer, zoom, onZoom, onRotate }: ZoomToolsProps) => {
  const enlarge = { label: 'Zoom in', run: () => onZoom(zoomIn(scale)) }
  useKeys(
    [
      { keys: '+', ...enlarge },
      { keys: '=', ...enlarge },
      { keys: '-', label: 'Zoom out', run: () => onZoom(zoomOut(scale)) },
      { keys: '0', label: 'Fit width', run: () => onZoom('FIT') },
      { keys: 'r', label: 'Rotate right', run: onRotate },
    ],
    { isInDrawer },
  )
  return (
    <Group component="fieldset" gap={4} wrap="nowrap" m={0} p={0} bd="none" aria-label="Zoom">
      <Tool label="Zoom out" shortcut="−" keyName="-" icon={IconZoomOut} onClick={() => onZoom(zoomOut(scale))} />
      <Text component="output" miw="3rem" ta="center" fz="sm" aria-label="Zoom level">
        {isKnown && `${Math.round(scale * 100)}%`}
      </Text>
      <Tool label="Zoom in" shortcut="+" icon={IconZoomIn} onClick={() => onZoom(zoomIn(scale))} />
      <Tool
        label="Fit width"
        shortcut="0"
        icon={IconArrowAutofitWidth}
        isPressed={zoom === 'FIT'}
        onClick={() => onZoom('FIT')}
      />
      <Tool label="Rotate right" shortcut="R" icon={IconRotateClockwise} onClick={onRotate} />
    </Group>
  )
}
