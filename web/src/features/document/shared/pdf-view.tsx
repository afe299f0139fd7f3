import { Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { type PDFDocumentProxy, type PDFPageProxy, TextLayer } from 'pdfjs-dist'
import { type CSSProperties, type ReactNode, useEffect, useRef, useState } from 'react'
import { LoadFailed } from '../../../ui/message.tsx'
import { PageSkeleton } from '../../../ui/skeletons.tsx'
import { NoPreview, type Previewed } from '../preview/preview-states.tsx'
import classes from '../preview/sheet.module.css'
import { type Sheet, Sheets } from '../preview/sheets.tsx'
import { type OpenedPdf, sizeOf, usePdf } from '../preview/use-pdf.ts'
import { bytesAddress, documentQuery } from '../queries.ts'

/** The preview of a PDF. */
export const PdfView = ({ previewed }: { previewed: Previewed }) => {
  const queryClient = useQueryClient()
  const { opened, error, share, retry } = usePdf(bytesAddress(previewed.slvId, previewed.document.id, 'inline'))
  const retryAll = () => {
    // Loading its details shows whether the file still exists and the user is still signed in.
    void queryClient.invalidateQueries({ queryKey: documentQuery(previewed.slvId, previewed.document.id).queryKey })
    retry()
  }
  if (error?.name === 'ResponseException' || error?.name === 'UnknownErrorException')
    return <LoadFailed what="the document" error={{ message: 'The download did not finish.' }} onClick={retryAll} />
  if (error)
    return <NoPreview previewed={previewed} why="This PDF can’t be previewed. It is damaged or password-protected." />
  if (opened) return <Pages opened={opened} />
  return (
    <>
      <PageSkeleton />
      {share !== null && (
        <Text c="dimmed" ta="center">
          {Math.floor(share * 100)}% read
        </Text>
      )}
    </>
  )
}

/** The pages of a Tdoc's PDF, in its drawer; `failed` is shown if it can't be opened. */
export const PdfPages = ({ address, failed }: { address: string; failed: ReactNode }) => {
  const { opened, error } = usePdf(address)
  if (error) return failed
  return opened ? <Pages opened={opened} isInDrawer /> : <PageSkeleton />
}

const Pages = ({ opened: { pdf, first }, isInDrawer = false }: { opened: OpenedPdf; isInDrawer?: boolean }) => (
  <Sheets
    isInDrawer={isInDrawer}
    count={pdf.numPages}
    sizeOf={() => first}
    render={(sheet) => <PdfPage key={sheet.number} pdf={pdf} {...sheet} />}
  />
)

type PdfPageProps = Sheet & { pdf: PDFDocumentProxy }

type SheetStyle = CSSProperties & Record<'--total-scale-factor', string>

/** One page: its image, and over it the invisible text for selection and screen readers. */
const PdfPage = ({ pdf, number, size, scale, rotation, isNear, onSize }: PdfPageProps) => {
  const sheet = useRef<HTMLDivElement>(null)
  const [hasFailed, setHasFailed] = useState(false)
  const latestOnSize = useRef(onSize)
  latestOnSize.current = onSize

  useEffect(() => {
    const element = sheet.current
    if (!isNear || !element) return
    const drawing = new AbortController()
    const draw = async () => {
      const page = await pdf.getPage(number)
      if (drawing.signal.aborted) return
      latestOnSize.current(sizeOf(page))
      const layers = await drawLayers(page, { scale, rotation, signal: drawing.signal })
      // The old drawing stays, stretched, until the new one is ready.
      if (!drawing.signal.aborted) element.replaceChildren(...layers)
    }
    draw().catch(() => {
      if (!drawing.signal.aborted) setHasFailed(true)
    })
    return () => drawing.abort()
  }, [pdf, number, scale, rotation, isNear])

  // Pages far from the visible ones free their memory.
  useEffect(() => {
    if (!isNear) sheet.current?.replaceChildren()
  }, [isNear])

  const style: SheetStyle = {
    width: size.width * scale,
    height: size.height * scale,
    '--total-scale-factor': String(scale),
  }
  return (
    <article className={classes.sheet} style={style} data-page={number} aria-label={`Page ${number}`}>
      <div ref={sheet} className={classes.layers} />
      {hasFailed && <p className={classes.failed}>Page {number} cannot be shown.</p>}
    </article>
  )
}

type Drawing = { scale: number; rotation: number; signal: AbortSignal }

/** Larger canvases fail in some browsers. */
const maxCanvasPixels = 16_000_000

const drawLayers = async (page: PDFPageProxy, { scale, rotation, signal }: Drawing): Promise<HTMLElement[]> => {
  const viewport = page.getViewport({ scale, rotation: (page.rotate + rotation) % 360 })
  const wanted = Math.max(1, window.devicePixelRatio)
  const density = Math.min(wanted, Math.sqrt(maxCanvasPixels / (viewport.width * viewport.height)))
  const canvas = document.createElement('canvas')
  canvas.width = Math.floor(viewport.width * density)
  canvas.height = Math.floor(viewport.height * density)
  const task = page.render({ canvas, viewport, transform: [density, 0, 0, density, 0, 0] })
  const cancel = () => task.cancel()
  signal.addEventListener('abort', cancel)
  try {
    await task.promise
  } finally {
    signal.removeEventListener('abort', cancel)
  }
  const text = document.createElement('div')
  text.className = classes.text ?? ''
  const layer = new TextLayer({ textContentSource: page.streamTextContent(), container: text, viewport })
  await layer.render()
  return [canvas, text]
}
