import { setTimeout as pause } from 'node:timers/promises'
import { printTicketHeader } from '@portal/contract/reporting/model'
import {
  type Browser,
  type BrowserContext,
  chromium,
  type Page,
  type Request,
  type Route,
} from 'playwright-core'
import { createFairQueue, type Sender } from '../concurrency/fair-queue.ts'
import { AppError, refusalOf, unavailable } from '../errors.ts'
import type { Logger } from '../log.ts'
import { findChromium } from './chromium.ts'

/**
 * A page to print: its address, and its API calls, each with a one-time ticket.
 */
export type Print = {
  address: string
  calls: readonly { path: string; ticket: string }[]
}

export type Printer = {
  /**
   * Prints a page as PDF. Throws 429 when the sender has too many waiting, 503
   * when it takes too long or the browser crashes twice.
   */
  print: (
    order: () => Promise<Print>,
    sender: Sender,
    signal?: AbortSignal,
  ) => Promise<Buffer>
  /**
   * Refuses new prints, waits for those in progress, and closes the browser.
   */
  stop: () => Promise<void>
}

type Options = {
  /** The portal's address on this machine. */
  origin: () => string
  /** The page on which it waits for something to print. */
  start: string
  log: Logger
  chromiumPath?: string | undefined
  limitMs?: number
  /** Time for prints in progress to finish at shutdown. */
  lastMs?: number
}

const limits = { total: 2, perCompany: 2, perPerson: 1, waitingPerPerson: 5 }
const message =
  'Your other reports are still being printed. Try again when they are done.'
const failed = 'The report could not be printed. Try again.'

const maxAttempts = 2

/**
 * The page says so itself: `data-print` is `ready` once everything is drawn,
 * `failed` when there is nothing to print.
 */
const settled = '[data-print="ready"], [data-print="failed"]'

/** A page with our code loaded, waiting for a print. */
type PreparedPage = {
  context: BrowserContext
  page: Page
  refused: Promise<null>
  open: (print: Print) => Promise<unknown>
}

/**
 * Prints our own pages with a headless browser, started at the first print and
 * again after a crash.
 */
export const openPrinter = (options: Options): Printer =>
  new BrowserPrinter(options)

class BrowserPrinter implements Printer {
  readonly #options: Options
  readonly #limitMs: number
  readonly #queue = createFairQueue({ ...limits, message })
  readonly #inProgress = new Set<Promise<Buffer>>()
  #browser: Promise<Browser> | undefined
  /** The page that is prepared for the next print. */
  #next: Promise<PreparedPage> | undefined
  #isStopped = false

  constructor(options: Options) {
    this.#options = options
    this.#limitMs = options.limitMs ?? 30_000
  }

  async print(
    order: () => Promise<Print>,
    sender: Sender,
    signal?: AbortSignal,
  ): Promise<Buffer> {
    const leave = await this.#queue.enter(sender, signal)
    try {
      return await this.#printOrRetry(order, signal)
    } finally {
      leave()
    }
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    const lastMs = this.#options.lastMs ?? 4_000
    await Promise.race([
      Promise.allSettled(this.#inProgress),
      pause(lastMs, undefined, { ref: false }),
    ])
    const launching = this.#browser
    this.#browser = undefined
    const browser = await launching?.catch(() => undefined)
    await browser?.close()
  }

  async #printOrRetry(
    order: () => Promise<Print>,
    callerSignal: AbortSignal | undefined,
  ): Promise<Buffer> {
    const timeout = AbortSignal.timeout(this.#limitMs)
    const signal = callerSignal
      ? AbortSignal.any([callerSignal, timeout])
      : timeout
    for (let attempt = 1; ; attempt++) {
      if (this.#isStopped) throw unavailable(failed)
      try {
        return await this.#track(until(signal, this.#printOnce(order, signal)))
      } catch (cause) {
        const isUnauthorized = refusalOf(cause)?.code === 'unauthorized'
        if (callerSignal?.aborted || isUnauthorized) throw cause
        const isOver = timeout.aborted || this.#isStopped
        if (isOver || cause instanceof AppError || attempt === maxAttempts)
          throw unavailable(failed, cause)
        this.#options.log.warn(
          { err: cause },
          'a print failed and will be retried once',
        )
      }
    }
  }

  async #printOnce(
    order: () => Promise<Print>,
    signal: AbortSignal,
  ): Promise<Buffer> {
    const { context, page, refused, open } = await this.#takePage()
    const close = () => void context.close().catch(() => undefined)
    signal.addEventListener('abort', close, { once: true })
    try {
      signal.throwIfAborted()
      await open(await order())
      const element = await Promise.race([
        page.waitForSelector(settled, { state: 'attached' }),
        refused,
      ])
      const state = await element?.getAttribute('data-print')
      if (state !== 'ready') throw unavailable(failed)
      return await page.pdf({
        preferCSSPageSize: true,
        printBackground: true,
        tagged: true,
      })
    } finally {
      close()
      this.#prepareNext()
    }
  }

