import type {} from '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'

/**
 * A cookie that only the server reads: HttpOnly, SameSite=Lax, and behind TLS
 * bound to the host by `__Host-`.
 */
const hiddenCookie = (isSecure: boolean, bareName: string, maxAge?: number) => {
  const name = isSecure ? `__Host-${bareName}` : bareName
  const options = {
    httpOnly: true,
    sameSite: 'lax',
    secure: isSecure,
    path: '/',
  } as const
  return {
    name,
    read: (request: FastifyRequest): string | undefined =>
      request.cookies[name],
    set: (reply: FastifyReply, token: string) =>
      reply.setCookie(name, token, {
        ...options,
        ...(maxAge !== undefined && { maxAge }),
      }),
    clear: (reply: FastifyReply) => reply.clearCookie(name, options),
  }
}

export type Cookie = ReturnType<typeof hiddenCookie>
export type Cookies = Record<
  'session' | 'challenge' | 'device' | 'oidc',
  Cookie
>

export const sessionCookie = (isSecure: boolean) =>
  hiddenCookie(isSecure, 'session')

/**
 * A sign-in between password and second factor; it gives access to nothing
 * else.
 */
export const challengeCookie = (isSecure: boolean) =>
  hiddenCookie(isSecure, 'sign-in')

/**
 * The sign-in in progress, from the redirect to the identity provider to its
 * callback.
 */
export const oidcCookie = (isSecure: boolean) =>
  hiddenCookie(isSecure, 'single-sign-on', 600)

export const knownDeviceDays = 90

/**
 * A known device: it gives access to nothing, but attempts of strangers do not
 * slow it down.
 */
export const deviceCookie = (isSecure: boolean) =>
  hiddenCookie(isSecure, 'device', knownDeviceDays * 24 * 3600)
