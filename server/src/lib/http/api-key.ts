import { keyPrefix } from '@portal/contract/integration/model'
import type { FastifyRequest } from 'fastify'

const scheme = `bearer ${keyPrefix}`

/**
 * The API key of a request: `Authorization: Bearer lrp_…`. Cookies are ignored
 * then, so other sites can't misuse them.
 */
export function readApiKey({
  headers: { authorization = '' },
}: Pick<FastifyRequest, 'headers'>): string | undefined {
  return authorization.toLowerCase().startsWith(scheme)
    ? authorization.slice('bearer '.length)
    : undefined
}
