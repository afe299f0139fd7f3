import type { Answer, Endpoint, Sent } from '@portal/contract/lib/endpoint'
import { ErrorAnswer } from '@portal/contract/lib/errors'
import type { ZodType } from 'zod'
import { addressOf } from './address.ts'
import { CallError } from './call-error.ts'
import type { Intent } from './intent.ts'
import { reportConnected, reportDisconnected } from './outage.ts'
import { endSession } from './session-end.ts'

/**
 * `ifMatch` is the version that was read; `intent` makes a POST happen once; `probe` keeps a 401 from signing out;
 * `bearer` is the token of a link, for calls that are made by one.
 */
export type CallOptions = {
  ifMatch?: string
  intent?: Intent
  signal?: AbortSignal
  probe?: boolean
  bearer?: string
}

type Handed<E extends Endpoint> =
  Record<never, never> extends Sent<E>
    ? [sent?: Sent<E>, options?: CallOptions]
    : [sent: Sent<E>, options?: CallOptions]

/** Milliseconds after which a call without a response counts as unreachable; polls are served from memory. */
const patience = 30_000
const pollPatience = 5_000

/** Makes one call of the contract and answers with its parsed response. Throws `CallError`. */
export const call = async <E extends Endpoint>(endpoint: E, ...[sent, options = {}]: Handed<E>): Promise<Answer<E>> => {
  const { params, query, body } = partsOf(sent)
  const address = addressOf(endpoint.path, params, query)
  const text = body === undefined ? undefined : JSON.stringify(body)
  const { ifMatch, intent, signal, probe, bearer } = options
  const repeatable = endpoint.method === 'GET' || intent !== undefined

  const headers = new Headers({ Accept: 'application/json' })
  if (text !== undefined) headers.set('Content-Type', 'application/json')
  if (ifMatch !== undefined) headers.set('If-Match', ifMatch)
  if (bearer !== undefined) headers.set('Authorization', `Bearer ${bearer}`)
  if (intent) headers.set('Idempotency-Key', intent.keyFor(`${endpoint.method} ${address} ${text ?? ''}`))

  const response = await send(address, { method: endpoint.method, headers, body: text ?? null }, signal, repeatable)
  const answer = await answerOf(endpoint, response, { repeatable, ...(intent && { intent }), ...(probe && { probe }) })
  // A query reports it once its answer is stored (query-client.ts).
  if (endpoint.method !== 'GET') reportConnected()
  return answer
}

type Asked = { repeatable: boolean; intent?: Intent; probe?: boolean }

/** What the answer to a call of the contract means: its parsed response, or a thrown `CallError`. */
export const answerOf = async <E extends Endpoint>(
  endpoint: E,
  response: Response,
  asked: Asked,
): Promise<Answer<E>> => {
  await refuse(endpoint, response, asked)
  return parsed(endpoint.response, response)
}

/** Throws what the server refused. */
const refuse = async (endpoint: Endpoint, response: Response, { repeatable, intent, probe }: Asked) => {
  // A server that broke may have done it all the same: only a clear answer ends the wish.
  if (response.status < 500) intent?.answered()
  if (response.ok) return
  const isUnwelcome = response.status === 401 || response.status === 403
  const endsSession = isUnwelcome && endpoint.access !== 'PUBLIC' && !probe
  if (endsSession) endSession()
  throw await refusalOf(response, { repeatable, endsSession })
}

/** An answer, and the tag by which the server knows it again. */
export type Tagged<E extends Endpoint> = { answer: Answer<E>; tag: string | null }

/**
 * `call` for what is asked again and again: while the answer is still the last one the server sends nothing (304), and
 * that very object comes back, so that nothing is drawn anew.
 */
export const callAgain = async <E extends Endpoint>(
  endpoint: E,
  sent: Sent<E>,
  last: Tagged<E> | undefined,
  signal?: AbortSignal,
): Promise<Tagged<E>> => {
  const { params, query } = partsOf(sent)
  const headers = new Headers({ Accept: 'application/json' })
  if (last?.tag) headers.set('If-None-Match', last.tag)
  const response = await send(addressOf(endpoint.path, params, query), { headers }, signal, true, pollPatience)
  if (response.status === 304 && last) return last
  return { answer: await answerOf(endpoint, response, { repeatable: true }), tag: response.headers.get('etag') }
}

