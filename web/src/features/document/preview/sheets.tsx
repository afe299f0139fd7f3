import { useElementSize, useMergedRef } from '@mantine/hooks'
import { type ReactNode, useState } from 'react'
import { ScrollRegion } from '../../../ui/scroll-region.tsx'
import { PageTools } from './page-tools.tsx'
import classes from './preview.module.css'
import { usePageInSight } from './use-page-in-sight.ts'
import type { PageSize } from './use-pdf.ts'
import { type Rotation, turned, type Zoom } from './zoom.ts'
import { ZoomTools } from './zoom-tools.tsx'

/** Screen dots of a point of paper. */
const natural = 96 / 72
/** Wider than this, a sheet is no easier to read. */
const comfortable = 1.25
/** Beside and between the sheets. */
const margin = 16

/** How a sheet is shown: its size as it is taken to be, in points and turned; screen dots of a point; whether it is in sight. */
export type Sheet = {
  number: number
  size: PageSize
  scale: number
  rotation: Rotation
  isNear: boolean
  onSize: (size: PageSize) => void
}

type SheetsProps = {
  count: number
  /** The size of a page as far as it is known; until it is looked into, it is taken to be like the first. */
  sizeOf: (page: number) => PageSize
  render: (sheet: Sheet) => ReactNode
}

/** The pages of a document under each other, with their tools. */
export const Sheets = ({ count, sizeOf, render }: SheetsProps) => {
  const { ref: measured, width } = useElementSize<HTMLElement>()
  const [zoom, setZoom] = useState<Zoom>('AUTO')
  const [rotation, setRotation] = useState<Rotation>(0)
  const [sizes, setSizes] = useState<ReadonlyMap<number, PageSize>>(new Map())
  const sizeAt = (page: number) => turnedSize(sizes.get(page) ?? sizeOf(page), rotation)
  const fitting = Math.max(0.25, Math.min(2, (width - 2 * margin) / (turnedSize(sizeOf(1), rotation).width * natural)))
  const scale = zoom === 'FIT' ? fitting : zoom === 'AUTO' ? Math.min(fitting, comfortable) : zoom
  const pages = Array.from({ length: count }, (_, index) => index + 1)
  const { scroller, near, current, goTo } = usePageInSight(count, `${scale} ${rotation}`)
  const framed = useMergedRef(scroller, measured)

  return (
    <>
      <div className={classes.bar}>
        <PageTools count={count} current={current} onGo={goTo} />
        <ZoomTools
          scale={scale}
          isKnown={width > 0}
          zoom={zoom}
          onZoom={setZoom}
          fitLabel="Fit width"
          onTurn={() => setRotation(turned(rotation))}
        />
      </div>
      <ScrollRegion ref={framed} className={classes.scroll} label="Pages">
        <div className={classes.sheets}>
          {width > 0 &&
            pages.map((page) =>
              render({
                number: page,
                size: sizeAt(page),
                scale: scale * natural,
                rotation,
                isNear: near.has(page),
                onSize: (size) => setSizes((known) => new Map(known).set(page, size)),
              }),
            )}
        </div>
      </ScrollRegion>
    </>
  )
}

const turnedSize = ({ width, height }: PageSize, rotation: Rotation): PageSize =>
  rotation % 180 === 0 ? { width, height } : { width: height, height: width }
