import { type PDFDocumentProxy, type PDFPageProxy, TextLayer } from 'pdfjs-dist'
import { type CSSProperties, useEffect, useRef, useState } from 'react'
import classes from './sheet.module.css'
import type { Sheet } from './sheets.tsx'
import { sizeOf } from './use-pdf.ts'

type PdfPageProps = Sheet & { pdf: PDFDocumentProxy }

type SheetStyle = CSSProperties & Record<'--total-scale-factor', string>

/** One page: its image, and over it the invisible text for selection and screen readers. */
export const PdfPage = ({ pdf, number, size, scale, rotation, isNear, onSize }: PdfPageProps) => {
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
