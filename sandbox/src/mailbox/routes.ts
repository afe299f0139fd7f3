import { z } from 'zod'
import { ErrorBody, type Server } from '../lib/http-server.ts'
import { type Html, html, sendPage, serveStyles } from '../lib/pages.ts'
import { Mail, type Mailbox } from './mails.ts'

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

// What a mail's HTML may do when it is shown: no script, no form, nothing
// loaded from outside.
const mailPolicy =
  "sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'self'"
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
      const name = (
        received.mail.attachments[index]?.name ?? 'file'
      ).replaceAll(/[^\w .-]/g, '_')
      reply.headers({
        ...noSniff,
        'content-disposition': `attachment; filename="${name}"`,
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
      if ((headers['sec-fetch-site'] ?? 'same-origin') !== 'same-origin')
        return reply
          .code(403)
          .send({ error: 'Only the mailbox page may do this' })
      mailbox.clear()
      return reply.redirect('/', 303)
    },
  )
}

const brand = 'Mailbox'

const format = new Intl.DateTimeFormat('en-US', {
  timeZone: 'America/New_York',
  dateStyle: 'medium',
  timeStyle: 'medium',
})

const time = (at: string): Html =>
  html`<time class="when" datetime="${at}">${format.format(new Date(at))} ET</time>`

const subjectOf = (mail: Mail) => mail.subject || '(no subject)'

const row = (mail: Mail): Html => html`<li><a href="/mails/${mail.id}">
<span class="name">${subjectOf(mail)}</span>
${time(mail.receivedAt)}
<span class="snippet">To ${mail.envelope.to.join(', ')} · ${mail.text.replace(/\s+/g, ' ').slice(0, 160)}</span>
</a></li>`

const emptyText = (to: string) =>
  to === ''
    ? 'No mail yet. What the portal sends, such as sign-in codes and invitations, appears here immediately; nothing leaves this machine.'
    : `No mail was sent to ${to}.`

const listPage = (mails: readonly Mail[], to: string) => ({
  title: 'Mails',
  brand,
  main: html`<h1>Mails</h1>
<form method="get" action="/" role="search">
<label for="to">Sent to</label>
<div class="line">
<input id="to" name="to" type="search" value="${to}" placeholder="Full email address" autocomplete="off" spellcheck="false" maxlength="254">
<button>Show</button>
</div>
</form>
<div class="line">
<p class="count" role="status">${mails.length} ${mails.length === 1 ? 'mail' : 'mails'}</p>
${mails.length > 0 ? html`<form method="post" action="/clear"><button>Delete all mails</button></form>` : null}
</div>
${mails.length > 0 ? html`<ul class="mails">${mails.map(row)}</ul>` : html`<p class="empty">${emptyText(to)}</p>`}`,
})

const linked = (text: string): Html[] =>
  text
    .split(/(https?:\/\/[^\s<>"']+)/)
    .map((part, index) =>
      index % 2 === 1
        ? html`<a href="${part}" target="_blank" rel="noopener noreferrer">${part}</a>`
        : html`${part}`,
    )

const fact = (name: string, value: Html[] | string): Html | null =>
  value.length === 0 ? null : html`<dt>${name}</dt><dd>${value}</dd>`

const addressesOf = (addresses: Mail['to']) =>
  addresses
    .map(({ name, address }) => (name ? `${name} <${address}>` : address))
    .join(', ')

/** Recipients who are not named in the mail's head. */
const blindCopies = ({ envelope, to, cc }: Mail) => {
  const named = new Set(
    [...to, ...cc].map(({ address }) => address.toLowerCase()),
  )
  return envelope.to
    .filter((address) => !named.has(address.toLowerCase()))
    .join(', ')
}

/**
 * One mail: its text, and its HTML in a frame that may run nothing and load
 * nothing.
 */
const mailPage = (mail: Mail) => ({
  title: subjectOf(mail),
  brand,
  policy: "form-action 'self'; frame-src 'self'",
  main: html`<p><a href="/">All mails</a></p>
<h1>${subjectOf(mail)}</h1>
<dl class="facts">
${fact('From', mail.from ? addressesOf([mail.from]) : mail.envelope.from)}
${fact('To', addressesOf(mail.to))}
${fact('Cc', addressesOf(mail.cc))}
${fact('Blind copy', blindCopies(mail))}
${fact('Received', [time(mail.receivedAt)])}
${fact(
  'Attached',
  mail.attachments.map(
    ({ name, size }, index) =>
      html`<a href="/messages/${mail.id}/attachments/${index}">${name}</a> (${size.toLocaleString('en-US')} bytes) `,
  ),
)}
</dl>
${mail.text === '' && mail.html !== null ? null : html`<h2>Text</h2><pre class="sheet">${linked(mail.text)}</pre>`}
${mail.html === null ? null : html`<h2>HTML</h2><iframe class="sheet" title="The mail as HTML" sandbox="allow-popups allow-popups-to-escape-sandbox" src="/mails/${mail.id}/html"></iframe>`}`,
})

const missingPage = () => ({
  title: 'No such mail',
  brand,
  status: 404,
  main: html`<h1>No such mail</h1>
<p class="lead">It was deleted, or it never arrived. The mailbox stores the last 1,000 mails while it runs.</p>
<p><a href="/">All mails</a></p>`,
})
