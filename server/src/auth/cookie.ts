import type { FastifyReply, FastifyRequest } from 'fastify'

/** A cookie for the server alone: HttpOnly, SameSite=Lax, and behind TLS bound to the host by its `__Host-` prefix. */
const hiddenCookie = (isSecure: boolean, bareName: string, maxAge?: number) => {
  const name = isSecure ? `__Host-${bareName}` : bareName
  const options = { httpOnly: true, sameSite: 'lax', secure: isSecure, path: '/' } as const
  return {
    name,
    read: (request: FastifyRequest): string | undefined => request.cookies[name],
    set: (reply: FastifyReply, token: string) =>
      reply.setCookie(name, token, { ...options, ...(maxAge !== undefined && { maxAge }) }),
    clear: (reply: FastifyReply) => reply.clearCookie(name, options),
  }
}

/** The session. */
export const sessionCookie = (isSecure: boolean) => hiddenCookie(isSecure, 'session')
export type SessionCookie = ReturnType<typeof sessionCookie>

/** A sign-in between password and second factor: it opens nothing else. */
export const challengeCookie = (isSecure: boolean) => hiddenCookie(isSecure, 'sign-in')

export const knownDeviceDays = 90

/** A browser that somebody signed in from: it opens nothing, and strangers' tries do not slow it. */
export const deviceCookie = (isSecure: boolean) => hiddenCookie(isSecure, 'device', knownDeviceDays * 24 * 3600)
