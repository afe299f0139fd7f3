import { Loan } from '@portal/contract/loan/model'
import { makeBreaker } from './breaker.ts'
import { AppError } from './errors.ts'

/** The buyer's loan platform, as far as the portal asks it. */
export type LoanDock = {
  /** A loan by either number, or null when LoanDock has none such. Throws loan_dock_failed (502). */
  findLoan: (number: string) => Promise<Loan | null>
}

type Options = {
  url: string
  /** Milliseconds that never run backwards; measures how long LoanDock is left alone. */
  clock?: () => number
  /** How long one answer may take, milliseconds. */
  timeLimitMs?: number
}

const maxBytes = 1024 * 1024
const failuresInARow = 5
const restMs = 10_000

const unreachable = (cause?: unknown) => new AppError('loan_dock_failed', 'LoanDock cannot be reached', { cause })
const unexpected = (cause?: unknown) =>
  new AppError('loan_dock_failed', 'LoanDock answered something unexpected', { cause })

/** LoanDock over HTTP: within a time and a size, without redirects, every answer checked by the contract. */
export function makeLoanDock({ url, clock = () => performance.now(), timeLimitMs = 3000 }: Options): LoanDock {
  const base = url.replace(/\/+$/, '')
  const breaker = makeBreaker({ failures: failuresInARow, restMs, clock })

  /** The JSON that stands at a path; null for a 404. */
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
    throw response.status >= 500 ? unreachable(`HTTP ${response.status}`) : unexpected(`HTTP ${response.status}`)
  }

  const guarded = async <T>(ask: () => Promise<T>): Promise<T> => {
    if (!breaker.mayAsk()) throw unreachable('not asked: it failed too often')
    try {
      const answer = await ask()
      breaker.succeeded()
      return answer
    } catch (error) {
      breaker.failed()
      throw error
    }
  }

  return {
    findLoan: async (number) => {
      // These would name another path, and no loan.
      if (number === '' || number === '.' || number === '..' || !number.isWellFormed()) return null
      return guarded(async () => {
        const answer = await get(`/loans/${encodeURIComponent(number)}`)
        if (answer === null) return null
        const loan = Loan.safeParse(answer)
        if (!loan.success) throw unexpected(loan.error)
        return loan.data
      })
    },
  }
}

/** The body as JSON, read no further than it may be long. */
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
