import { randomUUID } from 'node:crypto'
import { Loan } from '@portal/contract/loan/model'
import { z } from 'zod'
import { AppError, refusalOf } from '../errors.ts'
import type { Watch } from './watch-services.ts'

export type LoanDock = {
  /**
   * A loan by either number; null if LoanDock doesn't have it. Throws
   * loan_dock_failed (502).
   */
  findLoan: (number: string) => Promise<Loan | null>
  /**
   * Sends a file for a loan, once per key. Throws loan_dock_failed (502), which
   * may pass, and loan_dock_refused (422).
   */
  sendDocument: (sent: SentDocument) => Promise<void>
}

type SentDocument = {
  loanNumber: string
  key: string
  name: string
  contentType: string
  content: AsyncIterable<Uint8Array>
}

/** LoanDock answered, but not by the contract; a retry may not help. */
export class UnreadableAnswer extends AppError {
  constructor(cause?: unknown) {
    super('loan_dock_failed', 'LoanDock returned an unexpected response', {
      cause,
    })
  }
}

type Options = {
  url: string
  /** Monotonic, in ms. */
  clock?: () => number
  timeLimitMs?: number
  sendLimitMs?: number
  watch?: Watch
}

/** Whether each circuit breaker is open, so that LoanDock isn't called. */
export type Circuits = () => {
  LOAN_DOCK_LOOKUPS: boolean
  LOAN_DOCK_DELIVERIES: boolean
}

const maxBytes = 1024 * 1024

const unreachable = (cause?: unknown) =>
  new AppError('loan_dock_failed', 'LoanDock cannot be reached', { cause })
const unexpected = (cause?: unknown) => new UnreadableAnswer(cause)

const refusal = (sentence: string) => () =>
  new AppError('loan_dock_refused', sentence)
const refused: Partial<Record<number, () => AppError>> = {
  404: refusal('LoanDock does not have this loan'),
  413: refusal('The file is too large for LoanDock'),
  415: refusal('LoanDock does not accept this type of file'),
}

const DocumentReceipt = z.object({ documentId: z.string().min(1) })

const maxFailures = 5
const openCircuitMs = 10_000

/**
 * A circuit breaker: refuses calls for ten seconds after five failures in a
 * row, then tries one. Calls during the trial wait for its result. Refusing a
 * file is a valid response of LoanDock.
 */
class CircuitBreaker {
  readonly #clock: () => number
  #failuresInARow = 0
  #openUntil = Number.NEGATIVE_INFINITY
  #lastFailure: unknown
  #trial: Promise<unknown> | undefined

  constructor(clock: () => number) {
    this.#clock = clock
  }

  get isOpen(): boolean {
    return this.#failuresInARow >= maxFailures
  }

  async call<T>(ask: () => Promise<T>): Promise<T> {
    if (!this.isOpen) return this.#attempt(ask)
    if (this.#clock() < this.#openUntil) throw this.#skipped()
    if (!this.#trial) return this.#try(ask)

    await this.#trial.catch(() => undefined)
    if (this.isOpen) throw this.#skipped()
    return this.#attempt(ask)
  }

  #try<T>(ask: () => Promise<T>): Promise<T> {
    const trial = this.#attempt(ask)
    this.#trial = trial
    return trial.finally(() => {
      this.#trial = undefined
    })
  }

  async #attempt<T>(ask: () => Promise<T>): Promise<T> {
    try {
      const answer = await ask()
      this.#failuresInARow = 0
      return answer
    } catch (error) {
      this.#noteFailure(error)
      throw error
    }
  }

  #noteFailure(error: unknown) {
    if (refusalOf(error)?.code === 'loan_dock_refused') {
      this.#failuresInARow = 0
      return
    }
    this.#failuresInARow++
    this.#lastFailure = error
    if (this.isOpen) this.#openUntil = this.#clock() + openCircuitMs
  }

  /**
   * Repeats the last failure's message. Never an `UnreadableAnswer`: LoanDock
   * was not asked about this loan.
   */
  #skipped(): AppError {
    const failure = refusalOf(this.#lastFailure) ?? unreachable()
    return new AppError('loan_dock_failed', failure.message, {
      cause: 'not called: too many failures',
    })
  }
}

/**
 * LoanDock over HTTP: limited in time and size, without redirects, every answer
 * checked.
 */
