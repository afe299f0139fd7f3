import type { Answer, Endpoint, Sent } from '@portal/contract/lib/endpoint'
import { ErrorAnswer } from '@portal/contract/lib/errors'
import type { ZodType } from 'zod'
import { buildAddress } from './address.ts'
import { CallError } from './call-error.ts'
import { createListeners } from './listeners.ts'
import { reportConnected, reportDisconnected } from './outage.ts'
import type { Intent } from './state/intent.ts'

/**
 * `ifMatch` is the version that was read; `intent` makes a POST happen once;
 * with `probe`, a 401 doesn't end the session; `bearer` is the token of an
 * emailed link.
 */
type CallOptions = {
  ifMatch?: string
  intent?: Intent
  signal?: AbortSignal
  probe?: boolean
  bearer?: string
  /** Is sent even if the page closes. */
  keepalive?: boolean
}

/**
 * `onSessionEnd` listens for the end of the session, which a 401 or 403 reports
 * (spec.md §4).
 */
const sessionEnd = createListeners()
export const onSessionEnd = sessionEnd.subscribe

type CallArguments<E extends Endpoint> =
  Record<never, never> extends Sent<E>
    ? [sent?: Sent<E>, options?: CallOptions]
    : [sent: Sent<E>, options?: CallOptions]

/**
 * Milliseconds after which a call without a response counts as unreachable;
 * polls are served from memory.
 */
const patience = 30_000
const pollPatience = 5_000

/**
 * Calls an endpoint of the contract and returns its parsed response. Throws
 * `CallError`.
 */
export const call = async <E extends Endpoint>(
  endpoint: E,
  ...[sent, options = {}]: CallArguments<E>
): Promise<Answer<E>> => {
  const { ifMatch, intent, signal, probe, bearer, keepalive = false } = options
  const { address, ...request } = { ...findRequest(endpoint, sent), keepalive }
  const repeatable = endpoint.method === 'GET' || intent !== undefined
  request.headers.set('Accept', 'application/json')
  if (ifMatch !== undefined) request.headers.set('If-Match', ifMatch)
  if (bearer !== undefined)
    request.headers.set('Authorization', `Bearer ${bearer}`)
  if (intent)
    request.headers.set(
      'Idempotency-Key',
      intent.keyFor(`${request.method} ${address} ${request.body ?? ''}`),
    )

  const response = await send(address, request, signal, repeatable)
  const answer = await parseResponse(endpoint, response, {
    repeatable,
    intent,
    probe,
  })
  // The query client reports queries, once their data is stored.
  if (endpoint.method !== 'GET') reportConnected()
  return answer
}

type RequestFacts = {
  repeatable: boolean
  intent?: Intent | undefined
  probe?: boolean | undefined
}

/** Parses the response of an endpoint, or throws `CallError`. */
export const parseResponse = async <E extends Endpoint>(
  endpoint: E,
  response: Response,
  facts: RequestFacts,
): Promise<Answer<E>> => {
  await throwRefusal(endpoint, response, facts)
  return parsed(endpoint.response, response)
}

const throwRefusal = async (
  endpoint: Endpoint,
  response: Response,
  { repeatable, intent, probe }: RequestFacts,
) => {
  // After a 5xx the write may be done, so the intent keeps its key.
  if (response.status < 500) intent?.answered()
  if (response.ok) return
  const isUnwelcome = response.status === 401 || response.status === 403
  const endsSession = isUnwelcome && endpoint.access !== 'PUBLIC' && !probe
  if (endsSession) sessionEnd.notify()
  const answer = ErrorAnswer.safeParse(await response.json().catch(() => null))
  const {
    code,
    error,
    details = [],
  } = answer.success ? answer.data : { code: `http_${response.status}` }
  throw new CallError('refused', {
    status: response.status,
    code,
    reason: error || null,
    details,
    repeatable:
      repeatable && (response.status === 503 || response.status === 504),
    endsSession,
    retryAfter: parseSeconds(response.headers.get('retry-after')),
  })
}

/** A response and its ETag. */
export type Tagged<E extends Endpoint> = {
  answer: Answer<E>
  tag: string | null
}

/**
 * `call` for polls: sends the last ETag, and returns the last object itself on
 * a 304, so that nothing renders.
 */
export const callAgain = async <E extends Endpoint>(
  endpoint: E,
  sent: Sent<E>,
  last: Tagged<E> | undefined,
  signal?: AbortSignal,
): Promise<Tagged<E>> => {
  const { address, ...request } = findRequest(endpoint, sent)
  request.headers.set('Accept', 'application/json')
  if (last?.tag) request.headers.set('If-None-Match', last.tag)
  const response = await send(address, request, signal, true, pollPatience)
  if (response.status === 304 && last) return last
  return {
    answer: await parseResponse(endpoint, response, { repeatable: true }),
    tag: response.headers.get('etag'),
  }
}

