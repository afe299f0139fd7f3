import * as api from '@portal/contract/live/api'
import type { FastifyInstance } from 'fastify'
import type { Cookie } from '../auth/sessions/cookie.ts'
import { hashToken } from '../auth/sessions/session.ts'
import { unauthorized } from '../lib/errors.ts'
import { serve, serveStream } from '../lib/http/serve.ts'
import { openStreams, type StreamDeps } from './open-streams.ts'
import { createPresence, setPresence } from './set-presence.ts'

type Deps = Omit<StreamDeps, 'presence'> & { cookie: Cookie }

export function liveRoutes(app: FastifyInstance, { cookie, ...deps }: Deps) {
  const presence = createPresence()
  const streams = openStreams({ ...deps, presence })
  app.addHook('preClose', async () => streams.stop())

  serveStream(app, api.openStream, async ({ ctx, query, reply }) => {
    const token = cookie.read(reply.request)
    // A print ticket can't open a stream.
    if (token === undefined) throw unauthorized('Sign in to continue')
    const lastId = reply.request.headers['last-event-id']
    await streams.open(
      reply,
      { actor: ctx.actor, tokenHash: hashToken(token) },
      [lastId].flat()[0],
      query.age,
    )
  })

  serve(app, api.setPresence, async ({ ctx, params, body }) => {
    await setPresence(ctx, params.id, body, (change) => streams.add(change))
    return {
      people: body.isHere ? presence.othersAt(params.id, ctx.actor.id) : [],
    }
  })
}