export function createLoanDock({
  url,
  clock = () => performance.now(),
  timeLimitMs = 3000,
  sendLimitMs = 120_000,
  watch = (_, call) => call(),
}: Options): LoanDock & { circuits: Circuits } {
  const base = url.replace(/\/$/, '')
  const lookups = new CircuitBreaker(clock)
  // Separate: files may fail for their size.
  const deliveries = new CircuitBreaker(clock)

  return {
    findLoan: async (number) => {
      if (!canBePathSegment(number)) return null
      const path = `${base}/loans/${encodeURIComponent(number)}`
      return lookups.call(() =>
        watch('LOAN_DOCK_LOOKUPS', () => lookUp(path, timeLimitMs)),
      )
    },
    sendDocument: (document) =>
      deliveries.call(() =>
        watch('LOAN_DOCK_DELIVERIES', () =>
          postDocument(base, document, sendLimitMs),
        ),
      ),
    circuits: () => ({
      LOAN_DOCK_LOOKUPS: lookups.isOpen,
      LOAN_DOCK_DELIVERIES: deliveries.isOpen,
    }),
  }
}

/** Any other number would change the path. */
const canBePathSegment = (number: string) =>
  !['', '.', '..'].includes(number) && number.isWellFormed()

async function lookUp(url: string, limitMs: number): Promise<Loan | null> {
  const answer = await getJson(url, limitMs)
  if (answer === null) return null
  const loan = Loan.safeParse(answer)
  if (!loan.success) throw unexpected(loan.error)
  return loan.data
}

/** Null if there is nothing at this address. */
async function getJson(url: string, limitMs: number): Promise<unknown> {
  const response = await fetch(url, {
    redirect: 'manual',
    signal: AbortSignal.timeout(limitMs),
    headers: { accept: 'application/json' },
  }).catch((error) => {
    throw unreachable(error)
  })
  if (response.status === 200) return readJson(response)
  await response.body?.cancel()
  if (response.status === 404) return null
  const reason = `HTTP ${response.status}`
  throw response.status >= 500 ? unreachable(reason) : unexpected(reason)
}

async function postDocument(
  base: string,
  { loanNumber, key, ...file }: SentDocument,
  limitMs: number,
): Promise<void> {
  const { contentType, body } = asMultipart(file)
  const url = `${base}/loans/${encodeURIComponent(loanNumber)}/documents`
  const response = await fetch(url, {
    method: 'POST',
    redirect: 'manual',
    signal: AbortSignal.timeout(limitMs),
    headers: {
      accept: 'application/json',
      'content-type': contentType,
      'idempotency-key': key,
    },
    body,
    duplex: 'half',
  }).catch((error) => {
    throw error instanceof AppError ? error : unreachable(error)
  })
  await checkReceipt(response)
}

async function checkReceipt(response: Response): Promise<void> {
  if (response.status === 201) {
    const receipt = DocumentReceipt.safeParse(await readJson(response))
    if (!receipt.success) throw unexpected('no documentId')
    return
  }
  await response.body?.cancel()
  const reason = `HTTP ${response.status}`
  if (response.status >= 500 || response.status === 429)
    throw unreachable(reason)
  throw refused[response.status]?.() ?? unexpected(reason)
}

/** The body as JSON, up to the limit. */
async function readJson(response: Response): Promise<unknown> {
  const chunks: Uint8Array[] = []
  let size = 0
  try {
    for await (const chunk of response.body ?? []) {
      size += chunk.length
      if (size > maxBytes) break
      chunks.push(chunk)
    }
  } catch (error) {
    throw unreachable(error)
  }
  if (size > maxBytes) throw unexpected(`more than ${maxBytes} bytes`)
  try {
    return JSON.parse(Buffer.concat(chunks).toString('utf8'))
  } catch (error) {
    throw unexpected(error)
  }
}

/** A file name as browsers send it, escaped for the header. */
function quoted(name: string): string {
  const escaped = name
    .replaceAll('"', '%22')
    .replaceAll('\r', '%0D')
    .replaceAll('\n', '%0A')
  return `"${escaped}"`
}

/** A file as the streamed body of a multipart request, in the field `file`. */
function asMultipart({
  name,
  contentType,
  content,
}: Pick<SentDocument, 'name' | 'contentType' | 'content'>) {
  const boundary = `portal-${randomUUID()}`
  const head = [
    `--${boundary}`,
    `content-disposition: form-data; name="file"; filename=${quoted(name)}`,
    `content-type: ${contentType}`,
    '\r\n',
  ].join('\r\n')
  async function* pieces(): AsyncGenerator<Uint8Array> {
    yield Buffer.from(head)
    yield* content
    yield Buffer.from(`\r\n--${boundary}--\r\n`)
  }
  return {
    contentType: `multipart/form-data; boundary=${boundary}`,
    body: ReadableStream.from(pieces()),
  }
}
