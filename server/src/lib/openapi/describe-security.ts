import { scopesFor, takesKey } from '@portal/contract/integration/policy'
import type { Endpoint } from '@portal/contract/lib/endpoint'
import { printTicketHeader } from '@portal/contract/reporting/model'

const cookie = (name: string, description: string) => ({
  type: 'apiKey',
  in: 'cookie',
  name,
  description,
})

/** The names of the cookies. */
export type CookieNames = { session: string; challenge: string }

/** How callers of these can authenticate. */
export function describeSecurity(
  endpoints: readonly Endpoint[],
  cookies: CookieNames,
) {
  const used = new Set(endpoints.flatMap(listSecurity).flatMap(Object.keys))
  const schemes = Object.entries(describeSchemes(cookies))
  return Object.fromEntries(schemes.filter(([name]) => used.has(name)))
}

const describeSchemes = ({ session, challenge }: CookieNames) => ({
  SESSION: cookie(session, 'The session of a signed-in user'),
  SIGN_IN: cookie(
    challenge,
    'A sign-in that is waiting for its second factor; valid for nothing else',
  ),
  API_KEY: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'lrp_…',
    description:
      'An API key of a service. It needs one of the scopes that the call names; without a name, any key will do',
  },
  LINK: {
    type: 'http',
    scheme: 'bearer',
    description: 'The token of an emailed link',
  },
  PRINT_TICKET: {
    type: 'apiKey',
    in: 'header',
    name: printTicketHeader,
    description: 'A one-time ticket for one call, used when a page is printed',
  },
})

type Security = Record<string, string[]>

/** How a caller of this can authenticate: each of these alone is enough. */
export function listSecurity(endpoint: Endpoint): Security[] {
  const { access, opensWith } = endpoint
  const ways: Security[] = access === 'PUBLIC' ? [] : [{ SESSION: [] }]
  if (opensWith) ways.push({ [opensWith]: [] })
  return [...ways, ...listKeyScopes(endpoint)]
}

/** The scopes with which an API key can make a call: any one of them. */
function listKeyScopes(endpoint: Endpoint): Security[] {
  if (!takesKey(endpoint)) return []
  if (endpoint.takesKey === 'ANY') return [{ API_KEY: [] }]
  return scopesFor(endpoint).map((scope) => ({ API_KEY: [scope] }))
}
