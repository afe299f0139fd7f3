const escapes: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

const escaped = (text: string) =>
  text.replace(/[&<>"']/g, (character) => escapes[character] ?? '')

export type Fact = { label: string; value: string }
type Table = { head: readonly string[]; rows: readonly (readonly string[])[] }

/**
 * A paragraph, a heading, facts, someone's words, a table, a button, text to
 * read off, such as a code, or a small note.
 */
export type Part =
  | string
  | { heading: string }
  | { facts: readonly Fact[] }
  | { quote: string }
  | { table: Table }
  | { link: string; label: string }
  | { shown: string }
  | { note: string }

/** A link below the mail. */
type FooterLink = { link: string; label: string }

type Letter = {
  brandName: string
  parts: readonly Part[]
  /** Why the reader gets it. */
  reason?: string
  links?: readonly FooterLink[]
}

const indented = (text: string) =>
  text
    .split('\n')
    .map((line) => `> ${line}`)
    .join('\n')

const tableAsText = ({ head, rows }: Table) =>
  rows
    .map(([name = '', ...cells]) => {
      const values = cells.map((cell, index) => `${head[index + 1]}: ${cell}`)
      return `${name}\n  ${values.join(', ')}`
    })
    .join('\n')

function partAsText(part: Part): string {
  if (typeof part === 'string') return part
  if ('heading' in part) return `== ${part.heading} ==`
  if ('facts' in part)
    return part.facts.map(({ label, value }) => `${label}: ${value}`).join('\n')
  if ('quote' in part) return indented(part.quote)
  if ('table' in part) return tableAsText(part.table)
  if ('link' in part) return `${part.label}: ${part.link}`
  if ('note' in part) return part.note
  return `    ${part.shown}`
}

const withBreaks = (text: string) => escaped(text).replaceAll('\n', '<br>')

const styles = {
  text: 'margin:0 0 16px',
  heading: 'margin:28px 0 12px;font-size:19px;line-height:1.3',
  label: 'padding:4px 16px 4px 0;color:#5c6570;vertical-align:top',
  value: 'padding:4px 0;vertical-align:top;font-weight:600',
  quote:
    'margin:0 0 16px;padding:8px 16px;border-left:3px solid #c9d1da;overflow-wrap:anywhere',
  head: 'padding:6px 12px 6px 0;color:#5c6570;text-align:left;font-weight:400',
  cell: 'padding:6px 12px 6px 0;border-top:1px solid #e3e7ec;vertical-align:top',
  button:
    'display:inline-block;padding:13px 22px;border-radius:6px;background:#1b4f8a;color:#ffffff;font-weight:600;text-decoration:none',
  shown: 'margin:0 0 16px;font:28px monospace;letter-spacing:6px',
  note: 'margin:0 0 16px;color:#5c6570;font-size:14px',
  plainLink: 'color:#1b4f8a',
}

const factAsHtml = ({ label, value }: Fact) =>
  `<tr><td style="${styles.label}">${escaped(label)}</td><td style="${styles.value}">${withBreaks(value)}</td></tr>`

function tableAsHtml({ head, rows }: Table): string {
  const heads = head.map(
    (text) => `<th style="${styles.head}">${escaped(text)}</th>`,
  )
  const lines = rows.map((cells) => {
    const columns = cells.map(
      (cell) => `<td style="${styles.cell}">${escaped(cell)}</td>`,
    )
    return `<tr>${columns.join('')}</tr>`
  })
  return `<table style="width:100%;margin:0 0 20px;border-collapse:collapse"><tr>${heads.join('')}</tr>${lines.join('\n')}</table>`
}

const buttonAsHtml = ({ link, label }: FooterLink) =>
  `<p style="margin:20px 0 24px"><a href="${escaped(link)}" style="${styles.button}">${escaped(label)}</a></p>`

function partAsHtml(part: Part): string {
  if (typeof part === 'string')
    return `<p style="${styles.text}">${withBreaks(part)}</p>`
  if ('heading' in part)
    return `<h2 style="${styles.heading}">${escaped(part.heading)}</h2>`
  if ('facts' in part)
    return `<table role="presentation" style="margin:0 0 16px;border-collapse:collapse">${part.facts.map(factAsHtml).join('\n')}</table>`
  if ('quote' in part)
    return `<blockquote style="${styles.quote}">${withBreaks(part.quote)}</blockquote>`
  if ('table' in part) return tableAsHtml(part.table)
  if ('link' in part) return buttonAsHtml(part)
  if ('note' in part)
    return `<p style="${styles.note}">${escaped(part.note)}</p>`
  return `<p style="${styles.shown}">${escaped(part.shown)}</p>`
}

const footerLinkAsHtml = ({ link, label }: FooterLink) =>
  `<a href="${escaped(link)}" style="${styles.plainLink}">${escaped(label)}</a>`

const footerAsHtml = ({ reason, links = [] }: Letter) =>
  [
    ...(reason ? [escaped(reason)] : []),
    ...(links.length > 0 ? [links.map(footerLinkAsHtml).join(' · ')] : []),
  ].join('<br>')

/** The name under which the portal sends mail. */
export const nameSender = (brandName: string) => `${brandName} Loan Review`

function asHtml(letter: Letter): string {
  const { brandName, parts } = letter
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light">
<title>${escaped(nameSender(brandName))}</title>
</head>
<body style="margin:0;padding:16px 8px;background:#f2f4f7;color:#1d2329;font:16px/1.5 -apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif">
<div style="max-width:600px;margin:0 auto;padding:24px;border-radius:8px;background:#ffffff">
<p style="margin:0 0 20px;color:#1b4f8a;font-weight:600">${escaped(nameSender(brandName))}</p>
${parts.map(partAsHtml).join('\n')}
</div>
<p style="max-width:600px;margin:0 auto;padding:16px 24px;color:#5c6570;font-size:13px">${footerAsHtml(letter)}</p>
</body>
</html>
`
}

function asText({ brandName, parts, reason, links = [] }: Letter): string {
  const footer = [
    nameSender(brandName),
    ...(reason ? [reason] : []),
    ...links.map(({ label, link }) => `${label}: ${link}`),
  ]
  return `${[...parts.map(partAsText), '--', footer.join('\n')].join('\n\n')}\n`
}

export const renderMail = (letter: Letter): { text: string; html: string } => ({
  text: asText(letter),
  html: asHtml(letter),
})

export const greeting = (firstName: string) =>
  firstName ? `Hello ${firstName},` : 'Hello,'
