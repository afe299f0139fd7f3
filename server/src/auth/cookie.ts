import type { FastifyReply, FastifyRequest } from 'fastify'

/** The session cookie: HttpOnly, SameSite=Lax, and behind TLS bound to the host by its `__Host-` prefix. */
export const sessionCookie = (isSecure: boolean) => {
  const name = isSecure ? '__Host-session' : 'session'
  const options = { httpOnly: true, sameSite: 'lax', secure: isSecure, path: '/' } as const
  return {
    read: (request: FastifyRequest): string | undefined => request.cookies[name],
    set: (reply: FastifyReply, token: string) => reply.setCookie(name, token, options),
    clear: (reply: FastifyReply) => reply.clearCookie(name, options),
  }
}
export type SessionCookie = ReturnType<typeof sessionCookie>
