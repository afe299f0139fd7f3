import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { notFound } from './errors.ts'

/** What web/index.html has in place of the nonce of each answer (docs/decisions/007-styles-under-the-policy.md). */
const nonceMark = '__CSP_NONCE__'

const policyWith = (nonce: string) =>
  [
    "default-src 'self'",
    "script-src 'self'",
    // The theme's variables are style elements made in the browser; they carry this answer's nonce.
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: https:",
    "font-src 'self'",
    "connect-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')

/**
 * For scripts that run as workers: they have no page, so they bring their policy along. The PDF worker reads what
 * strangers made; its picture decoders are WebAssembly, and nothing else is to be run there.
 */
const workerPolicy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'"

/**
 * Serves the built web: assets, whose names carry their hash, for a year; every other path that is not the API's gets the
 * one page, which finds its own way. The page runs under a policy without inline scripts; its own style elements carry a
 * nonce that is fresh for each answer.
 */
export async function pages(app: FastifyInstance, folder: string) {
  const page = await readFile(join(folder, 'index.html'), 'utf8')
  await app.register(fastifyStatic, {
    root: folder,
    index: false,
    wildcard: false,
    preCompressed: true,
    // The page itself goes out only with its policy; the list of chunks is for our own scripts.
    globIgnore: ['index.html', '.vite/**'],
    setHeaders: (reply, path) => {
      const isHashed = path.includes('/assets/')
      reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache')
      if (/\.m?js(\.\w+)?$/.test(path)) reply.header('content-security-policy', workerPolicy)
    },
  })
  app.get('/*', { schema: { hide: true } }, (request, reply) => {
    if (request.url.startsWith('/api/') || request.url.startsWith('/assets/')) throw notFound('Page')
    const nonce = randomBytes(16).toString('base64')
    return reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-store')
      .header('content-security-policy', policyWith(nonce))
      .send(page.replaceAll(nonceMark, nonce))
  })
}
