import * as api from '@portal/contract/notification/api'
import type { FastifyInstance } from 'fastify'
import type { Ctx } from '../lib/ctx.ts'
import type { Listener } from '../lib/database/listen.ts'
import { conflict } from '../lib/errors.ts'
import { keepId } from '../lib/http/idempotency.ts'
import { serve, serveOnce } from '../lib/http/serve.ts'
import { cacheLists } from './cache-lists.ts'
import {
  createAnnouncement,
  createNotification,
  findAudience,
  getAnnouncement,
  getSentNotification,
  listAnnouncements,
} from './create.ts'
import { listNotifications } from './list.ts'
import {
  deleteNotification,
  getMail,
  markSeveralViewed,
  markViewed,
  setMail,
} from './mark-viewed.ts'

type ListCache = ReturnType<typeof cacheLists>

type Deps = {
  db: Ctx['db']
  listener: Listener | undefined
  canMail: boolean
}

export function notificationRoutes(
  app: FastifyInstance,
  { db, listener, canMail }: Deps,
) {
  const lists = cacheLists(listener, db)
  listRoute(app, lists)
  changeRoutes(app, lists)
  sendRoutes(app)
  mailRoutes(app, canMail)
}

/** Every open page polls every 3 s: an unchanged list is answered early. */
function listRoute(app: FastifyInstance, lists: ListCache) {
  app.register(async (polled) => {
    // Before parsing.
    polled.addHook('preValidation', async (request, reply) => {
      const seen = request.headers['if-none-match']
      if (
        seen === undefined ||
        lists.tagOf(request.ctx.actor, request.url) !== seen
      )
        return
      return reply.code(304).header('etag', seen).send()
    })
    // The list is unchanged after all.
    polled.addHook('onSend', async (request, reply, payload) => {
      const seen = request.headers['if-none-match']
      if (
        reply.statusCode !== 200 ||
        seen === undefined ||
        reply.getHeader('etag') !== seen
      )
        return payload
      reply
        .code(304)
        .removeHeader('content-type')
        .removeHeader('content-length')
      return null
    })
    serve(polled, api.listNotifications, async ({ ctx, query, reply }) => {
      const { list, tag } = await lists.read(ctx.actor, reply.request.url, () =>
        listNotifications(ctx, query),
      )
      reply.header('etag', tag)
      return list
    })
  })
}

function changeRoutes(app: FastifyInstance, lists: ListCache) {
  /**
   * Drops the actor's cached lists immediately, before the database notifies of
   * the change.
   */
  const changed = async <Answer>(
    ctx: Ctx,
    work: Promise<Answer>,
  ): Promise<Answer> => {
    const answer = await work
    lists.drop(ctx.actor.id)
    return answer
  }

  serve(app, api.updateNotification, ({ ctx, params }) =>
    changed(ctx, markViewed(ctx, params.id)),
  )
  serve(app, api.updateNotifications, ({ ctx, body }) => {
    const ids = body.map(({ id }) => id)
    return changed(ctx, markSeveralViewed(ctx, ids))
  })
  serve(app, api.deleteNotification, ({ ctx, params }) =>
    changed(ctx, deleteNotification(ctx, params.id)),
  )
}

function sendRoutes(app: FastifyInstance) {
  serveOnce(
    app,
    api.createNotification,
    ({ ctx, body }) => createNotification(ctx, body),
    {
      keep: keepId,
      read: ({ ctx }, { id }) => getSentNotification(ctx, id),
    },
  )
  serveOnce(
    app,
    api.createAnnouncement,
    ({ ctx, body }) => createAnnouncement(ctx, body),
    {
      keep: keepId,
      read: ({ ctx }, { id }) => getAnnouncement(ctx, id),
    },
  )
  serve(
    app,
    api.countRecipients,
    async ({ ctx, query: { roles = [], companyIds = [] } }) => {
      const people = await findAudience(ctx, { roles, companyIds })
      return { recipients: people.length }
    },
  )
  serve(app, api.listAnnouncements, ({ ctx, query }) =>
    listAnnouncements(ctx, query),
  )
}

function mailRoutes(app: FastifyInstance, canMail: boolean) {
  serve(app, api.getNotificationSettings, async ({ ctx }) => ({
    mail: await getMail(ctx),
    canMail,
  }))
  serve(app, api.updateNotificationSettings, async ({ ctx, body }) => {
    if (!canMail && body.mail !== 'OFF')
      throw conflict(
        'This portal can’t send email: no mail server is configured',
      )
    return { mail: await setMail(ctx, body.mail), canMail }
  })
}
