import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { type CellValue, readXlsx } from 'hucre/xlsx'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'

/** What the browser downloads during `act`: its name and its bytes. */
export const saved = async (page: Page, act: () => Promise<unknown>) => {
  const started = page.waitForEvent('download')
  await act()
  const download = await started
  return {
    name: download.suggestedFilename(),
    bytes: await readFile(await download.path()),
  }
}

/** The words of a PDF, page by page. */
export const pdfPages = async (bytes: Uint8Array): Promise<string[]> => {
  const task = getDocument({ data: new Uint8Array(bytes), verbosity: 0 })
  const pdf = await task.promise
  const pages: string[] = []
  for (let number = 1; number <= pdf.numPages; number++) {
    const { items } = await (await pdf.getPage(number)).getTextContent()
    pages.push(
      items
        .map((item) =>
          'str' in item ? item.str + (item.hasEOL ? '\n' : '') : '',
        )
        .join(''),
    )
  }
  await task.destroy()
  return pages
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
      (row): Row =>
        Object.fromEntries(
          head.map((label, index) => [String(label), row[index] ?? null]),
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
