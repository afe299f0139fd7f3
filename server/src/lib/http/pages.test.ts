import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test as base, expect } from 'vitest'
import { temporaryFolder } from '../../../test/files.ts'
import { createLog } from '../log.ts'
import { pages } from './pages.ts'
import { webServer } from './web-server.ts'

const screen = (pattern: string, name: string) => ({
  pattern,
  scripts: [`assets/${name}.js`],
  styles: [`assets/${name}.css`],
  fonts: ['assets/letters.woff2'],
})

const screens = JSON.stringify([
  screen('^/condition-manager(?:/[^/]+)?/?$', 'tdocs'),
  screen('^/slv/?$', 'slvs'),
])

const test = base
  .extend('written', screens)
  .extend('app', async ({ written }, { onCleanup }) => {
    const { folder, remove } = await temporaryFolder()
    await writeFile(
      join(folder, 'index.html'),
      '<head><!-- first-load: here --></head>',
    )
    await mkdir(join(folder, '.vite'))
    await writeFile(join(folder, '.vite', 'first-load.json'), written)
    const app = await webServer(createLog('silent'), 'http://portal')
    await pages(app, folder, {
      isFor: ({ cookies }) => cookies.session !== undefined,
      asked: ['/api/v1/auth/profile'],
      logoUrl: 'https://images.example/logo.png',
    })
    onCleanup(async () => {
      await app.close()
      await remove()
    })
    return app
  })
  .extend(
    'page',
    ({ app }) =>
      async (
        url: string,
        cookies: Record<string, string> = { session: 'token' },
      ) => {
        return (await app.inject({ url, cookies })).body
      },
  )

test.for([
  '/metrics',
  '/scim/v2/Users',
  '/.well-known/security.txt',
  '/index.php',
  '//slv',
])(
  '%s is not a path of the portal: 404, with the page for a person who opened it',
  async (url, { app }) => {
    const asked = await app.inject({ url })
    expect([asked.statusCode, asked.json().code]).toEqual([404, 'not_found'])
    const opened = await app.inject({
      url,
      headers: { accept: 'text/html,*/*;q=0.8' },
    })
    expect([opened.statusCode, opened.body]).toEqual([404, '<head></head>'])
  },
)

test('the page may load images only from the portal and the logo’s origin', async ({
  app,
}) => {
  const { headers } = await app.inject({ url: '/slv' })
  expect(headers['content-security-policy']).toContain(
    "img-src 'self' data: https://images.example;",
  )
  expect(headers['x-frame-options']).toBe('DENY')
})

test.for([
  '/condition-manager',
  '/condition-manager/',
  '/condition-manager/an-id?search=a',
])(
  'the page at %s names what its screen is drawn with, and who is signed in',
  async (url, { page }) => {
    const html = await page(url)
    expect(html).toContain(
      '<link rel="modulepreload" crossorigin href="/assets/tdocs.js">',
    )
    expect(html).toContain(
      '<link rel="preload" as="style" crossorigin href="/assets/tdocs.css">',
    )
    expect(html).toContain(
      '<link rel="preload" as="font" type="font/woff2" crossorigin href="/assets/letters.woff2">',
    )
    expect(html).toContain(
      '<link rel="preload" as="fetch" crossorigin href="/api/v1/auth/profile">',
    )
    expect(html).not.toContain('slvs')
  },
)

test('a page outside the portal, or without a session, preloads nothing', async ({
  page,
}) => {
  expect(await page('/reporting/single-loan-variance/download')).toBe(
    '<head></head>',
  )
  expect(await page('/condition-manager/an-id/more')).toBe('<head></head>')
  expect(await page('/slv', {})).toBe('<head></head>')
  expect(await page('/slv')).toContain('slvs.js')
})

const older = test.extend('written', '[{ "pattern": "^/slv/?$" }]')
older('an outdated list of files is ignored', async ({ page }) => {
  expect(await page('/slv')).toBe('<head></head>')
})
