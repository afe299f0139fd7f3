import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { type CellValue, readXlsx } from 'hucre/xlsx'
import jsqr from 'jsqr'
import { getDocument, type PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'

/** What the browser downloads during `act`: its name and its bytes. */
export const download = async (page: Page, act: () => Promise<unknown>) => {
  const nextDownload = page.waitForEvent('download')
  await act()
  const file = await nextDownload
  return {
    name: file.suggestedFilename(),
    bytes: await readFile(await file.path()),
  }
}

/** The words of a PDF, page by page. */
export const pdfPages = async (bytes: Uint8Array): Promise<string[]> => {
  const task = getDocument({ data: new Uint8Array(bytes), verbosity: 0 })
  const pdf = await task.promise
  const pages: string[] = []
  for (let number = 1; number <= pdf.numPages; number++) {
    const page = await pdf.getPage(number)
    const { items } = await page.getTextContent()
    let text = ''
    for (const item of items) {
      if (!('str' in item)) continue
      text += item.str
      if (item.hasEOL) text += '\n'
    }
    pages.push(text)
  }
  await task.destroy()
  return pages
}

/** pdf.js doesn't say what its factory makes. */
type CanvasFactory = {
  create: (
    width: number,
    height: number,
  ) => { context: CanvasRenderingContext2D }
}

/** Pixels per point of the page: sharp enough for the squares of a QR code. */
const scanScale = 3

/** The text of the QR code on a page, as a camera reads it; null without one. */
const scanPage = async (
  page: PDFPageProxy,
  factory: CanvasFactory,
): Promise<string | null> => {
  const viewport = page.getViewport({ scale: scanScale })
  const [width, height] = [
    Math.ceil(viewport.width),
    Math.ceil(viewport.height),
  ]
  const { context } = factory.create(width, height)
  await page.render({ canvas: null, canvasContext: context, viewport }).promise
  const { data } = context.getImageData(0, 0, width, height)
  return jsqr.default(data, width, height)?.data ?? null
}

/** The text of the first QR code in a PDF; null without one. */
export const scanPdf = async (bytes: Uint8Array): Promise<string | null> => {
  const task = getDocument({ data: new Uint8Array(bytes), verbosity: 0 })
  const pdf = await task.promise
  let found: string | null = null
  for (let number = 1; number <= pdf.numPages && found === null; number++)
    found = await scanPage(
      await pdf.getPage(number),
      pdf.canvasFactory as CanvasFactory,
    )
  await task.destroy()
  return found
}

type Row = Record<string, CellValue>

/**
 * A workbook: its rows by their headings, and its second sheet line by line.
 */
export const workbookOf = async (bytes: Uint8Array) => {
  const { sheets } = await readXlsx(bytes)
  const [head = [], ...rows] = sheets[0]?.rows ?? []
  return {
    head: head.map(String),
    rows: rows.map(
      (cells): Row =>
        Object.fromEntries(
          head.map((label, index) => [String(label), cells[index] ?? null]),
        ),
    ),
    about: Object.fromEntries(
      (sheets[1]?.rows ?? []).map(([label, text]) => [
        String(label),
        String(text),
      ]),
    ),
  }
}
