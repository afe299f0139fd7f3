import { documentMessages } from '@portal/contract/document/messages'
import { createListeners } from '../../lib/listeners.ts'
import { createIntent, type Intent } from '../../lib/state/intent.ts'

/**
 * Where a file goes: the seller's documents, the underwriter's, or a requested
 * document by its id.
 */
export type UploadTarget = 'SELLER' | 'UNDERWRITER' | `ASKED ${string}`

/**
 * One file. `sent` counts bytes; `problem` is a sentence. A REFUSED file can't
 * be retried.
 */
export type Upload = {
  key: string
  target: UploadTarget
  file: File
  state: 'WAITING' | 'SENDING' | 'FAILED' | 'CANCELLED' | 'REFUSED'
  sent: number
  problem: string | null
  /** Kept for retries, so that a file that did arrive is not added twice. */
  intent: Intent
  abort?: AbortController
}

/** How many files are sent at the same time. */
const maxParallel = 3

export type SendOptions = {
  intent: Intent
  signal: AbortSignal
  onProgress: (sent: number) => void
}

export type UploaderDeps = {
  /** Why a file must not be sent, or null. */
  check: (file: File) => string | null
  /** Resolves when the server has stored the file. */
  send: (
    target: UploadTarget,
    file: File,
    options: SendOptions,
  ) => Promise<unknown>
  /** The sentence for a file that failed. */
  describeError: (error: unknown, file: File) => string
  /** Whether the server will never accept this file. */
  isRefusal: (error: unknown) => boolean
  /**
   * Called when nothing is being sent any more, with the results since the last
   * call.
   */
  onSettled: (results: { added: number; failed: readonly Upload[] }) => void
}

/**
 * Sends files to the server, a few at a time. Stored files leave the list;
 * failed ones stay until they are dismissed.
 */
export const createUploader = ({
  check,
  send,
  describeError,
  isRefusal,
  onSettled,
}: UploaderDeps) => {
  let uploads: readonly Upload[] = []
  let lastKey = 0
  let hasRun = false
  let added = 0
  const failedKeys = new Set<string>()
  const { subscribe, notify } = createListeners()

  const set = (next: readonly Upload[]) => {
    uploads = next
    notify()
  }
  const change = (key: string, values: Partial<Upload>) =>
    set(
      uploads.map((upload) =>
        upload.key === key ? { ...upload, ...values } : upload,
      ),
    )
  const remove = (key: string) =>
    set(uploads.filter((upload) => upload.key !== key))

  const run = async ({ key, target, file, intent }: Upload) => {
    const abort = new AbortController()
    hasRun = true
    change(key, { state: 'SENDING', sent: 0, problem: null, abort })
    try {
      await send(target, file, {
        intent,
        signal: abort.signal,
        onProgress: (sent) => change(key, { sent }),
      })
      added++
      remove(key)
    } catch (error) {
      if (!abort.signal.aborted) {
        failedKeys.add(key)
        change(key, {
          state: isRefusal(error) ? 'REFUSED' : 'FAILED',
          problem: describeError(error, file),
        })
      }
    }
    next()
  }

  const next = () => {
    const places =
      maxParallel - uploads.filter(({ state }) => state === 'SENDING').length
    for (const upload of uploads
      .filter(({ state }) => state === 'WAITING')
      .slice(0, Math.max(places, 0)))
      void run(upload)
    if (!hasRun || uploads.some(isActive)) return
    const results = {
      added,
      failed: uploads.filter(({ key }) => failedKeys.has(key)),
    }
    hasRun = false
    added = 0
    failedKeys.clear()
    onSettled(results)
  }

  return {
    get: () => uploads,
    subscribe,
    add: (target: UploadTarget, files: readonly File[]) => {
      const chosen = files.map((file): Upload => {
        const problem = check(file)
        lastKey += 1
        const state = problem === null ? 'WAITING' : 'REFUSED'
        return {
          key: String(lastKey),
          target,
          file,
          state,
          sent: 0,
          problem,
          intent: createIntent(),
        }
      })
      set([...uploads, ...chosen])
      next()
    },
    cancel: (key: string) => {
      const upload = uploads.find((one) => one.key === key)
      change(key, { state: 'CANCELLED' })
      upload?.abort?.abort()
      next()
    },
    retry: (key: string) => {
      change(key, { state: 'WAITING', problem: null })
      next()
    },
    dismiss: remove,
    /** Cancels everything and forgets it. */
    stop: () => {
      const open = uploads
      hasRun = false
      set([])
      for (const { abort } of open) abort?.abort()
    },
  }
}

export type Uploader = ReturnType<typeof createUploader>

export const isActive = ({ state }: Upload) =>
  state === 'WAITING' || state === 'SENDING'

export const uploadsTo = (uploads: readonly Upload[], target: UploadTarget) =>
  uploads.filter((upload) => upload.target === target)

/**
 * Toasts for failed files that aren't visible: a single one if every file
 * failed, since each file shows its own reason.
 */
export const failureTexts = (
  added: number,
  unseen: readonly { problem: string | null }[],
): string[] => {
  const problems = unseen.flatMap(({ problem }) =>
    problem === null ? [] : [problem],
  )
  return added === 0 && problems.length > 1
    ? [documentMessages.add.failed]
    : problems
}
