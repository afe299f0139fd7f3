import { setTimeout as pause } from 'node:timers/promises'
import createClient, { type Client } from 'openapi-fetch'
import { Webhook } from 'standardwebhooks'
// Generated from the description of the API (build.ts).
import type { components, paths, webhooks } from './schema.gen.ts'

/** A schema of the API by its name, such as `Schema<'SlvDetail'>`. */
export type Schema<Name extends keyof components['schemas']> =
  components['schemas'][Name]

/** An event that the portal sends to a webhook; `type` tells which. */
export type PortalEvent =
  webhooks[keyof webhooks]['post']['requestBody']['content']['application/json']

type Options = {
  /** The address of the portal, such as https://portal.buyer.example. */
  url: string
  /** An API key of a service. */
  key: string
  /** How often a call is made again after a failure that may pass. */
  retries?: number
}

/**
 * A client of the portal. Each POST has an Idempotency-Key, so that it can be
 * retried safely. Calls are retried after 429 and 503, when Retry-After says,
 * and after broken connections unless that could do something twice.
 */
export const createPortal = ({
  url,
  key,
  retries = 4,
}: Options): Client<paths> =>
  createClient<paths>({
    baseUrl: new URL('/api', url).href,
    headers: { authorization: `Bearer ${key}` },
    fetch: (request) => send(addIdempotencyKey(request), retries),
  })

/**
 * The event of a delivery. Throws if the signature isn't the portal's. `body` is
 * the body as it was received.
 */
export const verifyEvent = (
  secret: string,
  body: string,
  headers: Record<string, string | string[] | undefined>,
): PortalEvent =>
  new Webhook(secret).verify(
    body,
    headers as Record<string, string>,
  ) as PortalEvent

/** The data of a response. Throws the error that the portal returned. */
export function dataOf<T>({ data, error }: { data?: T; error?: unknown }): T {
  if (data === undefined)
    throw new Error(`The portal refused: ${JSON.stringify(error)}`)
  return data
}

const idempotencyKey = 'idempotency-key'

function addIdempotencyKey(request: Request): Request {
  if (request.method === 'POST' && !request.headers.has(idempotencyKey))
    request.headers.set(idempotencyKey, crypto.randomUUID())
  return request
}

const passing = [429, 503]

/**
 * Each of these calls creates a signing secret, which only its response has: a
 * repeat would leave a webhook, or a secret, that no one knows.
 */
const createsSecret = /\/integration\/webhooks(\/[^/]+\/rotate-secret)?$/

/** Whether a call that may have arrived can be made again. */
function isRepeatable({ method, url, headers }: Request): boolean {
  if (method === 'GET') return true
  const { pathname } = new URL(url)
  return headers.has(idempotencyKey) && !createsSecret.test(pathname)
}

async function send(request: Request, retries: number): Promise<Response> {
  for (let attempt = 0; ; attempt++) {
    const isLast = attempt >= retries
    const response = await fetch(request.clone()).catch((error: unknown) => {
      if (isLast || !isRepeatable(request)) throw error
      return undefined
    })
    if (response && (isLast || !passing.includes(response.status)))
      return response
    await pause(waitMs(response, attempt))
  }
}

/** As long as the portal says, or twice as long after each failure. */
function waitMs(response: Response | undefined, attempt: number): number {
  const seconds = Number(response?.headers.get('retry-after') ?? Number.NaN)
  return Number.isFinite(seconds) ? seconds * 1000 : 250 * 2 ** attempt
}
