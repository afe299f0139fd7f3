import {
  createServer,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http'
import { startOidc } from '@portal/sandbox/oidc/start'
import type { FastifyInstance } from 'fastify'
import { decodeJwt, importJWK, type JWTPayload, SignJWT } from 'jose'
import type { GroupRights } from '../src/lib/group-roles.ts'
import { createLog } from '../src/lib/log.ts'
import type { OidcSettings } from '../src/lib/oidc-settings.ts'
import { CookieJar } from './cookie-jar.ts'
import { test as base } from './http.ts'
import { listen } from './listen.ts'
import { type Browser, browserAt } from './signing-in.ts'

const clientSecret = 'a-secret-of-the-portal-at-the-provider'

export const groupRights: GroupRights[] = [
  {
    group: 'loan-underwriters',
    role: 'UNDERWRITER',
    permissions: ['myOwn', 'viewSlvDepartment'],
  },
  {
    group: 'loan-admins',
    role: 'UNDERWRITER',
    permissions: ['managePermissions'],
  },
  { group: 'loan-bdds', role: 'BDD', permissions: [] },
  { group: 'loan-sellers', role: 'SELLER', permissions: [] },
]

/** A browser at the identity provider: it keeps cookies, follows redirects. */
const idpBrowser = () => {
  const jar = new CookieJar()
  const send = async (url: string, form?: Record<string, string>) => {
    const response = await fetch(url, {
      redirect: 'manual',
      headers: { cookie: jar.toHeader() },
      ...(form && { method: 'POST', body: new URLSearchParams(form) }),
    })
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      jar.keep(name, value)
    }
    return response
  }
  /** Follows redirects until a page, or an address of the portal. */
  const follow = async (
    portal: string,
    start: string,
    form?: Record<string, string>,
  ): Promise<string | Response> => {
    let url = start
    let response = await send(url, form)
    for (;;) {
      const location = response.headers.get('location')
      if (location === null) return response
      url = new URL(location, url).href
      if (url.startsWith(portal)) return url
      response = await send(url)
    }
  }
  return { follow }
}

/**
 * `switchFrom`: the browser agrees to switch accounts, on a page of this site
 * (Sec-Fetch-Site).
 */
type SignInOptions = {
  browser?: Browser
  at?: ReturnType<typeof idpBrowser>
  switchFrom?: string
}

type ChangeToken = (token: string) => Promise<string>
type ChangeClaims = (claims: JWTPayload) => JWTPayload

export const test = base
  /** The portal's address, served by the node that the test chooses. */
  .extend('front', { scope: 'file' }, async ({}, { onCleanup }) => {
    let handle = (_request: IncomingMessage, response: ServerResponse): void =>
      void response.writeHead(503).end()
    const server = createServer((request, response) =>
      handle(request, response),
    )
    const port = await listen(server)
    onCleanup(() => {
      server.close()
      server.closeAllConnections()
    })
    return {
      url: `http://127.0.0.1:${port}`,
      answerBy: (app: FastifyInstance) => {
        handle = app.routing.bind(app)
      },
    }
  })
  .extend('idp', { scope: 'file' }, async ({ front }, { onCleanup }) => {
    const oidc = await startOidc({
      port: 0,
      portalOrigins: [front.url],
      clientSecret,
    })
    onCleanup(oidc.stop)
    return oidc
  })
  /** Changes the ID tokens that the provider returns until the test ends. */
  .extend('tamper', async ({ idp }, { onCleanup }) => {
    let change: ChangeToken | undefined
    onCleanup(() => {
      change = undefined
    })
    idp.provider().use(async (ctx, next) => {
      await next()
      const body = ctx.body as { id_token?: string } | undefined
      if (ctx.path === '/token' && body?.id_token && change)
        ctx.body = { ...body, id_token: await change(body.id_token) }
    })
    /** Signs claims as the provider does. */
    const sign = async (claims: JWTPayload) => {
      const key = idp.key()
      return new SignJWT(claims)
        .setProtectedHeader({ alg: 'ES256', kid: key.kid })
        .sign(await importJWK(key, 'ES256'))
    }
    return {
      token: (changeToken: ChangeToken) => {
        change = changeToken
      },
      /** The returned claims are added to the token's, or replace them. */
      claims: (changeClaims: ChangeClaims) => {
        change = (token) => {
          const claims = decodeJwt(token)
          return sign({ ...claims, ...changeClaims(claims) })
        }
      },
    }
  })
  /** Claims by email, which override the account's until the test ends. */
  .extend('claims', ({ idp }, { onCleanup }) => {
    onCleanup(() => idp.claims.clear())
    return idp.claims
  })
  /** The lines of the node's log. */
  .extend('lines', () => [] as string[])
  .extend('settings', ({ idp }): OidcSettings => {
    return {
      issuer: idp.issuer,
      isSandbox: false,
      clientId: 'loan-review-portal',
      clientSecret,
      scope: 'openid email profile',
      label: 'Continue with Acme ID',
      roles: groupRights,
      groupsClaim: 'groups',
      companyClaim: 'company_corr_id',
      verifiedClaim: 'email_verified',
    }
  })
  /** Starts a node, which serves the portal's address from now on. */
  .extend('oidcNode', ({ startNode, settings, front, lines }) => {
    const log = createLog('info', { write: (line) => void lines.push(line) })
    return async (
      clock = () => new Date(),
      more: Partial<OidcSettings> = {},
    ) => {
      const node = await startNode(clock, {
        log,
        settings: { publicUrl: front.url, oidc: { ...settings, ...more } },
      })
      front.answerBy(node)
      return node
    }
  })
  .extend('node', ({ oidcNode }) => oidcNode())
  /** Begins a sign-in, and returns the provider's address. */
  .extend('goToIdp', ({}) => {
    return async (browser: Browser, switchFrom?: string) => {
      const path = '/auth/oidc/sign-in?returnTo=%2Fslv'
      const { headers } =
        switchFrom === undefined
          ? await browser.get(path)
          : await browser.call('GET', `${path}&switchAccount=true`, {
              headers: {
                'sec-fetch-site': switchFrom,
                'sec-fetch-mode': 'navigate',
                'sec-fetch-dest': 'document',
              },
            })
      return String(headers.location)
    }
  })
  /**
   * Goes to the provider, chooses an account, and returns the callback's path
   * and query without opening it.
   */
  .extend('chooseAccount', ({ goToIdp, front }) => {
    return async (
      browser: Browser,
      email: string,
      at = idpBrowser(),
      switchFrom?: string,
    ) => {
      const start = await goToIdp(browser, switchFrom)
      const page = await at.follow(front.url, start)
      // Without a page, the provider still knows who signs in.
      const isChooser = typeof page !== 'string' && page.ok
      const end = isChooser
        ? await at.follow(front.url, page.url, { email })
        : page
      if (typeof end !== 'string')
        throw new Error(
          `${end.url} returned ${end.status}: ${await end.text()}`,
        )
      return end.slice(`${front.url}/api/v1`.length)
    }
  })
  .extend('signIn', ({ chooseAccount, node }) => {
    return async (
      email: string,
      {
        browser = browserAt(node),
        at = idpBrowser(),
        switchFrom,
      }: SignInOptions = {},
    ) => {
      const callback = await chooseAccount(browser, email, at, switchFrom)
      const { headers } = await browser.get(callback)
      const landing = new URL(
        String(headers.location),
        'https://portal.invalid',
      )
      return {
        browser,
        at,
        problem: landing.searchParams.get('problem'),
        returnTo: landing.searchParams.get('returnTo'),
      }
    }
  })
