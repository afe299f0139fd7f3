import { once } from 'node:events'
import { createServer as createHttpServer } from 'node:http'
import { calculateJwkThumbprint, exportJWK, generateKeyPair } from 'jose'
import { createServer, portOf } from '../lib/http-server.ts'
import { createProvider, type SigningKey } from './provider.ts'
import { accountRoutes, type ExtraClaims } from './routes.ts'

type OidcOptions = {
  port: number
  host?: string
  /** Such as 'http://localhost:3005'; by default 127.0.0.1 and the port. */
  issuer?: string
  /**
   * Origins of the portals that people can return to. The first one gets logout
   * tokens.
   */
  portalOrigins: readonly string[]
  /** Without it, the portal is a public client. */
  clientSecret?: string
}

const newKey = async (): Promise<SigningKey> => {
  const { privateKey } = await generateKeyPair('ES256', { extractable: true })
  const key = await exportJWK(privateKey)
  return {
    ...key,
    kid: await calculateJwkThumbprint(key),
    alg: 'ES256',
    use: 'sig',
  }
}

const info = {
  title: 'Single sign-on',
  description: 'An OpenID Connect provider with the people of LoanDock.',
}

/**
 * Starts an OpenID Connect provider (oidc-provider) whose people are
 * LoanDock's; anyone may sign in as anyone. Its keys are new at each start.
 * `claims` are added to a person's, by email.
 */
export async function startOidc(options: OidcOptions) {
  if (process.env.NODE_ENV === 'production')
    throw new Error(
      'The single sign-on sandbox lets anyone sign in as anyone and does not start in production.',
    )
  const { port, host = '127.0.0.1', portalOrigins, clientSecret } = options
  const claims: ExtraClaims = new Map()
  let key = await newKey()
  const pages = await createServer(info, () => undefined)
  const server = createHttpServer().listen(port, host)
  await once(server, 'listening')
  const issuer = options.issuer ?? `http://127.0.0.1:${portOf(server)}`
  const open = () =>
    createProvider({ issuer, portalOrigins, claims, clientSecret, key })
  let provider = open()
  accountRoutes(pages, { provider: () => provider, claims, portalOrigins })
  await pages.ready()
  server.on('request', (request, response) => {
    if (/^\/(interaction|assets|accounts)(\/|$)/.test(request.url ?? ''))
      pages.routing(request, response)
    else provider.callback()(request, response)
  })

  return {
    issuer,
    claims,
    /**
     * The provider, to change its answers in tests, and the key that it signs
     * with.
     */
    provider: () => provider,
    key: () => key,
    /** Signs with a new key from now on and stops publishing the old one. */
    rotateKey: async () => {
      key = await newKey()
      provider = open()
    },
    stop: async () => {
      server.closeAllConnections()
      await Promise.all([
        pages.close(),
        new Promise((done) => server.close(done)),
      ])
    },
  }
}
