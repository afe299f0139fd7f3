import { readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import {
  createServer,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { printTicketHeader } from '@portal/contract/reporting/model'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import {
  afterEach,
  test as base,
  beforeEach,
  describe,
  expect,
  vi,
} from 'vitest'
import { listen } from '../../../test/listen.ts'
import { AppError, unauthorized } from '../errors.ts'
import { createLog } from '../log.ts'
import { findChromium } from './chromium.ts'
import { openPrinter, type Print, type Printer } from './printer.ts'

/**
 * A page like ours: it waits for popstate, and draws the response of its one
 * call.
 */
const page = (
  elsewhere: string,
) => `<!doctype html><main data-print="idle"></main><script>
  addEventListener('popstate', async () => {
    const main = document.querySelector('main')
    const tried = ['${elsewhere}/steal', '/api/v1/proxy-loans', '/slv'].map((url) => fetch(url).then(() => 'open', () => 'shut'))
    tried.push(fetch('/api/report', { method: 'POST' }).then(() => 'open', () => 'shut'))
    const answer = await fetch('/api/report')
    main.textContent = await answer.text() + ' ' + (await Promise.all(tried)).join(',')
    main.dataset.print = location.search === '?fails' ? 'failed' : 'ready'
  })
</script>`

type Answer = (request: IncomingMessage, response: ServerResponse) => void

const sendReport: Answer = (_, response) => response.end('the report')
const answer = { report: sendReport }
beforeEach(() => {
  answer.report = sendReport
})

let requests: IncomingMessage[] = []

const test = base
  .extend('origin', { scope: 'file' }, async ({}, { onCleanup }) => {
    const server = createServer((request, response) => {
      requests.push(request)
      if (request.url === '/api/report' && request.method === 'GET')
        answer.report(request, response)
      else
        response
          .setHeader('content-type', 'text/html')
          .end(page(origin.replace('127.0.0.1', 'localhost')))
    })
    const origin = `http://127.0.0.1:${await listen(server)}`
    onCleanup(() => {
      server.closeAllConnections()
      server.close()
    })
    return origin
  })
  // One browser for all tests that leave it usable.
  .extend('printer', { scope: 'file' }, async ({ origin }, { onCleanup }) => {
    const printer = openPrinter({
      origin: () => origin,
      start: '/page',
      log: createLog('silent'),
      limitMs: 50_000,
    })
    onCleanup(() => printer.stop())
    return printer
  })

const order = (address = '/page?it', ticket = 'ticket-1') => {
  const print: Print = { address, calls: [{ path: '/api/report', ticket }] }
  return async () => print
}

const seller = { id: 'ann', companyId: 'acme' }
const colleague = { id: 'al', companyId: 'acme' }
const stranger = { id: 'bo', companyId: 'birch' }

/** Whether a print succeeds. */
const isPrinted = async (printer: Printer) => {
  const [{ status }] = await Promise.allSettled([
    printer.print(order(), seller),
  ])
  return status === 'fulfilled'
}

/** Ends the browsers that this process started, as a crash would. */
const killBrowsers = () => {
  const parentOf = (id: string) =>
    readFileSync(`/proc/${id}/stat`, 'utf8').split(') ')[1]?.split(' ')[1]
  const isOurs = (id: string) => {
    try {
      return (
        parentOf(id) === String(process.pid) &&
        readFileSync(`/proc/${id}/comm`, 'utf8').startsWith('chrom')
      )
    } catch {
      return false // it ended as we looked
    }
  }
  const found = readdirSync('/proc').filter(
    (name) => /^\d+$/.test(name) && isOurs(name),
  )
  for (const id of found) process.kill(Number(id), 'SIGKILL')
  return found.length
}

/**
 * Names and signs in scripts that a borrower's name may have; the last one has
 * no font at all.
 */
const scripts: Record<string, string> = {
  Latin: 'Muñoz Łukasz',
  Cyrillic: 'Иванов № 7',
  Greek: 'Παπαδόπουλος',
  Arabic: 'محمد',
  Hebrew: 'כהן',
  Thai: 'สมชาย',
  Devanagari: 'राजेश',
  Han: '王小明',
  Kana: 'たなか',
  Hangul: '김철수',
  emoji: '🏠',
  Tifinagh: 'ⵣⴰⵎ',
}

const fontsFile = new URL(
  '../../../../web/src/features/reporting/print-fonts.css',
  import.meta.url,
)
const requireFromWeb = createRequire(fontsFile)

/**
 * The style sheets that the printed page imports, and their files, by the paths
 * of a page that links them.
 */
function readFontFile(path: string): Buffer | string {
  if (path === '/assets/print-fonts.css') {
    const imports = readFileSync(fontsFile, 'utf8').replace(
      /@import "(@fontsource[^"]+)"/g,
      (_, name: string) =>
        `@import "/assets/${name.endsWith('.css') ? name : `${name}/index.css`}"`,
    )
    const inter = '@import "/assets/@fontsource-variable/inter/index.css";'
    return `${inter}\n${imports}\nbody { font-family: var(--report-fonts) }`
  }
  const [scope = '', name = '', ...rest] = path
    .replace('/assets/', '')
    .split('/')
  return readFileSync(
    join(
      dirname(requireFromWeb.resolve(`${scope}/${name}/package.json`)),
      ...rest,
    ),
  )
}

