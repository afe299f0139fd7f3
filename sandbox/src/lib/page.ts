import { readFileSync } from 'node:fs'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { type Html, html } from './html.ts'

type Page = { title: string; brand: string; main: Html; style?: string; script?: string }

/** A whole page in the sandbox's look. `style` and `script` name assets of its own; it has to work without the script. */
export const page = ({ title, brand, main, style, script }: Page): string =>
  html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title} · ${brand}</title>
<link rel="stylesheet" href="/assets/pages.css">
${style ? html`<link rel="stylesheet" href="/assets/${style}">` : null}
${script ? html`<script src="/assets/${script}" defer></script>` : null}
</head>
<body>
<header class="top"><span class="brand">${brand}</span><span class="badge">Sandbox</span></header>
<main>
${main}
</main>
</body>
</html>
`.text

const basePolicy =
  "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self' data:; base-uri 'none'; frame-ancestors 'none'"

/** Sends a page under a policy without anything inline. `policy` adds directives, such as where forms may lead. */
export const sendPage = (reply: FastifyReply, status: number, body: string, policy = "form-action 'self'") =>
  reply
    .code(status)
    .type('text/html; charset=utf-8')
    .headers({
      'content-security-policy': `${basePolicy}; ${policy}`,
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
    })
    .send(body)

const types: Record<string, string> = { css: 'text/css; charset=utf-8', js: 'text/javascript; charset=utf-8' }

/** Serves these files, given by name and place, under /assets. Read once, when the server is made. */
export const serveAssets = (app: FastifyInstance, files: Record<string, URL>) => {
  for (const [name, place] of Object.entries(files)) {
    const content = readFileSync(place)
    const type = types[name.split('.').pop() ?? ''] ?? 'application/octet-stream'
    app.get(`/assets/${name}`, { schema: { hide: true } }, async (_request, reply) =>
      reply.type(type).headers({ 'x-content-type-options': 'nosniff', 'cache-control': 'no-cache' }).send(content),
    )
  }
}
