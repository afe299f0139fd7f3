import type { FastifyRequest } from 'fastify'
import { forbidden } from '../errors.ts'
import { readApiKey } from './api-key.ts'

const isRead = ({ method }: FastifyRequest) =>
  method === 'GET' || method === 'HEAD' || method === 'OPTIONS'

/** Whether someone opens an address in a tab, as a link in an email does. */
const isOpenedInTab = ({ headers }: FastifyRequest) =>
  headers['sec-fetch-mode'] === 'navigate' &&
  headers['sec-fetch-dest'] === 'document'

/**
 * Requests must come from our own pages (Sec-Fetch-Site, Origin) or from a
 * program, which sends neither header or an API key. Other sites can link to
 * the portal, but can't read the API or make it work with a visitor's cookies.
 */
export function refuseCrossSite(
  request: FastifyRequest,
  publicUrl: string,
): void {
  if (readApiKey(request)) return
  const isRefused = isRead(request)
    ? isForeign(request) && isApi(request) && !isOpenedInTab(request)
    : isForeign(request) || hasForeignOrigin(request, publicUrl)
  if (isRefused) throw forbidden('This request came from another site')
}

const isApi = ({ url }: FastifyRequest) => url.startsWith('/api/')

function isForeign({ headers }: FastifyRequest): boolean {
  const site = headers['sec-fetch-site']
  return site !== undefined && site !== 'same-origin' && site !== 'none'
}

const hasForeignOrigin = (
  { headers: { origin } }: FastifyRequest,
  publicUrl: string,
) =>
  origin !== undefined &&
  origin !== publicUrl &&
  !isSameLoopback(origin, publicUrl)

const loopback = /^http:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/

/**
 * All loopback names count as one on the same port. `Host` proves nothing: a
 * foreign name can resolve here (DNS rebinding).
 */
function isSameLoopback(origin: string, publicUrl: string): boolean {
  const own = loopback.exec(publicUrl)
  const other = loopback.exec(origin)
  return own !== null && other !== null && own[2] === other[2]
}
