import { type PDFDocumentProxy, type PDFPageProxy, TextLayer } from 'pdfjs-dist'
import { type CSSProperties, useEffect, useRef, useState } from 'react'
import classes from './pdf-page.module.css'
import type { Sheet } from './sheets.tsx'
import { sizeOf } from './use-pdf.ts'
import type { Rotation } from './zoom.ts'

type PdfPageProps = Sheet & { pdf: PDFDocumentProxy }

type SheetStyle = CSSProperties & Record<'--total-scale-factor', string>

/** One sheet: its picture, and over it the same text to select and to be read out. */
export const PdfPage = ({ pdf, number, size, scale, rotation, isNear, onSize }: PdfPageProps) => {
  const sheet = useRef<HTMLDivElement>(null)
  const [hasFailed, setHasFailed] = useState(false)
  const told = useRef(onSize)
  told.current = onSize

  useEffect(() => {
    const element = sheet.current
    if (!isNear || !element) return
    const drawing = new AbortController()
    const draw = async () => {
      const page = await pdf.getPage(number)
      if (drawing.signal.aborted) return
      told.current(sizeOf(page))
      const layers = await drawn(page, { scale, rotation, signal: drawing.signal })
      // What was drawn for another zoom stays, stretched, until this is ready.
      if (!drawing.signal.aborted) element.replaceChildren(...layers)
    }
    draw().catch(() => {
      if (!drawing.signal.aborted) setHasFailed(true)
    })
    return () => drawing.abort()
  }, [pdf, number, scale, rotation, isNear])

  // Sheets far away give their memory back.
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

type Drawing = { scale: number; rotation: Rotation; signal: AbortSignal }

/** Canvases beyond this many dots fail in some browsers. */
const mostDots = 16_000_000

const drawn = async (page: PDFPageProxy, { scale, rotation, signal }: Drawing): Promise<HTMLElement[]> => {
  const viewport = page.getViewport({ scale, rotation: (page.rotate + rotation) % 360 })
  const wanted = Math.max(1, window.devicePixelRatio)
  const density = Math.min(wanted, Math.sqrt(mostDots / (viewport.width * viewport.height)))
  const canvas = document.createElement('canvas')
  canvas.width = Math.floor(viewport.width * density)
  canvas.height = Math.floor(viewport.height * density)
  const task = page.render({ canvas, viewport, transform: [density, 0, 0, density, 0, 0] })
  const giveUp = () => task.cancel()
  signal.addEventListener('abort', giveUp)
  try {
    await task.promise
  } finally {
    signal.removeEventListener('abort', giveUp)
  }
  const text = document.createElement('div')
  text.className = classes.text ?? ''
  const layer = new TextLayer({ textContentSource: page.streamTextContent(), container: text, viewport })
  await layer.render()
  return [canvas, text]
}
