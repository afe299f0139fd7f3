import type { Answer, Endpoint, Sent } from '@portal/contract/lib/endpoint'
import { buildAddress } from './address.ts'
import { parseResponse } from './call.ts'
import { CallError } from './call-error.ts'
import { reportDisconnected } from './outage.ts'
import type { Intent } from './state/intent.ts'

type UploadOptions = {
  intent: Intent
  signal?: AbortSignal
  /** Bytes of the file that were sent so far. */
  onProgress?: (sent: number) => void
  /** The version that was read. */
  ifMatch?: string
}

/**
 * Milliseconds without progress after which the server counts as unreachable;
 * storing the file takes part of them.
 */
const patience = 60_000

/**
 * Sends one file as multipart (field `file`) and returns what `call` would. It
 * is an XMLHttpRequest because `fetch` reports no upload progress.
 */
export const upload = async <E extends Endpoint>(
  endpoint: E,
  sent: Sent<E>,
  file: File,
  options: UploadOptions,
): Promise<Answer<E>> => {
  const { params, query } = sent as { params?: object; query?: object }
  const address = buildAddress(endpoint.path, params, query)
  const key = options.intent.keyFor(
    `${endpoint.method} ${address} ${file.name} ${file.size} ${file.lastModified}`,
  )
  const response = await post(endpoint.method, address, key, file, options)
  return parseResponse(endpoint, response, {
    repeatable: true,
    intent: options.intent,
  })
}

const post = (
  method: string,
  address: string,
  key: string,
  file: File,
  { signal, onProgress, ifMatch }: UploadOptions,
) =>
  new Promise<Response>((resolve, reject) => {
    signal?.throwIfAborted()
    const request = new XMLHttpRequest()
    let late: ReturnType<typeof setTimeout> | undefined
    const moved = () => {
      clearTimeout(late)
      late = setTimeout(() => request.abort(), patience)
    }
    const giveUp = () => request.abort()
    request.upload.addEventListener('progress', ({ loaded }) => {
      moved()
      // The size in `loaded` includes the multipart headers around the file.
      onProgress?.(Math.min(loaded, file.size))
    })
    request.addEventListener('loadend', () => {
      clearTimeout(late)
      signal?.removeEventListener('abort', giveUp)
      if (request.status !== 0)
        resolve(
          new Response(request.responseText || null, {
            status: request.status,
          }),
        )
      else if (signal?.aborted) reject(signal.reason)
      else {
        // The next call that is answered says that the connection is back.
        reportDisconnected()
        reject(new CallError('network', { repeatable: true }))
      }
    })
    signal?.addEventListener('abort', giveUp)
    moved()

    const body = new FormData()
    body.set('file', file)
    request.open(method, address)
    request.setRequestHeader('Accept', 'application/json')
    request.setRequestHeader('Idempotency-Key', key)
    if (ifMatch !== undefined) request.setRequestHeader('If-Match', ifMatch)
    request.send(body)
  })
