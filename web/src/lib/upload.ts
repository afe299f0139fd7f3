import type { Answer, Endpoint, Sent } from '@portal/contract/lib/endpoint'
import { addressOf } from './address.ts'
import { answerOf } from './call.ts'
import { CallError } from './call-error.ts'
import type { Intent } from './state/intent.ts'

type UploadOptions = {
  intent: Intent
  signal: AbortSignal
  /** Bytes of the file that have left so far. */
  onProgress: (sent: number) => void
}

/** Milliseconds without progress after which the server counts as unreachable; storing the file takes part of them. */
const patience = 60_000

/**
 * Sends one file as multipart (field `file`) and answers as `call` does. It is an XMLHttpRequest because `fetch` does
 * not tell how far an upload is.
 */
export const upload = async <E extends Endpoint>(
  endpoint: E,
  sent: Sent<E>,
  file: File,
  options: UploadOptions,
): Promise<Answer<E>> => {
  const { params, query } = sent as { params?: object; query?: object }
  const address = addressOf(endpoint.path, params, query)
  const key = options.intent.keyFor(`${endpoint.method} ${address} ${file.name} ${file.size} ${file.lastModified}`)
  const response = await post(endpoint.method, address, key, file, options)
  return answerOf(endpoint, response, { repeatable: true, intent: options.intent })
}

const post = (method: string, address: string, key: string, file: File, { signal, onProgress }: UploadOptions) =>
  new Promise<Response>((resolve, reject) => {
    signal.throwIfAborted()
    const request = new XMLHttpRequest()
    let late: ReturnType<typeof setTimeout> | undefined
    const moved = () => {
      clearTimeout(late)
      late = setTimeout(() => request.abort(), patience)
    }
    const giveUp = () => request.abort()
    const ended = () => {
      clearTimeout(late)
      signal.removeEventListener('abort', giveUp)
    }
    const fail = () => {
      ended()
      reject(signal.aborted ? signal.reason : new CallError('network', { repeatable: true }))
    }
    request.upload.addEventListener('progress', ({ loaded }) => {
      moved()
      // What surrounds the file in the body is counted too.
      onProgress(Math.min(loaded, file.size))
    })
    request.addEventListener('load', () => {
      ended()
      resolve(new Response(request.responseText || null, { status: request.status }))
    })
    request.addEventListener('error', fail)
    request.addEventListener('abort', fail)
    signal.addEventListener('abort', giveUp)
    moved()

    const body = new FormData()
    body.set('file', file)
    request.open(method, address)
    request.setRequestHeader('Accept', 'application/json')
    request.setRequestHeader('Idempotency-Key', key)
    request.send(body)
  })
