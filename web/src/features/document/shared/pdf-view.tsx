import { Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { type PDFDocumentProxy, type PDFPageProxy, TextLayer } from 'pdfjs-dist'
import {
  type CSSProperties,
  type ReactNode,
  useEffect,
  useRef,
  useState,
} from 'react'
import {
  bytesAddress,
  documentQuery,
} from '../../../records/document/queries.ts'
import { LoadFailed } from '../../../ui/message.tsx'
import { PageSkeleton } from '../../../ui/skeletons.tsx'
import { NoPreview, type Previewed } from '../preview/preview-states.tsx'
import classes from '../preview/sheet.module.css'
import { type Sheet, Sheets } from '../preview/sheets.tsx'
import { useIsLong } from '../preview/use-is-long.ts'
import {
  DynamicFormError,
  getSize,
  type OpenedPdf,
  usePdf,
} from '../preview/use-pdf.ts'

/** The preview of a PDF. */
export const PdfView = ({ previewed }: { previewed: Previewed }) => {
  const queryClient = useQueryClient()
  const { opened, error, share, retry } = usePdf(
    bytesAddress(previewed.slvId, previewed.document.id, 'inline'),
  )
  const retryAll = () => {
    // Loading its details shows whether the file still exists and the user is
    // still signed in.
    void queryClient.invalidateQueries({
      queryKey: documentQuery(previewed.slvId, previewed.document.id).queryKey,
    })
    retry()
  }
  if (
    error?.name === 'ResponseException' ||
    error?.name === 'UnknownErrorException'
  )
    return (
      <LoadFailed
        what="the document"
        error={{ message: 'The download did not finish.' }}
        onClick={retryAll}
      />
    )
  if (error)
    return <NoPreview previewed={previewed} why={describeFailure(error)} />
  if (opened) return <Pages opened={opened} />
  return <Opening share={share} />
}

const describeFailure = (error: Error) =>
  error instanceof DynamicFormError
    ? 'Only Adobe Acrobat can show this PDF: it is an XFA form.'
    : 'This PDF can’t be previewed. It is damaged or password-protected.'

const Opening = ({ share }: { share: number | null }) => {
  const isLong = useIsLong(true)
  return (
    <>
      <PageSkeleton />
      <Text c="dimmed" ta="center" role="status">
        {share !== null && `${Math.floor(share * 100)}% read. `}
        {isLong &&
          'This PDF is taking a while to open. You can download it in the meantime.'}
      </Text>
    </>
  )
}

type PdfPagesProps = {
  address: string
  /** Shown with the reason if the PDF can't be opened. */
  renderFailure: (reason: string) => ReactNode
}

/** The pages of a Tdoc's PDF, in its drawer. */
export const PdfPages = ({ address, renderFailure }: PdfPagesProps) => {
  const { opened, error, share } = usePdf(address)
  if (error) return renderFailure(describeFailure(error))
  return opened ? (
    <Pages opened={opened} isInDrawer />
  ) : (
    <Opening share={share} />
  )
}

const Pages = ({
  opened: { pdf, first },
  isInDrawer = false,
}: {
  opened: OpenedPdf
  isInDrawer?: boolean
}) => (
  <Sheets
    isInDrawer={isInDrawer}
    count={pdf.numPages}
    sizeOf={() => first}
    render={(sheet) => <PdfPage key={sheet.number} pdf={pdf} {...sheet} />}
  />
)

type PdfPageProps = Sheet & { pdf: PDFDocumentProxy }

type SheetStyle = CSSProperties & Record<'--total-scale-factor', string>

/**
 * One page: its image, and over it the invisible text for selection and screen
 * readers.
 */
const PdfPage = ({
  pdf,
  number,
  size,
  scale,
  rotation,
  isNear,
  onSize,
}: PdfPageProps) => {
  const sheet = useRef<HTMLDivElement>(null)
  const [state, setState] = useState<DrawingState>('DRAWING')
  const isLong = useIsLong(isNear && state === 'DRAWING')
  const latestOnSize = useRef(onSize)
  latestOnSize.current = onSize

  useEffect(() => {
    const element = sheet.current
    if (!isNear || !element) return
    const drawing = new AbortController()
    setState('DRAWING')
    const draw = async () => {
      const page = await pdf.getPage(number)
      if (drawing.signal.aborted) return
      latestOnSize.current(getSize(page))
      const { canvas, text } = await drawLayers(page, {
        scale,
        rotation,
        signal: drawing.signal,
      })
      if (drawing.signal.aborted) return
      // The old drawing stays, stretched, until the new one is ready.
      element.replaceChildren(canvas, text)
      setState(text.textContent || hasInk(canvas) ? 'DRAWN' : 'BLANK')
    }
    draw().catch(() => {
      if (!drawing.signal.aborted) setState('FAILED')
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
    <article
      className={classes.sheet}
      style={style}
      data-page={number}
      aria-label={`Page ${number}`}
    >
      <div ref={sheet} className={classes.layers} />
      {state === 'FAILED' && (
        <p className={classes.failed}>
          Page {number} can’t be shown. Download the file to see it.
        </p>
      )}
      {state === 'BLANK' && (
        <p className={classes.failed}>
          Page {number} is blank, or has an image that is too large to show.
          Download the file to make sure.
        </p>
      )}
      {isLong && (
        <p className={classes.failed} role="status">
          Page {number} is taking a while to draw. You can download the file in
          the meantime.
        </p>
      )}
    </article>
  )
}

type DrawingState = 'DRAWING' | 'DRAWN' | 'BLANK' | 'FAILED'

type Drawing = { scale: number; rotation: number; signal: AbortSignal }

/** Larger canvases fail in some browsers. */
const maxCanvasPixels = 16_000_000

const drawLayers = async (
  page: PDFPageProxy,
  { scale, rotation, signal }: Drawing,
) => {
  const viewport = page.getViewport({
    scale,
    rotation: (page.rotate + rotation) % 360,
  })
  const wanted = Math.max(1, window.devicePixelRatio)
  const density = Math.min(
    wanted,
    Math.sqrt(maxCanvasPixels / (viewport.width * viewport.height)),
  )
  const canvas = document.createElement('canvas')
  canvas.width = Math.floor(viewport.width * density)
  canvas.height = Math.floor(viewport.height * density)
  const task = page.render({
    canvas,
    viewport,
    transform: [density, 0, 0, density, 0, 0],
  })
  const cancel = () => task.cancel()
  signal.addEventListener('abort', cancel)
  try {
    await task.promise
  } finally {
    signal.removeEventListener('abort', cancel)
  }
  const text = document.createElement('div')
  text.className = classes.text ?? ''
  const layer = new TextLayer({
    textContentSource: page.streamTextContent(),
    container: text,
    viewport,
  })
  await layer.render()
  return { canvas, text }
}

const rowsAtOnce = 256

/** Whether a canvas has a pixel that isn't white. */
function hasInk(canvas: HTMLCanvasElement): boolean {
  const context = canvas.getContext('2d')
  if (!context) return true
  for (let row = 0; row < canvas.height; row += rowsAtOnce) {
    const height = Math.min(rowsAtOnce, canvas.height - row)
    const { data } = context.getImageData(0, row, canvas.width, height)
    if (
      new Uint32Array(data.buffer).some(
        (pixel) => pixel !== white && pixel !== transparent,
      )
    )
      return true
  }
  return false
}

const white = 0xffffffff
const transparent = 0
