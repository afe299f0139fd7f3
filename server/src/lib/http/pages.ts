import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import { isPortalPath } from '@portal/contract/user/navigation'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { notFound } from '../errors.ts'

/**
 * What web/index.html has in place of the nonce of each answer
 * (docs/decisions/007-styles-under-the-policy.md).
 */
const nonceMark = '__CSP_NONCE__'

/**
 * What web/index.html has where the files of the addressed screen are named.
 */
const firstMark = /<!-- first-load[^<>]*-->/

const FileName = z.string().regex(/^[\w/.-]+$/)
const FirstLoad = z.array(
  z.object({
    pattern: z.string(),
    scripts: z.array(FileName),
    styles: z.array(FileName),
    fonts: z.array(FileName),
  }),
)

const policyWith = (nonce: string, logoOrigin: string) =>
  [
    "default-src 'self'",
    "script-src 'self'",
    // The theme's variables are style elements made in the browser; they carry
    // this answer's nonce.
    `style-src 'self' 'nonce-${nonce}'`,
    `img-src 'self' data: ${logoOrigin}`.trimEnd(),
    "font-src 'self'",
    "connect-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')

/**
 * The policy of workers, which have no page. The PDF worker reads strangers'
 * files; its image decoders are WebAssembly.
 */
const workerPolicy =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'"

/**
 * Empty if it is missing or of another version: screens only load more slowly
 * then.
 */
async function readFirstLoad(
  folder: string,
): Promise<z.infer<typeof FirstLoad>> {
  try {
    return FirstLoad.parse(
      JSON.parse(
        await readFile(join(folder, '.vite', 'first-load.json'), 'utf8'),
      ),
    )
  } catch {
    return []
  }
}

/**
 * What a browser preloads with the page of a screen, instead of finding it file
 * by file.
 */
async function firstLoads(folder: string, asked: readonly string[]) {
  const screens = (await readFirstLoad(folder)).map(
    ({ pattern, scripts, styles, fonts }) => ({
      pattern: new RegExp(pattern),
      html: [
        ...asked.map(
          (path) =>
            `<link rel="preload" as="fetch" crossorigin href="${path}">`,
        ),
        ...styles.map(
          (file) =>
            `<link rel="preload" as="style" crossorigin href="/${file}">`,
        ),
        ...scripts.map(
          (file) => `<link rel="modulepreload" crossorigin href="/${file}">`,
        ),
        ...fonts.map(
          (file) =>
            `<link rel="preload" as="font" type="font/woff2" crossorigin href="/${file}">`,
        ),
      ].join('\n    '),
    }),
  )
  return (path: string) =>
    screens.find(({ pattern }) => pattern.test(path))?.html ?? ''
}

type Options = {
  /** Whether the page names the first calls of its screen. */
  isFor?: (request: FastifyRequest) => boolean
  asked?: readonly string[]
  /** Finds a file of another release's web, by its path below /assets. */
  findAsset?: (name: string) => Promise<Buffer | undefined>
  /** The buyer's logo, the only image from another origin. */
  logoUrl?: string | undefined
}

const getOrigin = (logoUrl: string | undefined) =>
  logoUrl && URL.canParse(logoUrl) ? new URL(logoUrl).origin : ''

const forever = 'public, max-age=31536000, immutable'
const isScript = (path: string) => /\.m?js(\.\w+)?$/.test(path)

const mediaTypes: Record<string, string> = {
  js: 'text/javascript; charset=utf-8',
  mjs: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  wasm: 'application/wasm',
  woff2: 'font/woff2',
}

/**
 * Serves the assets that another release's page names and this node doesn't
 * have.
 */
function foreignAssets(
  app: FastifyInstance,
  findAsset: (name: string) => Promise<Buffer | undefined>,
) {
  app.get<{ Params: { '*': string } }>(
    '/assets/*',
    { schema: { hide: true } },
    async ({ params }, reply) => {
      const name = params['*']
      const content = FileName.safeParse(name).success
        ? await findAsset(name)
        : undefined
      if (!content) throw notFound('Page')
      if (isScript(name)) reply.header('content-security-policy', workerPolicy)
      const type =
        mediaTypes[name.split('.').at(-1) ?? ''] ?? 'application/octet-stream'
      return reply.type(type).header('cache-control', forever).send(content)
    },
  )
}

/**
 * Serves the built web: assets with a hash in their name for a year, and one
 * page for every path of the portal.
 */
export async function pages(
  app: FastifyInstance,
  folder: string,
  options: Options = {},
) {
  const { isFor = () => false, asked = [], logoUrl, findAsset } = options
  const logoOrigin = getOrigin(logoUrl)
  const page = await readFile(join(folder, 'index.html'), 'utf8')
  const firstLoadOf = await firstLoads(folder, asked)
  if (findAsset) foreignAssets(app, findAsset)
  await app.register(fastifyStatic, {
    root: folder,
    index: false,
    wildcard: false,
    preCompressed: true,
    // The page itself goes out only with its policy; the list of chunks is for
    // our own scripts.
    globIgnore: ['index.html', '.vite/**'],
    setHeaders: (reply, path) => {
      const isHashed = path.includes('/assets/')
      reply.header('cache-control', isHashed ? forever : 'no-cache')
      if (isScript(path)) reply.header('content-security-policy', workerPolicy)
    },
  })
  app.get('/*', { schema: { hide: true } }, (request, reply) => {
    if (request.url.startsWith('/api/') || request.url.startsWith('/assets/'))
      return reply.callNotFound()
    const [path = ''] = request.url.split('?')
    const isKnown = isPortalPath(path)
    // Browsers get the page, which redirects home; API clients get the error.
    if (!isKnown && !request.headers.accept?.includes('text/html'))
      throw notFound('Page')
    const nonce = randomBytes(16).toString('base64')
    const first = isFor(request) ? firstLoadOf(path) : ''
    return (
      reply
        .code(isKnown ? 200 : 404)
        .type('text/html; charset=utf-8')
        .header('cache-control', 'no-store')
        // No page of the portal is for search engines.
        .header('x-robots-tag', 'noindex')
        .header('content-security-policy', policyWith(nonce, logoOrigin))
        .send(page.replaceAll(nonceMark, nonce).replace(firstMark, first))
    )
  })
}
