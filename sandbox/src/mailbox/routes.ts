import { z } from 'zod'
import { ErrorBody, type Server } from '../lib/http-server.ts'
import { sendPage, serveStyles } from '../lib/pages.ts'
import { Mail, type Mailbox } from './mails.ts'
import { listPage, mailPage, missingPage } from './pages.ts'
import type { SmtpSwitch } from './smtp.ts'

const params = z.object({ id: z.string().max(100) })
const attachment = params.extend({
  index: z.coerce.number().int().min(0).max(1000),
})
const Mails = z.object({ items: z.array(Mail) })
const Filter = z.object({
  to: z
    .string()
    .max(254)
    .optional()
    .describe('The whole address it was sent to'),
})

const RefusalQuery = z.object({
  code: z.coerce.number().int().min(400).max(599).default(550),
  message: z.string().max(200).default('5.1.1 There is no such mailbox'),
})

// What a mail's HTML may do when it is shown: no script, no form, nothing
// loaded from outside.
const mailPolicy = [
  'sandbox allow-popups allow-popups-to-escape-sandbox',
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
].join('; ')
const noSniff = { 'x-content-type-options': 'nosniff' }

export function messageRoutes(app: Server, mailbox: Mailbox) {
  const tags = ['messages']
  const missing = { error: 'There is no such mail' }
  app.get(
    '/messages',
    {
      schema: {
        summary: 'Mails, newest first',
        tags,
        querystring: Filter,
        response: { 200: Mails },
      },
    },
    async ({ query }) => ({ items: mailbox.list(query.to) }),
  )
  app.get(
    '/messages/:id',
    {
      schema: {
        summary: 'One mail',
        tags,
        params,
        response: { 200: Mail, 404: ErrorBody },
      },
    },
    async ({ params }, reply) =>
      mailbox.find(params.id)?.mail ?? reply.code(404).send(missing),
  )
  app.get(
    '/messages/:id/attachments/:index',
    { schema: { summary: 'An attachment', tags, params: attachment } },
    async ({ params: { id, index } }, reply) => {
      const received = mailbox.find(id)
      const file = received?.files[index]
      if (!file) return reply.code(404).send(missing)
      const name = received.mail.attachments[index]?.name ?? 'file'
      const headerName = name.replaceAll(/[^\w .-]/g, '_')
      reply.headers({
        ...noSniff,
        'content-disposition': `attachment; filename="${headerName}"`,
      })
      return reply.type('application/octet-stream').send(file)
    },
  )
  app.delete(
    '/messages',
    { schema: { summary: 'Delete all mails', tags } },
    async (_request, reply) => {
      mailbox.clear()
      return reply.code(204).send()
    },
  )
}

/** How the mail server misbehaves, to show how the portal copes. */
export function faultRoutes(app: Server, mailbox: Mailbox, smtp: SmtpSwitch) {
  const tags = ['faults']
  app.put(
    '/refused-addresses',
    {
      schema: {
        summary:
          'Set the addresses that the SMTP server refuses, by default with 550',
        tags,
        querystring: RefusalQuery,
        body: z.array(z.string().max(254)).max(100),
      },
    },
    async ({ body, query: { code, message } }, reply) => {
      mailbox.refuse(body, { code, message })
      return reply.code(204).send()
    },
  )
  app.put(
    '/smtp',
    {
      schema: {
        summary:
          'Stop or start the SMTP server; stopped, it refuses connections',
        tags,
        body: z.object({ isUp: z.boolean() }),
      },
    },
    async ({ body }, reply) => {
      await smtp.set(body.isUp)
      return reply.code(204).send()
    },
  )
}

export function pageRoutes(app: Server, mailbox: Mailbox) {
  serveStyles(app)
  const tags = ['pages']
  app.get(
    '/',
    { schema: { summary: 'The list of mails', tags, querystring: Filter } },
    async ({ query }, reply) => {
      const to = query.to?.trim() ?? ''
      return sendPage(reply, listPage(mailbox.list(to), to))
    },
  )
  app.get(
    '/mails/:id',
    { schema: { summary: 'A mail to read', tags, params } },
    async ({ params }, reply) => {
      const mail = mailbox.find(params.id)?.mail
      return sendPage(reply, mail ? mailPage(mail) : missingPage())
    },
  )
  app.get(
    '/mails/:id/html',
    { schema: { summary: "A mail's HTML, for the frame", tags, params } },
    async ({ params }, reply) => {
      const html = mailbox.find(params.id)?.mail.html
      if (!html) return sendPage(reply, missingPage())
      reply.headers({
        ...noSniff,
        'content-security-policy': mailPolicy,
        'referrer-policy': 'no-referrer',
      })
      return reply
        .type('text/html; charset=utf-8')
        .send(`<base target="_blank">${html}`)
    },
  )
  app.post(
    '/clear',
    { schema: { summary: 'Delete all mails, from the page', tags } },
    async ({ headers }, reply) => {
      const site = headers['sec-fetch-site'] ?? 'same-origin'
      if (site !== 'same-origin')
        return reply
          .code(403)
          .send({ error: 'Only the mailbox page may do this' })
      mailbox.clear()
      return reply.redirect('/', 303)
    },
  )
}
