import { createIntent, type Intent } from '../../lib/intent.ts'
import {
  arrive,
  cancel,
  dueUploads,
  emptyQueue,
  enqueue,
  fail,
  isBusy,
  progress,
  type Queue,
  refuse,
  remove,
  retry,
  settle,
  start,
  type Upload,
  type UploadTarget,
} from './upload-queue.ts'

type Sending = { intent: Intent; signal: AbortSignal; onProgress: (sent: number) => void }

export type UploaderDoors = {
  /** Why a file is not to be sent at all, or null. */
  check: (file: File) => string | null
  /** Resolves when the server has the file. */
  send: (target: UploadTarget, file: File, sending: Sending) => Promise<unknown>
  /** What is said beside a file that did not arrive. */
  failure: (error: unknown, file: File) => string
  /** Whether the server will never take this file, so that there is nothing to try again. */
  isFinal: (error: unknown) => boolean
  /** Nothing is on its way any more; since the last time `added` arrived, and `failed` did not. */
  onSettled: (outcome: { added: number; failed: readonly Upload[] }) => void
}

/** What travels beside the queue's plain state. One intent a file: trying again after a cut brings it once. */
type Parcel = { file: File; intent: Intent; abort: AbortController | null }

/** Brings files to the server, a few at a time, by the rules of the queue. */
export const createUploader = ({ check, send, failure, isFinal, onSettled }: UploaderDoors) => {
  let queue = emptyQueue
  let lastKey = 0
  /** Since it was last settled: what was cancelled may have arrived all the same. */
  let hasRun = false
  const failedKeys = new Set<string>()
  const parcels = new Map<string, Parcel>()
  const listeners = new Set<() => void>()

  const set = (next: Queue) => {
    queue = next
    for (const listener of listeners) listener()
  }

  const run = async (key: string, target: UploadTarget, parcel: Parcel) => {
    const { file, intent } = parcel
    const abort = new AbortController()
    parcel.abort = abort
    hasRun = true
    set(start(queue, key))
    try {
      await send(target, file, {
        intent,
        signal: abort.signal,
        onProgress: (sent) => set(progress(queue, key, sent)),
      })
      parcels.delete(key)
      set(arrive(queue, key))
    } catch (error) {
      if (!abort.signal.aborted) {
        failedKeys.add(key)
        set(isFinal(error) ? refuse(queue, key, failure(error, file)) : fail(queue, key, failure(error, file)))
      }
    }
    next()
  }

  const next = () => {
    for (const { key, target } of dueUploads(queue)) {
      const parcel = parcels.get(key)
      if (parcel) void run(key, target, parcel)
    }
    if (!hasRun || isBusy(queue)) return
    hasRun = false
    const { added } = queue
    const failed = queue.uploads.filter(({ key }) => failedKeys.has(key))
    failedKeys.clear()
    set(settle(queue))
    onSettled({ added, failed })
  }

  return {
    get: () => queue,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
    add: (target: UploadTarget, files: readonly File[]) => {
      const chosen = files.map((file) => {
        lastKey += 1
        const key = String(lastKey)
        parcels.set(key, { file, intent: createIntent(), abort: null })
        return { key, target, name: file.name, size: file.size, problem: check(file) }
      })
      set(enqueue(queue, chosen))
      next()
    },
    cancel: (key: string) => {
      set(cancel(queue, key))
      parcels.get(key)?.abort?.abort()
      next()
    },
    retry: (key: string) => {
      set(retry(queue, key))
      next()
    },
    dismiss: (key: string) => {
      parcels.delete(key)
      set(remove(queue, key))
    },
    /** The person leaves: nothing of it goes on. */
    stop: () => {
      const open = [...parcels.values()]
      hasRun = false
      parcels.clear()
      set(emptyQueue)
      for (const { abort } of open) abort?.abort()
    },
  }
}

export type Uploader = ReturnType<typeof createUploader>