/** Reads at most the first `most` bytes of an endpoint's response. */
export const readStart = async <E extends Endpoint>(
  endpoint: E,
  sent: Sent<E>,
  { most, signal }: { most: number; signal?: AbortSignal },
): Promise<Uint8Array<ArrayBuffer>> => {
  const { address, ...request } = findRequest(endpoint, sent)
  request.headers.set('Range', `bytes=0-${most - 1}`)
  const response = await send(address, request, signal, true)
  await throwRefusal(endpoint, response, { repeatable: true })
  return new Uint8Array(await response.arrayBuffer()).subarray(0, most)
}

type DownloadOptions = {
  signal?: AbortSignal
  /**
   * Bytes received so far. The total is unknown, because the server streams.
   */
  onProgress?: (bytes: number) => void
}

/**
 * Milliseconds without data after which a download counts as broken off; PDFs
 * wait in a queue.
 */
const downloadPatience = 90_000

/**
 * Downloads a file. Throws `CallError` as `call` does, also if the download
 * breaks off.
 */
export const download = async <E extends Endpoint>(
  endpoint: E,
  sent: Sent<E>,
  { signal, onProgress }: DownloadOptions = {},
): Promise<Blob> => {
  const { address, ...request } = findRequest(endpoint, sent)
  const late = new AbortController()
  let timer = setTimeout(() => late.abort(), downloadPatience)
  const either = signal ? AbortSignal.any([signal, late.signal]) : late.signal
  try {
    const response = await fetch(address, { ...request, signal: either })
    await throwRefusal(endpoint, response, { repeatable: false })
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

type StreamOptions = {
  /** The id of the last event that was received, to go on after it. */
  lastId: string | undefined
  signal: AbortSignal
  onOpen: () => void
  /**
   * Gets the fields of each event: `id`, `event` and `data`, as far as it has
   * them.
   */
  onEvent: (fields: Partial<Record<string, string>>) => void
}

/**
 * Milliseconds without a byte after which a stream has stalled: two heartbeats
 * were missed.
 */
const streamPatience = 60_000

/**
 * Reads server-sent events until the stream ends or stalls. Throws `CallError`
 * if it is refused; its 401 ends no session.
 */
export const readStream = async <E extends Endpoint>(
  endpoint: E,
  sent: Sent<E>,
  { lastId, signal, onOpen, onEvent }: StreamOptions,
): Promise<void> => {
  const { address, ...request } = findRequest(endpoint, sent)
  request.headers.set('Accept', 'text/event-stream')
  if (lastId !== undefined) request.headers.set('Last-Event-ID', lastId)
  const late = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  const wait = () => {
    clearTimeout(timer)
    timer = setTimeout(() => late.abort(), streamPatience)
  }
  wait()
  try {
    const response = await fetch(address, {
      ...request,
      signal: AbortSignal.any([signal, late.signal]),
    })
    await throwRefusal(endpoint, response, { repeatable: true, probe: true })
    onOpen()
    const decoder = new TextDecoder()
    let text = ''
    for await (const chunk of response.body ?? []) {
      wait()
      const blocks = `${text}${decoder.decode(chunk, { stream: true })}`.split(
        '\n\n',
      )
      text = blocks.pop() ?? ''
      for (const block of blocks) onEvent(getFields(block))
    }
  } finally {
    clearTimeout(timer)
  }
}

const getFields = (block: string) =>
  Object.fromEntries(
    block
      .split('\n')
      .map((line) => [line.split(':', 1)[0], line.replace(/^[^:]*: ?/, '')]),
  )

/** The address of a call, and its method, headers and JSON body. */
const findRequest = ({ method, path }: Endpoint, sent: object = {}) => {
  const {
    params,
    query,
    body: content,
  } = sent as { params?: object; query?: object; body?: unknown }
  const body = content === undefined ? null : JSON.stringify(content)
  const headers = new Headers(
    body === null ? {} : { 'Content-Type': 'application/json' },
  )
  return { address: buildAddress(path, params, query), method, headers, body }
}

const send = async (
  address: string,
  request: RequestInit,
  given: AbortSignal | undefined,
  repeatable: boolean,
  within = patience,
) => {
  const late = AbortSignal.timeout(within)
  try {
    return await fetch(address, {
      ...request,
      signal: given ? AbortSignal.any([given, late]) : late,
    })
  } catch (cause) {
    if (given?.aborted) throw cause
    reportDisconnected()
    throw new CallError('network', { repeatable }, cause)
  }
}

/** Our server sends seconds, never dates. */
const parseSeconds = (text: string | null) =>
  text !== null && /^\d{1,6}$/.test(text) ? Number(text) : null

const parsed = async <S extends ZodType>(schema: S, response: Response) => {
  try {
    const text = await response.text()
    return (await schema.parseAsync(
      text === '' ? undefined : JSON.parse(text),
    )) as never
  } catch (cause) {
    throw new CallError('garbled', {}, cause)
  }
}
