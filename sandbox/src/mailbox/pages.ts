import { type Html, html } from '../lib/html.ts'
import { page as anyPage } from '../lib/page.ts'
import type { Mail } from './model.ts'

const page = (parts: { title: string; main: Html }) => anyPage({ ...parts, brand: 'Mailbox', style: 'mailbox.css' })

const when = new Intl.DateTimeFormat('en-US', {
  timeZone: 'America/New_York',
  dateStyle: 'medium',
  timeStyle: 'medium',
})

const time = (at: string): Html => html`<time class="when" datetime="${at}">${when.format(new Date(at))} ET</time>`

const subjectOf = (mail: Mail) => mail.subject || '(no subject)'

const row = (mail: Mail): Html => html`<li><a href="/mails/${mail.id}">
<span class="subject">${subjectOf(mail)}</span>
${time(mail.receivedAt)}
<span class="snippet">To ${mail.envelope.to.join(', ')} · ${mail.text.replace(/\s+/g, ' ').slice(0, 160)}</span>
</a></li>`

const count = (n: number) => `${n} ${n === 1 ? 'mail' : 'mails'}`

const emptyText = (to: string) =>
  to === ''
    ? 'No mail yet. What the portal sends, such as sign-in codes and invites, arrives here at once; nothing leaves this machine.'
    : `No mail was sent to ${to}.`

/** All mails, newest first, or those for one address. */
export const listPage = (mails: readonly Mail[], to: string): string =>
  page({
    title: 'Mails',
    main: html`<h1>Mails</h1>
<form class="search" method="get" action="/" role="search">
<label for="to">Sent to</label>
<div class="search-line">
<input id="to" name="to" type="search" value="${to}" placeholder="A whole e-mail address" autocomplete="off" autocapitalize="none" spellcheck="false" maxlength="254">
<button class="plain">Show</button>
</div>
</form>
<div class="toolbar">
<p class="count" role="status">${count(mails.length)}</p>
<div class="actions">
<a class="plain" href="${to === '' ? '/' : `/?to=${encodeURIComponent(to)}`}">Refresh</a>
${mails.length > 0 ? html`<form method="post" action="/clear"><button class="plain">Delete all mails</button></form>` : null}
</div>
</div>
${mails.length > 0 ? html`<ul class="mails">${mails.map(row)}</ul>` : html`<p class="empty">${emptyText(to)}</p>`}`,
  })

/** Text with its web addresses as links. Everything else stays text. */
const linked = (text: string): Html[] =>
  text
    .split(/(https?:\/\/[^\s<>"']+)/)
    .map((part, index) =>
      index % 2 === 1 ? html`<a href="${part}" target="_blank" rel="noopener noreferrer">${part}</a>` : html`${part}`,
    )

const fact = (name: string, value: Html | string): Html | null =>
  value === '' ? null : html`<dt>${name}</dt><dd>${value}</dd>`

const addressText = ({ name, address }: { name: string; address: string }) => (name ? `${name} <${address}>` : address)

/** Who got it without standing in its head. */
const blindCopies = ({ envelope, to, cc }: Mail) => {
  const shown = new Set([...to, ...cc].map(({ address }) => address.toLowerCase()))
  return envelope.to.filter((address) => !shown.has(address.toLowerCase()))
}

const attachment = ({ id }: Mail, { name, size }: Mail['attachments'][number], place: number): Html =>
  html`<a href="/messages/${id}/attachments/${String(place)}">${name}</a> (${size.toLocaleString('en-US')} bytes) `

/** One mail: its text, and its HTML in a frame that may run nothing and load nothing. */
export const mailPage = (mail: Mail): string =>
  page({
    title: subjectOf(mail),
    main: html`<p><a href="/">All mails</a></p>
<h1>${subjectOf(mail)}</h1>
<dl class="facts">
${fact('From', mail.from ? addressText(mail.from) : mail.envelope.from)}
${fact('To', mail.to.map(addressText).join(', '))}
${fact('Cc', mail.cc.map(addressText).join(', '))}
${fact('Blind copy', blindCopies(mail).join(', '))}
${fact('Received', time(mail.receivedAt))}
${mail.attachments.length === 0 ? null : html`<dt>Attached</dt><dd>${mail.attachments.map((file, place) => attachment(mail, file, place))}</dd>`}
</dl>
${mail.text === '' && mail.html !== null ? null : html`<h2>Text</h2><pre class="sheet">${linked(mail.text)}</pre>`}
${mail.html === null ? null : html`<h2>HTML</h2><iframe class="sheet" title="The mail as HTML" sandbox="allow-popups allow-popups-to-escape-sandbox" src="/mails/${mail.id}/html"></iframe>`}`,
  })

/** Said when a mail is gone or never was. */
export const missingPage = (): string =>
  page({
    title: 'No such mail',
    main: html`<h1>No such mail</h1>
<p class="lead">It was deleted, or it never came. The mailbox keeps the last 1,000 mails while it runs.</p>
<p><a href="/">All mails</a></p>`,
  })
