import type { PageSize } from './use-pdf.ts'

export type TiffRequest = { kind: 'OPEN'; bytes: Uint8Array<ArrayBuffer> } | { kind: 'DRAW'; page: number }
export type TiffAnswer =
  | { kind: 'OPENED'; sizes: PageSize[] }
  | { kind: 'FAILED' }
  | { kind: 'DRAWN'; page: number; picture: ImageBitmap | null }

export type OpenedTiff = {
  sizes: readonly PageSize[]
  /** One page as a picture; null for one that cannot be shown. */
  draw: (page: number) => Promise<ImageBitmap | null>
  close: () => void
}

/** Milliseconds for one page: a file that was made to keep the decoder busy is given up then. */
const patience = 20_000

type Asked = { page: number; answer: (picture: ImageBitmap | null) => void }

/** Opens a TIFF in a worker, which ends when it is closed. Rejects where it is none. */
export const openTiff = (bytes: Uint8Array<ArrayBuffer>): Promise<OpenedTiff> =>
  new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./tiff-worker.ts', import.meta.url), { type: 'module' })
    // One page at a time: pages that are scrolled past quickly do not pile up in the worker.
    const waiting: Asked[] = []
    let timer: number | undefined
    let isOver = false

    const ask = (request: TiffRequest, given: Transferable[] = []) => {
      timer = window.setTimeout(end, patience)
      worker.postMessage(request, given)
    }
    const next = () => {
      if (waiting[0]) ask({ kind: 'DRAW', page: waiting[0].page })
    }
    const draw = (page: number) =>
      new Promise<ImageBitmap | null>((answer) => {
        if (isOver) return answer(null)
        waiting.push({ page, answer })
        if (waiting.length === 1) next()
      })
    const end = () => {
      isOver = true
      window.clearTimeout(timer)
      worker.terminate()
      for (const { answer } of waiting.splice(0)) answer(null)
      reject(new Error('This TIFF cannot be read'))
    }
    worker.onerror = end
    worker.onmessage = ({ data }: MessageEvent<TiffAnswer>) => {
      window.clearTimeout(timer)
      if (data.kind === 'FAILED') end()
      if (data.kind === 'OPENED') resolve({ sizes: data.sizes, draw, close: end })
      if (data.kind === 'DRAWN') {
        waiting.shift()?.answer(data.picture)
        next()
      }
    }
    // What was read stands in a larger buffer; the worker gets its own part of it.
    const own = bytes.slice()
    ask({ kind: 'OPEN', bytes: own }, [own.buffer])
  })
