const escapes: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

const escaped = (text: string) =>
  text.replace(/[&<>"']/g, (character) => escapes[character] ?? '')

type Item = { label: string; note: string; link: string | null }

/** A paragraph, a link, text to read off, such as a code, or a list. */
export type Part =
  | string
  | { link: string; label: string }
  | { shown: string }
  | { items: readonly Item[] }

const itemAsText = ({ label, note, link }: Item): string =>
  [`- ${label}`, note, link].filter(Boolean).join('\n  ')

const asText = (part: Part): string => {
  if (typeof part === 'string') return part
  if ('items' in part) return part.items.map(itemAsText).join('\n\n')
  return 'link' in part ? `${part.label}: ${part.link}` : `    ${part.shown}`
}

const itemAsHtml = ({ label, note, link }: Item): string => {
  const linked = link
    ? `<a href="${escaped(link)}">${escaped(label)}</a>`
    : escaped(label)
  return `<li>${linked}<br>${escaped(note)}</li>`
}

const asHtml = (part: Part): string => {
  if (typeof part === 'string') return `<p>${escaped(part)}</p>`
  if ('items' in part)
    return `<ul>${part.items.map(itemAsHtml).join('\n')}</ul>`
  if ('shown' in part)
    return `<p style="font-size:28px;letter-spacing:6px;font-family:monospace">${escaped(part.shown)}</p>`
  const href = escaped(part.link)
  return `<p><a href="${href}">${escaped(part.label)}</a><br><small>${href}</small></p>`
}

export const renderMail = (
  parts: readonly Part[],
): { text: string; html: string } => ({
  text: `${parts.map(asText).join('\n\n')}\n`,
  html: parts.map(asHtml).join('\n'),
})

export const greeting = (firstName: string) =>
  firstName ? `Hello ${firstName},` : 'Hello,'
