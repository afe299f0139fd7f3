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
function createCircuitBreaker(clock: () => number) {
  let inARow = 0
  let restsUntil = Number.NEGATIVE_INFINITY
  let lastFailure: unknown
  let trial: Promise<unknown> | undefined

  const isOpen = () => inARow >= maxFailures
  /**
   * Repeats the last failure's message. Never an `UnreadableAnswer`: LoanDock
   * was not asked about this loan.
   */
  const skipped = () =>
    new AppError(
      'loan_dock_failed',
      refusalOf(lastFailure)?.message ?? unreachable().message,
      {
        cause: 'not called: too many failures',
      },
    )

  const attempt = async <T>(ask: () => Promise<T>): Promise<T> => {
    try {
      const answer = await ask()
      inARow = 0
      return answer
    } catch (error) {
      inARow = refusalOf(error)?.code === 'loan_dock_refused' ? 0 : inARow + 1
      if (inARow > 0) lastFailure = error
      if (isOpen()) restsUntil = clock() + openCircuitMs
      throw error
    }
  }

  const through = async <T>(ask: () => Promise<T>): Promise<T> => {
    if (isOpen() && clock() < restsUntil) throw skipped()
    if (isOpen() && trial) {
      await trial.catch(() => undefined)
      if (isOpen()) throw skipped()
    } else if (isOpen()) {
      const own = attempt(ask)
      trial = own
      return own.finally(() => {
        trial = undefined
      })
    }
    return attempt(ask)
  }
  return { through, isOpen }
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
  const lookups = createCircuitBreaker(clock)
  // Separate: files may fail for their size.
  const deliveries = createCircuitBreaker(clock)

  const get = async (path: string): Promise<unknown> => {
    const signal = AbortSignal.timeout(timeLimitMs)
    const response = await fetch(`${base}${path}`, {
      redirect: 'manual',
      signal,
      headers: { accept: 'application/json' },
    }).catch((error) => {
      throw unreachable(error)
    })
    if (response.status === 200) return readJson(response)
    await response.body?.cancel()
    if (response.status === 404) return null
    throw response.status >= 500
      ? unreachable(`HTTP ${response.status}`)
      : unexpected(`HTTP ${response.status}`)
  }

  const lookUp = async (number: string): Promise<Loan | null> => {
    const answer = await get(`/loans/${encodeURIComponent(number)}`)
    if (answer === null) return null
    const loan = Loan.safeParse(answer)
    if (!loan.success) throw unexpected(loan.error)
    return loan.data
  }

  const post = async ({
    loanNumber,
    key,
    ...file
  }: SentDocument): Promise<void> => {
    const { contentType, body } = asMultipart(file)
    const response = await fetch(
      `${base}/loans/${encodeURIComponent(loanNumber)}/documents`,
      {
        method: 'POST',
        redirect: 'manual',
        signal: AbortSignal.timeout(sendLimitMs),
        headers: {
          accept: 'application/json',
          'content-type': contentType,
          'idempotency-key': key,
        },
        body,
        duplex: 'half',
      },
    ).catch((error) => {
      throw error instanceof AppError ? error : unreachable(error)
    })
    if (response.status === 201) {
      if (!DocumentReceipt.safeParse(await readJson(response)).success)
        throw unexpected('no documentId')
      return
    }
    await response.body?.cancel()
    if (response.status >= 500 || response.status === 429)
      throw unreachable(`HTTP ${response.status}`)
    throw refused[response.status]?.() ?? unexpected(`HTTP ${response.status}`)
  }

  return {
    findLoan: async (number) => {
      // These would be another path.
      if (
        number === '' ||
        number === '.' ||
        number === '..' ||
        !number.isWellFormed()
      )
        return null
      return lookups.through(() =>
        watch('LOAN_DOCK_LOOKUPS', () => lookUp(number)),
      )
    },
    sendDocument: (sent) =>
      deliveries.through(() => watch('LOAN_DOCK_DELIVERIES', () => post(sent))),
    circuits: () => ({
      LOAN_DOCK_LOOKUPS: lookups.isOpen(),
      LOAN_DOCK_DELIVERIES: deliveries.isOpen(),
    }),
  }
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
const quoted = (name: string) =>
  `"${name.replace(/["\r\n]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`)}"`

/** A file as the streamed body of a multipart request, in the field `file`. */
function asMultipart({
  name,
  contentType,
  content,
}: Pick<SentDocument, 'name' | 'contentType' | 'content'>) {
  const boundary = `portal-${randomUUID()}`
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename=${quoted(name)}\r\ncontent-type: ${contentType}\r\n\r\n`
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