/** The first bytes of what an endpoint answers with, `most` at most; it need not be read to its end. */
export const readStart = async <E extends Endpoint>(
  endpoint: E,
  sent: Sent<E>,
  { most, signal }: { most: number; signal?: AbortSignal },
): Promise<Uint8Array<ArrayBuffer>> => {
  const { params, query } = partsOf(sent)
  const headers = new Headers({ Range: `bytes=0-${most - 1}` })
  const response = await send(addressOf(endpoint.path, params, query), { headers }, signal, true)
  await refuse(endpoint, response, { repeatable: true })
  const reader = response.body?.getReader()
  const start = new Uint8Array(most)
  let length = 0
  while (reader && length < most) {
    const { value } = await reader.read()
    if (!value) break
    const part = value.subarray(0, most - length)
    start.set(part, length)
    length += part.length
  }
  await reader?.cancel()
  return start.subarray(0, length)
}

type DownloadOptions = {
  signal?: AbortSignal
  /** Bytes that are here so far. How many there will be nobody knows: they are written as they are sent. */
  onProgress?: (bytes: number) => void
}

/** Milliseconds in which nothing came until a download counts as broken off: what is printed has to wait its turn. */
const downloadPatience = 90_000

/** Makes a call that answers a file, and brings the file. Throws `CallError` as `call` does, also when it breaks off. */
export const download = async <E extends Endpoint>(
  endpoint: E,
  sent: Sent<E>,
  { signal, onProgress }: DownloadOptions = {},
): Promise<Blob> => {
  const { params, query, body } = partsOf(sent)
  const text = body === undefined ? null : JSON.stringify(body)
  const headers = new Headers()
  if (text !== null) headers.set('Content-Type', 'application/json')
  const late = new AbortController()
  let timer = setTimeout(() => late.abort(), downloadPatience)
  const request = { method: endpoint.method, headers, body: text }
  const either = signal ? AbortSignal.any([signal, late.signal]) : late.signal
  try {
    const response = await fetch(addressOf(endpoint.path, params, query), { ...request, signal: either })
    await refuse(endpoint, response, { repeatable: false })
    const type = response.headers.get('content-type') ?? ''
    const chunks: BlobPart[] = []
    let bytes = 0
    for await (const chunk of response.body ?? []) {
      clearTimeout(timer)
      timer = setTimeout(() => late.abort(), downloadPatience)
      chunks.push(chunk)
      bytes += chunk.length
      onProgress?.(bytes)
    }
    return new Blob(chunks, { type })
  } catch (cause) {
    if (cause instanceof CallError || signal?.aborted) throw cause
    throw new CallError('network', {}, cause)
  } finally {
    clearTimeout(timer)
  }
}

const partsOf = (sent: { params?: unknown; query?: unknown; body?: unknown } = {}) => ({
  params: sent.params as object | undefined,
  query: sent.query as object | undefined,
  body: sent.body,
})

const send = async (
  address: string,
  request: RequestInit,
  given: AbortSignal | undefined,
  repeatable: boolean,
  within = patience,
) => {
  const late = AbortSignal.timeout(within)
  try {
    return await fetch(address, { ...request, signal: given ? AbortSignal.any([given, late]) : late })
  } catch (cause) {
    if (given?.aborted) throw cause
    reportDisconnected()
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
    retryAfter: secondsOf(response.headers.get('retry-after')),
  })
}

/** Ours are seconds, never dates. */
const secondsOf = (text: string | null) => (text !== null && /^\d{1,6}$/.test(text) ? Number(text) : null)

const parsed = async <S extends ZodType>(schema: S, response: Response) => {
  try {
    const text = await response.text()
    return (await schema.parseAsync(text === '' ? undefined : JSON.parse(text))) as never
  } catch (cause) {
    throw new CallError('garbled', {}, cause)
  }
}
