import type { Answer, Endpoint, Sent } from '@portal/contract/lib/endpoint'
import { ErrorAnswer } from '@portal/contract/lib/errors'
import type { ZodType } from 'zod'
import { addressOf } from './address.ts'
import { CallError } from './call-error.ts'
import type { Intent } from './intent.ts'
import { endSession } from './session-end.ts'

/** `ifMatch` is the version that was read; `intent` makes a POST happen once; `probe` keeps a 401 from signing out. */
export type CallOptions = { ifMatch?: string; intent?: Intent; signal?: AbortSignal; probe?: boolean }

type Handed<E extends Endpoint> =
  Record<never, never> extends Sent<E>
    ? [sent?: Sent<E>, options?: CallOptions]
    : [sent: Sent<E>, options?: CallOptions]

/** Milliseconds until a call that brings nothing counts as not reached. */
const patience = 30_000

/** Makes one call of the contract and answers with its parsed response. Throws `CallError`. */
export const call = async <E extends Endpoint>(endpoint: E, ...[sent, options = {}]: Handed<E>): Promise<Answer<E>> => {
  const { params, query, body } = partsOf(sent)
  const address = addressOf(endpoint.path, params, query)
  const text = body === undefined ? undefined : JSON.stringify(body)
  const { ifMatch, intent, signal, probe } = options
  const repeatable = endpoint.method === 'GET' || intent !== undefined

  const headers = new Headers({ Accept: 'application/json' })
  if (text !== undefined) headers.set('Content-Type', 'application/json')
  if (ifMatch !== undefined) headers.set('If-Match', ifMatch)
  if (intent) headers.set('Idempotency-Key', intent.keyFor(`${endpoint.method} ${address} ${text ?? ''}`))

  const response = await send(address, { method: endpoint.method, headers, body: text ?? null }, signal, repeatable)
  // A server that broke may have done it all the same: only a clear answer ends the wish.
  if (response.status < 500) intent?.answered()
  if (!response.ok) {
    const isUnwelcome = response.status === 401 || response.status === 403
    const endsSession = isUnwelcome && endpoint.access !== 'PUBLIC' && !probe
    if (endsSession) endSession()
    throw await refusalOf(response, { repeatable, endsSession })
  }
  return parsed(endpoint.response, response)
}

const partsOf = (sent: { params?: unknown; query?: unknown; body?: unknown } = {}) => ({
  params: sent.params as object | undefined,
  query: sent.query as object | undefined,
  body: sent.body,
})

const send = async (address: string, request: RequestInit, given: AbortSignal | undefined, repeatable: boolean) => {
  const late = AbortSignal.timeout(patience)
  try {
    return await fetch(address, { ...request, signal: given ? AbortSignal.any([given, late]) : late })
  } catch (cause) {
    if (given?.aborted) throw cause
    throw new CallError('network', { repeatable }, cause)
  }
}

const refusalOf = async (response: Response, facts: { repeatable: boolean; endsSession: boolean }) => {
  const answer = ErrorAnswer.safeParse(await response.json().catch(() => null))
  const { code, error, details } = answer.success ? answer.data : { code: `http_${response.status}` }
  return new CallError('refused', {
    status: response.status,
    code,
    reason: error || null,
    details: details ?? [],
    repeatable: facts.repeatable && (response.status === 503 || response.status === 504),
    endsSession: facts.endsSession,
  })
}

const parsed = async <S extends ZodType>(schema: S, response: Response) => {
  try {
    const text = await response.text()
    return (await schema.parseAsync(text === '' ? undefined : JSON.parse(text))) as never
  } catch (cause) {
    throw new CallError('garbled', {}, cause)
  }
}