  #track(print: Promise<Buffer>): Promise<Buffer> {
    this.#inProgress.add(print)
    return print.finally(() => this.#inProgress.delete(print))
  }

  #takePage(): Promise<PreparedPage> {
    const page = this.#next ?? this.#preparePage()
    this.#next = undefined
    return page
  }

  /**
   * Loading our code takes most of the time, so a page is prepared for the next
   * print.
   */
  #prepareNext() {
    if (this.#isStopped || this.#next) return
    const page = this.#preparePage()
    this.#next = page
    page.catch((err) => {
      if (this.#next === page) this.#next = undefined
      if (!this.#isStopped)
        this.#options.log.warn({ err }, 'could not prepare the next print')
    })
  }

  async #preparePage(): Promise<PreparedPage> {
    const browser = await this.#getBrowser()
    const context = await browser.newContext({
      locale: 'en-US',
      timezoneId: 'America/New_York',
      serviceWorkers: 'block',
      acceptDownloads: false,
    })
    try {
      return await this.#loadPage(context)
    } catch (error) {
      await context.close().catch(() => undefined)
      throw error
    }
  }

  async #loadPage(context: BrowserContext): Promise<PreparedPage> {
    const { start } = this.#options
    const origin = this.#options.origin()
    let print: Print | undefined
    await context.route('**/*', (route, request) =>
      filterRequest(route, pathOf(request, origin), start, print),
    )
    const page = await context.newPage()
    page.setDefaultTimeout(this.#limitMs)
    const refused = refusedIn(page)
    await page.goto(`${origin}${start}`)
    const idle = await Promise.race([
      page.waitForSelector('[data-print="idle"]', { state: 'attached' }),
      refused,
    ])
    if (!idle) throw new Error('The print page did not load')
    const open = (order: Print) => {
      print = order
      return page.evaluate(goTo(order.address))
    }
    return { context, page, refused, open }
  }

  /**
   * The browser, started if there is none; when it is gone, the next print
   * starts another.
   */
  #getBrowser(): Promise<Browser> {
    if (this.#browser) return this.#browser
    const launching = launch(this.#options.chromiumPath)
    const forget = () => {
      if (this.#browser !== launching) return
      if (!this.#isStopped)
        this.#options.log.warn('the printing browser stopped')
      this.#browser = undefined
      this.#next = undefined
    }
    launching.then((browser) => browser.on('disconnected', forget), forget)
    this.#browser = launching
    return launching
  }
}

async function launch(chromiumPath: string | undefined): Promise<Browser> {
  const { executablePath, args, env } = await findChromium(chromiumPath)
  return chromium.launch({
    executablePath,
    args,
    env,
    ignoreDefaultArgs: ['--enable-automation'],
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
  })
}

/** Blocks what the print doesn't need, and adds the tickets of its calls. */
function filterRequest(
  route: Route,
  path: string | null,
  start: string,
  print: Print | undefined,
): Promise<void> {
  if (path === null || !isOpen(path, start, print))
    return route.abort('blockedbyclient')
  const call = findCall(print, path)
  if (!call) return route.continue()
  const headers = route.request().headers()
  return route.continue({
    headers: { ...headers, [printTicketHeader]: call.ticket },
  })
}

/** Fails as soon as the signal of one print does. */
const until = <T>(signal: AbortSignal, work: Promise<T>): Promise<T> => {
  const ended = Promise.withResolvers<never>()
  signal.addEventListener('abort', () => ended.reject(signal.reason), {
    once: true,
  })
  if (signal.aborted) ended.reject(signal.reason)
  return Promise.race([work, ended.promise])
}

/** Resolves with null when the portal refuses one of the page's requests. */
const refusedIn = (page: Page): Promise<null> =>
  new Promise((resolve) => {
    page.on('response', (response) => {
      if (response.status() >= 400) resolve(null)
    })
  })

/**
 * The path of a request that only reads from our own origin; null for any
 * other.
 */
const pathOf = (request: Request, origin: string): string | null => {
  const url = new URL(request.url())
  return request.method() === 'GET' && url.origin === origin
    ? url.pathname
    : null
}

const findCall = (print: Print | undefined, path: string) =>
  print?.calls.find((call) => call.path === path)

/** The page itself, its assets, public calls, and the calls of this print. */
const isOpen = (
  path: string,
  start: string,
  print: Print | undefined,
): boolean =>
  path === start ||
  path.startsWith('/assets/') ||
  path === '/favicon.svg' ||
  path === '/color-scheme.js' ||
  path === '/reload-once.js' ||
  path === '/api/v1/branding' ||
  findCall(print, path) !== undefined

/** Navigates the page's router, like Back. */
const goTo = (address: string) =>
  `history.pushState({}, '', ${JSON.stringify(address)}); dispatchEvent(new PopStateEvent('popstate'))`
