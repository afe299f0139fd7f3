import { Stack } from '@mantine/core'
import { useElementSize, useMergedRef } from '@mantine/hooks'
import { type ReactNode, useState } from 'react'
import { ScrollRegion } from '../../../ui/scroll-region.tsx'
import { PageTools, type Zoom, ZoomTools } from './page-tools.tsx'
import classes from './preview.module.css'
import type { PageSize } from './use-pdf.ts'
import { usePosition } from './use-position.ts'

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
}

/** The pages of a document with tools to browse, zoom and rotate. */
export const Sheets = ({ count, sizeOf, render }: SheetsProps) => {
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
        <PageTools count={count} current={current} onGo={goTo} />
        <ZoomTools
          scale={scale}
          isKnown={width > 0}
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