const fontTest = test.extend(
  'fontOrigin',
  { scope: 'file' },
  async ({}, { onCleanup }) => {
    const text = Object.values(scripts).join('<br>')
    const html = `<!doctype html><meta charset="utf-8"><link rel="stylesheet" href="/assets/print-fonts.css">
    <main data-print="idle"></main><script>
    addEventListener('popstate', async () => {
      const main = document.querySelector('main')
      main.innerHTML = await (await fetch('/api/report')).text()
      document.body.getBoundingClientRect()
      await document.fonts.ready
      main.dataset.print = 'ready'
    })
  </script>`
    const server = createServer(({ url = '' }, response) => {
      if (url.startsWith('/assets/')) {
        response
          .setHeader(
            'content-type',
            url.endsWith('.css') ? 'text/css' : 'font/woff2',
          )
          .end(readFontFile(url))
      } else
        response
          .setHeader('content-type', 'text/html; charset=utf-8')
          .end(url === '/api/report' ? text : html)
    })
    const origin = `http://127.0.0.1:${await listen(server)}`
    onCleanup(() => {
      server.closeAllConnections()
      server.close()
    })
    return origin
  },
)

describe('without fonts in the system', () => {
  fontTest(
    'prints every script, eight reports together',
    async ({ fontOrigin }) => {
      const empty = await mkdtemp(join(tmpdir(), 'no-fonts-'))
      await writeFile(join(empty, 'fonts.conf'), '<fontconfig></fontconfig>')
      vi.stubEnv('FONTCONFIG_PATH', empty)
      const warnings = vi.fn()
      const log = Object.assign(createLog('silent'), { warn: warnings })
      const printer = openPrinter({
        origin: () => fontOrigin,
        start: '/page',
        log,
        limitMs: 50_000,
      })
      try {
        const people = Array.from({ length: 8 }, (_, index) => ({
          id: `person ${index}`,
          companyId: `company ${index}`,
        }))
        const prints = await Promise.all(
          people.map((person) => printer.print(order(), person)),
        )
        for (const print of prints) {
          const text = plainText(await readPdfText(print))
          for (const [script, words] of Object.entries(scripts)) {
            if (script === 'Tifinagh') continue
            // Arabic is stored as it is drawn, from right to left.
            const forms = [
              plainText(words),
              [...plainText(words)].toReversed().join(''),
            ]
            expect(
              forms.some((form) => text.includes(form)),
              `${script} in ${text}`,
            ).toBe(true)
          }
        }
        expect(warnings).not.toHaveBeenCalled()
      } finally {
        vi.unstubAllEnvs()
        await printer.stop()
        await rm(empty, { recursive: true })
      }
    },
  )
})

const plainText = (text: string) => text.normalize('NFKC').replace(/\s/g, '')

/** The text of a PDF, as a reader would copy it. */
async function readPdfText(bytes: Buffer): Promise<string> {
  const document = await getDocument({
    data: new Uint8Array(bytes),
    verbosity: 0,
  }).promise
  const page = await document.getPage(1)
  const { items } = await page.getTextContent()
  return items.map((item) => ('str' in item ? item.str : '')).join('\n')
}

