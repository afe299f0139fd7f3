import * as api from '@portal/contract/notification/api'
import { unsubscribePath } from '@portal/contract/user/navigation'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Ctx } from '../lib/ctx.ts'
import type { Listener } from '../lib/database/listen.ts'
import { keepId } from '../lib/http/idempotency.ts'
import { serve, serveOnce } from '../lib/http/serve.ts'
import type { Keys } from '../lib/integrations/secret-key.ts'
import { findOwnRefusal } from '../user/mark-refused.ts'
import { ListCache } from './cache-lists.ts'
import {
  createAnnouncement,
  createNotification,
  findAudience,
  getAnnouncement,
  getSentNotification,
  listAnnouncements,
} from './create.ts'
import { findPreferences } from './find-preferences.ts'
import { listNotifications } from './list.ts'
import {
  deleteNotification,
  markSeveralViewed,
  markViewed,
} from './mark-viewed.ts'
import { setPreferences } from './set-preferences.ts'
import { unsubscribe } from './unsubscribe.ts'

type Deps = {
  db: Ctx['db']
  listener: Listener | undefined
  canMail: boolean
  clock: () => Date
  keys: Keys
  publicUrl: string
}

export function notificationRoutes(app: FastifyInstance, deps: Deps) {
  const { db, listener, canMail } = deps
  const lists = new ListCache(listener, db)
  listRoute(app, lists)
  changeRoutes(app, lists)
  sendRoutes(app)
  mailRoutes(app, canMail)
  unsubscribeRoutes(app, deps)
}

/** Every open page polls every 3 s: an unchanged list is answered early. */
function listRoute(app: FastifyInstance, lists: ListCache) {
  app.register(async (polled) => {
    // Before parsing.
    polled.addHook('preValidation', async (request, reply) => {
      const seen = request.headers['if-none-match']
      if (
        seen === undefined ||
        lists.findTag(request.ctx.actor, request.url) !== seen
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
    canMail,
    refusal: await findOwnRefusal(ctx),
  }))
  serve(app, api.getPreferences, ({ ctx }) => findPreferences(ctx))
  serve(app, api.updatePreferences, ({ ctx, body }) =>
    setPreferences(ctx, body),
  )
}

/** The links of emails, which need no session. */
function unsubscribeRoutes(app: FastifyInstance, deps: Deps) {
  const { db, clock, keys, publicUrl } = deps
  app.register(async (forms) => {
    forms.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string' },
      (_request, body, done) =>
        done(null, Object.fromEntries(new URLSearchParams(String(body)))),
    )
    // RFC 8058 recommends this type.
    forms.addContentTypeParser(
      'multipart/form-data',
      { parseAs: 'buffer', bodyLimit: 4096 },
      ({ headers }: FastifyRequest, body: Buffer<ArrayBuffer>) =>
        readForm(body, headers['content-type'] ?? ''),
    )
    serve(forms, api.unsubscribe, async ({ params }) => {
      await unsubscribe({ db, now: clock(), keys }, params.token)
      return {}
    })
  })
  serve(app, api.openUnsubscribePage, async ({ params, reply }) =>
    reply.redirect(`${publicUrl}${unsubscribePath}/${params.token}`, 303),
  )
}

/** The fields of a multipart form, as an object; empty if it is malformed. */
const readForm = async (body: Buffer<ArrayBuffer>, type: string) => {
  const form = new Response(body, { headers: { 'content-type': type } })
  return Object.fromEntries(await form.formData().catch(() => []))
}
