const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

export const escaped = (text: string) => text.replace(/[&<>"']/g, (character) => escapes[character] ?? '')

/** A paragraph, a link, or text to read off, such as a code. */
export type Part = string | { link: string; label: string } | { shown: string }

const asText = (part: Part): string =>
  typeof part === 'string' ? part : 'link' in part ? `${part.label}: ${part.link}` : `    ${part.shown}`

const asHtml = (part: Part): string => {
  if (typeof part === 'string') return `<p>${escaped(part)}</p>`
  if ('shown' in part)
    return `<p style="font-size:28px;letter-spacing:6px;font-family:monospace">${escaped(part.shown)}</p>`
  const href = escaped(part.link)
  return `<p><a href="${href}">${escaped(part.label)}</a><br><small>${href}</small></p>`
}

export const writeLetter = (parts: readonly Part[]): { text: string; html: string } => ({
  text: `${parts.map(asText).join('\n\n')}\n`,
  html: parts.map(asHtml).join('\n'),
})

export const greeting = (firstName: string) => (firstName ? `Hello ${firstName},` : 'Hello,')
