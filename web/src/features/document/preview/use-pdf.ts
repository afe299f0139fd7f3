import {
  GlobalWorkerOptions,
  getDocument,
  type PDFDocumentLoadingTask,
  type PDFDocumentProxy,
  type PDFPageProxy,
  PDFWorker,
  version,
} from 'pdfjs-dist'
import workerUrl from 'pdfjs-dist/build/pdf.worker.min.mjs?url'
import { useEffect, useState } from 'react'
import { z } from 'zod'

GlobalWorkerOptions.workerSrc = workerUrl

/**
 * Fonts, character maps and decoders for pdf.js, copied by
 * `scripts/pdf-assets.ts`.
 */
const assets = `/assets/pdfjs-${version}/`

let worker: PDFWorker | null = null

/** One worker for all files: it takes longer to start than a file to open. */
const sharedWorker = () => {
  worker ??= new PDFWorker()
  return worker
}

/**
 * Opens a PDF and loads its parts as they are needed. It is only drawn:
 * scripts, forms and links do nothing.
 */
const openPdf = (address: string): PDFDocumentLoadingTask =>
  getDocument({
    url: address,
    worker: sharedWorker(),
    cMapUrl: `${assets}cmaps/`,
    standardFontDataUrl: `${assets}standard_fonts/`,
    wasmUrl: `${assets}wasm/`,
    iccUrl: `${assets}iccs/`,
    // The standard fonts look the same on every machine.
    useSystemFonts: false,
    rangeChunkSize: 256 * 1024,
    // Pages are loaded when someone scrolls to them.
    disableAutoFetch: true,
    disableStream: true,
    disableWorkerRendering: true,
    enableXfa: false,
    // The worker makes large images smaller before the page draws them. A plan
    // of 36 × 24 inches at 400 dpi has 138 million pixels. Larger ones are
    // skipped, so that they don't use up the tab's memory.
    maxImageSize: 200_000_000,
    canvasMaxAreaInBytes: 100_000_000,
  })

const Info = z.object({
  IsXFAPresent: z.boolean(),
  IsAcroFormPresent: z.boolean(),
})

/**
 * Refuses dynamic XFA, which only Adobe Acrobat renders. The file itself
 * contains just a "Please wait" page.
 */
export class DynamicFormError extends Error {}

const askToWait = /please wait|if this message is not eventually replaced/i

async function refuseDynamicForm(pdf: PDFDocumentProxy, first: PDFPageProxy) {
  const { info } = await pdf.getMetadata()
  const form = Info.safeParse(info).data
  if (!form?.IsXFAPresent) return
  const { items } = await first.getTextContent()
  const text = items.map((item) => ('str' in item ? item.str : '')).join(' ')
  if (!form.IsAcroFormPresent || askToWait.test(text))
    throw new DynamicFormError()
}

/** Width and height in points, without rotation. */
export type PageSize = { width: number; height: number }

export type OpenedPdf = { pdf: PDFDocumentProxy; first: PageSize }

type State = {
  opened: OpenedPdf | null
  error: Error | null
  share: number | null
}

const initial: State = { opened: null, error: null, share: null }

/**
 * Opens the PDF at an address; `retry` opens it again. `share` is the loaded
 * part, if known. Errors are pdf.js' own.
 */
export const usePdf = (address: string) => {
  const [state, setState] = useState<State>(initial)
  const [attempt, setAttempt] = useState(0)

  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt opens it again
  useEffect(() => {
    let isCurrent = true
    setState(initial)
    const task = openPdf(address)
    task.onProgress = ({
      loaded,
      total,
    }: {
      loaded: number
      total: number
    }) => {
      if (isCurrent)
        setState((now) =>
          now.opened
            ? now
            : { ...now, share: total > 0 ? loaded / total : null },
        )
    }
    const open = async () => {
      const pdf = await task.promise
      const first = await pdf.getPage(1)
      await refuseDynamicForm(pdf, first)
      if (isCurrent)
        setState({
          opened: { pdf, first: getSize(first) },
          error: null,
          share: 1,
        })
    }
    open().catch((error: unknown) => {
      if (isCurrent)
        setState({
          ...initial,
          error: error instanceof Error ? error : new Error(String(error)),
        })
    })
    return () => {
      isCurrent = false
      void task.destroy()
    }
  }, [address, attempt])

  const retry = () => {
    // The worker itself may have failed.
    worker?.destroy()
    worker = null
    setAttempt(attempt + 1)
  }
  return { ...state, retry }
}

export const getSize = (page: PDFPageProxy): PageSize => {
  const { width, height } = page.getViewport({ scale: 1 })
  return { width, height }
}
