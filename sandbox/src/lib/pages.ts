import { readFileSync } from 'node:fs'
import type { FastifyReply } from 'fastify'
import type { Server } from './http-server.ts'

class Html {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

export type { Html }

type Piece = string | number | Html | null | readonly Piece[]

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

const render = (piece: Piece): string => {
  if (piece === null) return ''
  if (piece instanceof Html) return piece.text
  if (typeof piece === 'object') return piece.map(render).join('')
  return String(piece).replace(
    /[&<>"']/g,
    (character) => entities[character] ?? character,
  )
}

/**
 * Markup with values filled in: text is escaped, markup made by this same tag
 * is not.
 */
export const html = (strings: TemplateStringsArray, ...pieces: Piece[]): Html =>
  new Html(
    strings.map((part, index) => part + render(pieces[index] ?? null)).join(''),
  )

type Page = {
  title: string
  brand: string
  main: Html
  script?: string
  status?: number
  policy?: string
}

/**
 * Sends a page under a policy without anything inline. `policy` adds
 * directives, such as where forms may lead.
 */
export const sendPage = (reply: FastifyReply, page: Page) => {
  const {
    title,
    brand,
    main,
    script,
    status = 200,
    policy = "form-action 'self'",
  } = page
  const base =
    "default-src 'none'; style-src 'self'; script-src 'self'; base-uri 'none'; frame-ancestors 'none'"
  return reply
    .code(status)
    .type('text/html; charset=utf-8')
    .headers({
      'content-security-policy': `${base}; ${policy}`,
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
    })
    .send(
      html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · ${brand}</title>
<link rel="stylesheet" href="/assets/pages.css">
${script ? html`<script src="/assets/${script}" defer></script>` : null}
</head>
<body>
<header><span class="brand">${brand}</span> <span class="badge">Sandbox</span></header>
<main>
${main}
</main>
</body>
</html>
`.text,
    )
}

export const serveAsset = (app: Server, file: URL, type: string) => {
  const content = readFileSync(file)
  app.get(
    `/assets/${file.pathname.split('/').at(-1)}`,
    { schema: { hide: true } },
    async (_request, reply) =>
      reply.type(type).header('cache-control', 'no-cache').send(content),
  )
}

export const serveStyles = (app: Server) =>
  serveAsset(
    app,
    new URL('./pages.css', import.meta.url),
    'text/css; charset=utf-8',
  )
