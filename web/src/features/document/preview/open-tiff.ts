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
const patience = 10_000

type Asked = { page: number; answer: (picture: ImageBitmap | null) => void }

/** Opens a TIFF in a worker, which ends when it is closed. Rejects where it is none. */
export const openTiff = (bytes: Uint8Array<ArrayBuffer>): Promise<OpenedTiff> =>
  new Promise((resolve, reject) => {
    // One page at a time: pages that are scrolled past quickly do not pile up in the worker.
    const waiting: Asked[] = []
    let worker: Worker | null = null
    let timer: number | undefined
    let isOpen = false

    const stop = () => {
      window.clearTimeout(timer)
      worker?.terminate()
      worker = null
    }
    const close = () => {
      stop()
      for (const { answer } of waiting.splice(0)) answer(null)
      reject(new Error('This TIFF cannot be read'))
    }
    /** A page that the worker does not get done is given up, and the others go to a fresh one. */
    const giveUp = () => {
      if (!isOpen) return close()
      stop()
      waiting.shift()?.answer(null)
      if (waiting.length > 0) start()
    }
    const ask = (request: TiffRequest) => {
      timer = window.setTimeout(giveUp, patience)
      worker?.postMessage(request)
    }
    const next = () => {
      if (waiting[0]) ask({ kind: 'DRAW', page: waiting[0].page })
    }
    const start = () => {
      worker = new Worker(new URL('./tiff-worker.ts', import.meta.url), { type: 'module' })
      worker.onerror = giveUp
      worker.onmessage = ({ data }: MessageEvent<TiffAnswer>) => {
        window.clearTimeout(timer)
        if (data.kind === 'FAILED') return close()
        if (data.kind === 'DRAWN') waiting.shift()?.answer(data.picture)
        else {
          isOpen = true
          resolve({ sizes: data.sizes, draw, close })
        }
        next()
      }
      // What was read stands in a larger buffer; only its own part of it is copied to the worker.
      ask({ kind: 'OPEN', bytes: bytes.slice() })
    }
    const draw = (page: number) =>
      new Promise<ImageBitmap | null>((answer) => {
        waiting.push({ page, answer })
        if (waiting.length > 1) return
        if (worker) next()
        else start()
      })
    start()
  })
