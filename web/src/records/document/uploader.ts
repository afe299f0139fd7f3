import { documentMessages } from '@portal/contract/document/messages'
import { createListeners } from '../../lib/listeners.ts'
import { createIntent, type Intent } from '../../lib/state/intent.ts'

/**
 * Where a file goes: the seller's documents, the underwriter's, or a requested
 * document or a condition by its id.
 */
export type UploadTarget =
  | 'SELLER'
  | 'UNDERWRITER'
  | `ASKED ${string}`
  | `CONDITION ${string}`

/**
 * One file. `sent` counts bytes; `problem` is a sentence. A REFUSED file can't
 * be retried. A PAUSED one is sent again once the connection is back.
 */
export type Upload = {
  key: string
  target: UploadTarget
  file: File
  state: 'WAITING' | 'SENDING' | 'PAUSED' | 'FAILED' | 'CANCELLED' | 'REFUSED'
  sent: number
  problem: string | null
  /** How often the connection was cut. */
  cuts: number
  /** Kept for retries, so that a file that did arrive is not added twice. */
  intent: Intent
  abort?: AbortController
}

/** How many files are sent at the same time. */
const maxParallel = 3

/**
 * How often a file is sent again by itself: a server that always cuts it off is
 * not a lost connection.
 */
const maxCuts = 5

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
  /** Whether the connection was lost while the file was being sent. */
  isCutOff: (error: unknown) => boolean
  /** Calls back each time that the connection is there again. */
  onReconnect: (resume: () => void) => unknown
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
export class Uploader {
  readonly #deps: UploaderDeps
  readonly #listeners = createListeners()
  readonly subscribe = this.#listeners.subscribe
  #uploads: readonly Upload[] = []
  #lastKey = 0
  // The results since `onSettled` was called last.
  #hasRun = false
  #added = 0
  readonly #failedKeys = new Set<string>()

  constructor(deps: UploaderDeps) {
    this.#deps = deps
    deps.onReconnect(() => this.#resume())
  }

  readonly get = () => this.#uploads

  add(target: UploadTarget, files: readonly File[]) {
    const chosen = files.map((file): Upload => {
      const problem = this.#deps.check(file)
      this.#lastKey += 1
      return {
        key: String(this.#lastKey),
        target,
        file,
        state: problem === null ? 'WAITING' : 'REFUSED',
        sent: 0,
        problem,
        cuts: 0,
        intent: createIntent(),
      }
    })
    this.#set([...this.#uploads, ...chosen])
    this.#sendNext()
  }

  cancel(key: string) {
    const upload = this.#uploads.find((one) => one.key === key)
    this.#change(key, { state: 'CANCELLED' })
    upload?.abort?.abort()
    this.#sendNext()
  }

  retry(key: string) {
    this.#change(key, { state: 'WAITING', problem: null, cuts: 0 })
    this.#sendNext()
  }

  dismiss(key: string) {
    this.#set(this.#uploads.filter((upload) => upload.key !== key))
  }

  /** Cancels everything and forgets it. */
  stop() {
    const open = this.#uploads
    this.#hasRun = false
    this.#set([])
    for (const { abort } of open) abort?.abort()
  }

  #set(uploads: readonly Upload[]) {
    this.#uploads = uploads
    this.#listeners.notify()
  }

  #change(key: string, values: Partial<Upload>) {
    const uploads = this.#uploads.map((upload) =>
      upload.key === key ? { ...upload, ...values } : upload,
    )
    this.#set(uploads)
  }

  #resume() {
    for (const { key, state } of this.#uploads)
      if (state === 'PAUSED') this.#change(key, { state: 'WAITING' })
    this.#sendNext()
  }

  async #send({ key, target, file, cuts, intent }: Upload) {
    const abort = new AbortController()
    this.#hasRun = true
    this.#change(key, { state: 'SENDING', sent: 0, problem: null, abort })
    try {
      await this.#deps.send(target, file, {
        intent,
        signal: abort.signal,
        onProgress: (sent) => this.#change(key, { sent }),
      })
      this.#added++
      this.dismiss(key)
    } catch (error) {
      if (abort.signal.aborted) return this.#sendNext()
      if (cuts < maxCuts && this.#deps.isCutOff(error))
        this.#change(key, { state: 'PAUSED', sent: 0, cuts: cuts + 1 })
      else this.#fail(key, file, error)
    }
    this.#sendNext()
  }

  #fail(key: string, file: File, error: unknown) {
    this.#failedKeys.add(key)
    this.#change(key, {
      state: this.#deps.isRefusal(error) ? 'REFUSED' : 'FAILED',
      problem: this.#deps.describeError(error, file),
    })
  }

  #sendNext() {
    const inState = (state: Upload['state']) =>
      this.#uploads.filter((upload) => upload.state === state)
    const places = Math.max(maxParallel - inState('SENDING').length, 0)
    for (const upload of inState('WAITING').slice(0, places))
      void this.#send(upload)
    if (this.#hasRun && !this.#uploads.some(isActive)) this.#settle()
  }

  #settle() {
    const results = {
      added: this.#added,
      failed: this.#uploads.filter(({ key }) => this.#failedKeys.has(key)),
    }
    this.#hasRun = false
    this.#added = 0
    this.#failedKeys.clear()
    this.#deps.onSettled(results)
  }
}

export const isActive = ({ state }: Upload) =>
  state === 'WAITING' || state === 'SENDING' || state === 'PAUSED'

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
