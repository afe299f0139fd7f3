import { Button } from '@mantine/core'
import { useElementSize, useMergedRef } from '@mantine/hooks'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { EmptyState } from '../../../ui/message.tsx'
import { ScrollRegion } from '../../../ui/scroll-region.tsx'
import { bytesAddress, documentQuery } from '../queries.ts'
import { NoPreview } from './no-preview.tsx'
import { PageTools } from './page-tools.tsx'
import { PdfPage } from './pdf-page.tsx'
import classes from './preview.module.css'
import { PreviewSkeleton } from './preview-skeleton.tsx'
import type { Previewed } from './previewed.ts'
import { usePageInSight } from './use-page-in-sight.ts'
import { type OpenedPdf, type PageSize, usePdf } from './use-pdf.ts'
import { type Rotation, turned, type Zoom } from './zoom.ts'
import { ZoomTools } from './zoom-tools.tsx'

/** Screen dots of a point of paper. */
const natural = 96 / 72
/** Wider than this, a sheet is no easier to read. */
const comfortable = 1.25
/** Beside and between the sheets. */
const margin = 16

/** A PDF, its pages under each other. */
export const PdfView = ({ previewed }: { previewed: Previewed }) => {
  const queryClient = useQueryClient()
  const { opened, error, share, again } = usePdf(bytesAddress(previewed.slvId, previewed.document.id, 'inline'))
  const retry = () => {
    // Whether it is still there, and the person still signed in, tells the call for its particulars.
    void queryClient.invalidateQueries({ queryKey: documentQuery(previewed.slvId, previewed.document.id).queryKey })
    again()
  }
  if (error?.name === 'ResponseException' || error?.name === 'UnknownErrorException')
    return (
      <EmptyState title="The document could not be read" why="It did not come through to this page.">
        <Button onClick={retry}>Try again</Button>
      </EmptyState>
    )
  if (error) return <NoPreview previewed={previewed} why="This PDF cannot be shown here: it is damaged or locked." />
  if (!opened)
    return (
      <>
        <PreviewSkeleton />
        {share !== null && <p className={classes.share}>{Math.floor(share * 100)}% read</p>}
      </>
    )
  return <Pages opened={opened} />
}

/** The pages of a PDF that is open, under each other, with their tools. */
export const Pages = ({ opened: { pdf, first } }: { opened: OpenedPdf }) => {
  const { ref: measured, width } = useElementSize<HTMLElement>()
  const [zoom, setZoom] = useState<Zoom>('AUTO')
  const [rotation, setRotation] = useState<Rotation>(0)
  // Until a page was looked into it is taken to be like the first.
  const [sizes, setSizes] = useState<ReadonlyMap<number, PageSize>>(new Map())
  const sizeAt = (page: number) => turnedSize(sizes.get(page) ?? first, rotation)
  const fitting = Math.max(0.25, Math.min(2, (width - 2 * margin) / (turnedSize(first, rotation).width * natural)))
  const scale = zoom === 'FIT' ? fitting : zoom === 'AUTO' ? Math.min(fitting, comfortable) : zoom
  const pages = Array.from({ length: pdf.numPages }, (_, index) => index + 1)
  const { scroller, near, current, goTo } = usePageInSight(pdf.numPages, `${scale} ${rotation}`)
  const framed = useMergedRef(scroller, measured)

  return (
    <>
      <div className={classes.bar}>
        <PageTools count={pdf.numPages} current={current} onGo={goTo} />
        <ZoomTools
          scale={scale}
          zoom={zoom}
          onZoom={setZoom}
          fitLabel="Fit width"
          onTurn={() => setRotation(turned(rotation))}
        />
      </div>
      <ScrollRegion ref={framed} className={classes.scroll} label="Pages">
        <div className={classes.sheets}>
          {width > 0 &&
            pages.map((page) => (
              <PdfPage
                key={page}
                pdf={pdf}
                number={page}
                size={sizeAt(page)}
                scale={scale * natural}
                rotation={rotation}
                isNear={near.has(page)}
                onSize={(size) => setSizes((known) => new Map(known).set(page, size))}
              />
            ))}
        </div>
      </ScrollRegion>
    </>
  )
}

const turnedSize = ({ width, height }: PageSize, rotation: Rotation): PageSize =>
  rotation % 180 === 0 ? { width, height } : { width: height, height: width }
