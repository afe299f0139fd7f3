import type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist'
import { useEffect, useState } from 'react'
import { openPdf } from './open-pdf.ts'

/** A page's size in points, upright as the document has it. */
export type PageSize = { width: number; height: number }

export type OpenedPdf = { pdf: PDFDocumentProxy; first: PageSize }

type State = { opened: OpenedPdf | null; error: Error | null; share: number | null }

const nothing: State = { opened: null, error: null, share: null }

/** Opens the PDF of an address; `again` opens it anew. `share` is how much of it has come, as far as that is known. */
export const usePdf = (address: string) => {
  const [state, setState] = useState<State>(nothing)
  const [attempt, setAttempt] = useState(0)

  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt is the reason to open it again
  useEffect(() => {
    let isWanted = true
    setState(nothing)
    const task = openPdf(address)
    task.onProgress = ({ loaded, total }: { loaded: number; total: number }) => {
      if (isWanted) setState((now) => (now.opened ? now : { ...now, share: total > 0 ? loaded / total : null }))
    }
    const open = async () => {
      const pdf = await task.promise
      const first = sizeOf(await pdf.getPage(1))
      if (isWanted) setState({ opened: { pdf, first }, error: null, share: 1 })
    }
    open().catch((error: unknown) => {
      if (isWanted) setState({ ...nothing, error: error instanceof Error ? error : new Error(String(error)) })
    })
    return () => {
      isWanted = false
      void task.destroy()
    }
  }, [address, attempt])

  return { ...state, again: () => setAttempt(attempt + 1) }
}

/** The size of a page in points. */
export const sizeOf = (page: PDFPageProxy): PageSize => {
  const { width, height } = page.getViewport({ scale: 1 })
  return { width, height }
}
