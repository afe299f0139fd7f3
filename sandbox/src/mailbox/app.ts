import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { makeServer } from '../lib/http-server.ts'
import { sendPage, serveAssets } from '../lib/page.ts'
import { Refusal } from '../loan-dock/model.ts'
import { Mail } from './model.ts'
import { listPage, mailPage, missingPage } from './pages.ts'
import type { Post } from './post.ts'

const params = z.object({ id: z.string().max(100) })
const attached = params.extend({ place: z.coerce.number().int().min(0).max(1000) })
const To = z.object({ to: z.string().max(254).optional().describe('The whole address that it was sent to') })
const description = 'Mails that the portal sent to the sandbox over SMTP, for people and scripts to read.'

// What a mail's HTML may do when it is shown: look as it was made. No script, no form, nothing loaded from outside.
const mailPolicy =
  "sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'self'"

const jsonRoutes = (post: Post) => async (root: FastifyInstance) => {
  const app = root.withTypeProvider<ZodTypeProvider>()
  const tags = ['messages']

  app.get(
    '/messages',
    {
      schema: {
        summary: 'Mails, newest first',
        tags,
        querystring: To,
        response: { 200: z.object({ items: z.array(Mail) }) },
      },
    },
    async ({ query }) => ({ items: post.list(query.to) }),
  )

  app.get(
    '/messages/:id',
    { schema: { summary: 'One mail', tags, params, response: { 200: Mail, 404: Refusal } } },
    async ({ params }, reply) => post.find(params.id) ?? reply.code(404).send({ error: 'There is no such mail' }),
  )

  app.get(
    '/messages/:id/attachments/:place',
    { schema: { summary: 'What is attached to a mail, by its place', tags, params: attached } },
    async ({ params: { id, place } }, reply) => {
      const [file, name] = [post.file(id, place), post.find(id)?.attachments[place]?.name]
      if (!file) return reply.code(404).send({ error: 'There is no such file' })
      // Saved, never shown: it came from outside.
      return reply
        .type('application/octet-stream')
        .header('content-disposition', `attachment; filename="${(name ?? 'file').replaceAll(/[^\w .-]/g, '_')}"`)
        .header('x-content-type-options', 'nosniff')
        .send(file)
    },
  )

  app.delete(
    '/messages',
    { schema: { summary: 'Delete all mails', tags, response: { 204: z.null() } } },
    async (_request, reply) => {
      post.clear()
      return reply.code(204).send(null)
    },
  )
}

const pageRoutes = (post: Post) => async (root: FastifyInstance) => {
  const app = root.withTypeProvider<ZodTypeProvider>()
  const tags = ['pages']
  root.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, _body, done) =>
    done(null, {}),
  )

  app.get('/', { schema: { summary: 'The list of mails', tags, querystring: To } }, async ({ query }, reply) => {
    const to = query.to?.trim() ?? ''
    return sendPage(reply, 200, listPage(post.list(to), to))
  })

  app.get('/mails/:id', { schema: { summary: 'A mail to read', tags, params } }, async ({ params }, reply) => {
    const mail = post.find(params.id)
    return mail
      ? sendPage(reply, 200, mailPage(mail), "form-action 'self'; frame-src 'self'")
      : sendPage(reply, 404, missingPage())
  })

  app.get(
    '/mails/:id/html',
    { schema: { summary: "A mail's HTML, for the frame", tags, params } },
    async ({ params }, reply) => {
      const html = post.find(params.id)?.html
      if (!html) return sendPage(reply, 404, missingPage())
      return reply
        .type('text/html; charset=utf-8')
        .headers({
          'content-security-policy': mailPolicy,
          'x-content-type-options': 'nosniff',
          'referrer-policy': 'no-referrer',
        })
        .send(`<base target="_blank">${html}`)
    },
  )

  app.post('/clear', { schema: { summary: 'Delete all mails, from the page', tags } }, async ({ headers }, reply) => {
    const site = headers['sec-fetch-site']
    if (site !== undefined && site !== 'same-origin')
      return reply.code(403).send({ error: 'Only the mailbox page may ask this' })
    post.clear()
    return reply.redirect('/', 303)
  })
}

/** The mailbox's HTTP side, as a server that does not listen yet. */
export const makeMailboxApp = (post: Post, log: (line: string) => void): FastifyInstance => {
  const app = makeServer({ title: 'Mailbox', description }, log)
  app.register(jsonRoutes(post))
  app.register(pageRoutes(post))
  app.register(async (scope) =>
    serveAssets(scope, {
      'pages.css': new URL('../lib/pages.css', import.meta.url),
      'mailbox.css': new URL('./mailbox.css', import.meta.url),
    }),
  )
  return app
}