describe('the printer', () => {
  test('prints a page as PDF, and allows only its own calls', async ({
    printer,
  }) => {
    requests = []
    const pdf = await printer.print(order(), seller)
    expect(pdf.subarray(0, 5).toString()).toBe('%PDF-')
    const seen = requests.map(({ method, url, headers }) => [
      method,
      url,
      headers[printTicketHeader] ?? null,
    ])
    const reports = seen.filter(([, url]) => url === '/api/report')
    expect(reports).toEqual([['GET', '/api/report', 'ticket-1']])
    for (const [, url, ticket] of seen.filter(
      ([, url]) => url !== '/api/report',
    ))
      expect([url, ticket]).toEqual(['/page', null])
  })

  test('refuses to print an error', async ({ printer }) => {
    await expect(
      printer.print(order('/page?fails'), seller),
    ).rejects.toMatchObject({ statusCode: 503 })
    answer.report = (_, response) => response.writeHead(404).end()
    await expect(printer.print(order(), seller)).rejects.toMatchObject({
      statusCode: 503,
    })
  })

  test('answers 401 for a sender who signed out while the print waited', async ({
    printer,
  }) => {
    const signedOut = async () => {
      throw unauthorized('Sign in to continue')
    }
    await expect(printer.print(signedOut, seller)).rejects.toMatchObject({
      statusCode: 401,
    })
  })

  test('retries once when its browser is killed, and keeps working afterward', async ({
    printer,
  }) => {
    let times = 0
    answer.report = (_, response) => {
      times++
      if (times === 1) expect(killBrowsers()).toBeGreaterThan(0)
      else response.end('the report')
    }
    expect((await printer.print(order(), seller)).length).toBeGreaterThan(1000)
    expect(times).toBe(2)
    answer.report = (_, response) => {
      killBrowsers()
      response.destroy()
    }
    await expect(printer.print(order(), seller)).rejects.toMatchObject({
      statusCode: 503,
    })
    answer.report = sendReport
    expect((await printer.print(order(), seller)).length).toBeGreaterThan(1000)
  })

  test('prints for two people at a time; a disconnect frees a place', async ({
    printer,
  }) => {
    const held: ServerResponse[] = []
    const two = Promise.withResolvers<void>()
    answer.report = (_, response) => {
      held.push(response)
      if (held.length === 2) two.resolve()
    }
    const gone = new AbortController()
    const given = printer.print(order(), seller, gone.signal)
    const kept = printer.print(order(), colleague)
    const third = printer.print(order(), stranger)
    await two.promise
    expect(held).toHaveLength(2)
    answer.report = sendReport
    gone.abort(new Error('hung up'))
    await expect(given).rejects.toThrow('hung up')
    expect((await third).length).toBeGreaterThan(1000)
    for (const response of held) response.end('the report')
    expect((await kept).length).toBeGreaterThan(1000)
  })

  test('prints for another seller while one is printing 30 reports', async ({
    printer,
  }) => {
    const held: ServerResponse[] = []
    answer.report = (_, response) => void held.push(response)
    const gone = new AbortController()
    const storm = Array.from({ length: 30 }, () =>
      printer
        .print(order(), seller, gone.signal)
        .catch((error: unknown) => error),
    )
    await expect.poll(() => held.length).toBe(1)
    answer.report = sendReport
    expect((await printer.print(order(), stranger)).length).toBeGreaterThan(
      1000,
    )
    gone.abort(new Error('hung up'))
    const answers = await Promise.all(storm)
    const refused = answers.filter(
      (one) => one instanceof AppError && one.code === 'too_many_requests',
    )
    expect(refused).toHaveLength(24) // one is printed, five wait
  })

  test('finishes a print in progress at shutdown within the time limit of other requests', async ({
    origin,
  }) => {
    for (const [lastMs, isFinished] of [
      [50_000, true],
      [1, false],
    ] as const) {
      const printer = openPrinter({
        origin: () => origin,
        start: '/page',
        log: createLog('silent'),
        lastMs,
      })
      const wanted = Promise.withResolvers<ServerResponse>()
      answer.report = (_, response) => wanted.resolve(response)
      const print = isPrinted(printer)
      const report = await wanted.promise
      const stopped = printer.stop()
      if (isFinished) report.end('the report')
      expect(await print).toBe(isFinished)
      await stopped
    }
  })

  test('gives up after its time limit, and prints nothing after its stop', async ({
    origin,
  }) => {
    const printer = openPrinter({
      origin: () => origin,
      start: '/page',
      log: createLog('silent'),
      limitMs: 1500,
    })
    // Until it is warm the limit may be reached in starting a browser.
    let isWarm = false
    for (let tries = 0; tries < 5 && !isWarm; tries++)
      isWarm = await isPrinted(printer)
    answer.report = () => {}
    await expect(printer.print(order(), seller)).rejects.toMatchObject({
      statusCode: 503,
      retryAfterSeconds: 2,
    })
    await printer.stop()
    await expect(printer.print(order(), seller)).rejects.toMatchObject({
      statusCode: 503,
    })
  })
})

afterEach(() => vi.unstubAllEnvs())

test('the browser’s environment has no secrets', async () => {
  const ours = [
    'DATABASE_URL',
    'FILES_URL',
    'SMTP_URL',
    'AWS_SECRET_ACCESS_KEY',
    'NODE_OPTIONS',
    'LD_PRELOAD',
    'MY_PATH',
  ]
  for (const name of ours) vi.stubEnv(name, 'secret')
  const its = [
    'PATH',
    'HOME',
    'TMPDIR',
    'LANG',
    'LC_ALL',
    'TZ',
    'LD_LIBRARY_PATH',
    'FONTCONFIG_PATH',
    'XDG_CACHE_HOME',
  ] as const
  for (const name of its) vi.stubEnv(name, `/its/${name}`)
  const { env } = await findChromium('/usr/bin/some-chromium')
  expect(env).toMatchObject(
    Object.fromEntries(its.map((name) => [name, `/its/${name}`])),
  )
  expect(Object.keys(env).filter((name) => ours.includes(name))).toEqual([])
})
