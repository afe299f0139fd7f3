import { type Html, html } from '../lib/pages.ts'
import type { Mail } from './mails.ts'

const brand = 'Mailbox'

const format = new Intl.DateTimeFormat('en-US', {
  timeZone: 'America/New_York',
  dateStyle: 'medium',
  timeStyle: 'medium',
})

const timeElement = (at: string): Html =>
  html`<time class="when" datetime="${at}">${format.format(new Date(at))} ET</time>`

const toSubject = (mail: Mail) => mail.subject || '(no subject)'

const listItem = (mail: Mail): Html => {
  const recipients = mail.envelope.to.join(', ')
  const firstWords = mail.text.replace(/\s+/g, ' ').slice(0, 160)
  return html`<li><a href="/mails/${mail.id}">
<span class="name">${toSubject(mail)}</span>
${timeElement(mail.receivedAt)}
<span class="snippet">To ${recipients} · ${firstWords}</span>
</a></li>`
}

const emptyText = (to: string) =>
  to === ''
    ? 'No mail yet. What the portal sends, such as sign-in codes and invitations, appears here immediately; nothing leaves this machine.'
    : `No mail was sent to ${to}.`

const deleteButton = html`<form method="post" action="/clear"><button>Delete all mails</button></form>`

/** The list, with a search by recipient; `to` is '' for all mails. */
export const listPage = (mails: readonly Mail[], to: string) => {
  const hasMails = mails.length > 0
  const count = `${mails.length} ${mails.length === 1 ? 'mail' : 'mails'}`
  const list = hasMails
    ? html`<ul class="mails">${mails.map(listItem)}</ul>`
    : html`<p class="empty">${emptyText(to)}</p>`
  return {
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
<p class="count" role="status">${count}</p>
${hasMails ? deleteButton : null}
</div>
${list}`,
  }
}

/** A text whose addresses of pages are links. */
const linkedText = (text: string): Html[] =>
  text
    .split(/(https?:\/\/[^\s<>"']+)/)
    .map((part, index) =>
      index % 2 === 1
        ? html`<a href="${part}" target="_blank" rel="noopener noreferrer">${part}</a>`
        : html`${part}`,
    )

const fact = (name: string, value: Html[] | string): Html | null =>
  value.length === 0 ? null : html`<dt>${name}</dt><dd>${value}</dd>`

const formatAddresses = (addresses: Mail['to']) =>
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

const attachmentLinks = (mail: Mail): Html[] =>
  mail.attachments.map(({ name, size }, index) => {
    const address = `/messages/${mail.id}/attachments/${index}`
    const bytes = `${size.toLocaleString('en-US')} bytes`
    return html`<a href="${address}">${name}</a> (${bytes}) `
  })

const textPart = (mail: Mail): Html | null => {
  const isHtmlOnly = mail.text === '' && mail.html !== null
  if (isHtmlOnly) return null
  return html`<h2>Text</h2><pre class="sheet">${linkedText(mail.text)}</pre>`
}

/** The HTML in a frame that may run nothing and load nothing. */
const htmlPart = (mail: Mail): Html | null => {
  if (mail.html === null) return null
  return html`<h2>HTML</h2><iframe class="sheet" title="The mail as HTML" sandbox="allow-popups allow-popups-to-escape-sandbox" src="/mails/${mail.id}/html"></iframe>`
}

export const mailPage = (mail: Mail) => ({
  title: toSubject(mail),
  brand,
  policy: "form-action 'self'; frame-src 'self'",
  main: html`<p><a href="/">All mails</a></p>
<h1>${toSubject(mail)}</h1>
<dl class="facts">
${fact('From', mail.from ? formatAddresses([mail.from]) : mail.envelope.from)}
${fact('To', formatAddresses(mail.to))}
${fact('Cc', formatAddresses(mail.cc))}
${fact('Blind copy', blindCopies(mail))}
${fact('Received', [timeElement(mail.receivedAt)])}
${fact('Attached', attachmentLinks(mail))}
</dl>
${textPart(mail)}
${htmlPart(mail)}`,
})

export const missingPage = () => ({
  title: 'No such mail',
  brand,
  status: 404,
  main: html`<h1>No such mail</h1>
<p class="lead">It was deleted, or it never arrived. The mailbox stores the last 1,000 mails while it runs.</p>
<p><a href="/">All mails</a></p>`,
})
