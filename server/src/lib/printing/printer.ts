import { setTimeout as pause } from 'node:timers/promises'
import { printTicketHeader } from '@portal/contract/reporting/model'
import {
  type Browser,
  type BrowserContext,
  chromium,
  type Page,
  type Request,
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

/**
 * The page says so itself: `data-print` is `ready` once everything is drawn,
 * `failed` when there is nothing to print.
 */
const settled = '[data-print="ready"], [data-print="failed"]'

/** A page with our code loaded, waiting for a print. */
type Waiting = {
  context: BrowserContext
  page: Page
  refused: Promise<null>
  open: (print: Print) => Promise<unknown>
}

/**
 * Prints our own pages with a headless browser, started at the first print and
 * again after a crash.
 */
export function openPrinter({
  origin,
  start,
  log,
  chromiumPath,
  limitMs = 30_000,
  lastMs = 4_000,
}: Options): Printer {
  const queue = createFairQueue({ ...limits, message })
  let browser: Promise<Browser> | undefined
  let next: Promise<Waiting> | undefined
  const underWay = new Set<Promise<Buffer>>()
  let isStopped = false

  const launch = async (): Promise<Browser> => {
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

  /**
   * The browser, started if there is none; when it is gone, the next print
   * starts another.
   */
  const running = (): Promise<Browser> => {
    if (browser) return browser
    const own = launch()
    const forget = () => {
      if (browser !== own) return
      if (!isStopped) log.warn('the printing browser stopped')
      browser = undefined
      next = undefined
    }
    own.then((launched) => launched.on('disconnected', forget), forget)
    browser = own
    return own
  }

  /**
   * Loading our code takes most of the time, so a page is prepared for the next
   * print.
   */
  const prepare = async (): Promise<Waiting> => {
    const context = await (await running()).newContext({
      locale: 'en-US',
      timezoneId: 'America/New_York',
      serviceWorkers: 'block',
      acceptDownloads: false,
    })
    try {
      return await waitIn(context)
    } catch (error) {
      await context.close().catch(() => undefined)
      throw error
    }
  }

  const waitIn = async (context: BrowserContext): Promise<Waiting> => {
    let print: Print | undefined
    await context.route('**/*', (route, request) => {
      const path = pathOf(request, origin())
      if (path === null || !isOpen(path, start, print))
        return route.abort('blockedbyclient')
      const call = callOf(print, path)
      return call
        ? route.continue({
            headers: { ...request.headers(), [printTicketHeader]: call.ticket },
          })
        : route.continue()
    })
    const page = await context.newPage()
    page.setDefaultTimeout(limitMs)
    const refused = refusedIn(page)
    await page.goto(`${origin()}${start}`)
    const idle = await Promise.race([
      page.waitForSelector('[data-print="idle"]', { state: 'attached' }),
      refused,
    ])
    if (!idle) throw new Error('The print page did not load')
    const open = (given: Print) => {
      print = given
      return page.evaluate(goTo(given.address))
    }
    return { context, page, refused, open }
  }

  const take = (): Promise<Waiting> => {
    const ready = next ?? prepare()
    next = undefined
    return ready
  }

  const refill = () => {
    if (isStopped || next) return
    const made = prepare()
    next = made
    made.catch((err) => {
      if (next === made) next = undefined
      if (!isStopped) log.warn({ err }, 'could not prepare the next print')
    })
  }

  const once = async (
    order: () => Promise<Print>,
    signal: AbortSignal,
  ): Promise<Buffer> => {
    const { context, page, refused, open } = await take()
    const end = () => void context.close().catch(() => undefined)
    signal.addEventListener('abort', end, { once: true })
    try {
      signal.throwIfAborted()
      await open(await order())
      const state = await Promise.race([
        page.waitForSelector(settled, { state: 'attached' }),
        refused,
      ])
      if ((await state?.getAttribute('data-print')) !== 'ready')
        throw unavailable(failed)
      return await page.pdf({
        preferCSSPageSize: true,
        printBackground: true,
        tagged: true,
      })
    } finally {
      end()
      refill()
    }
  }

  const noted = (print: Promise<Buffer>) => {
    underWay.add(print)
    return print.finally(() => underWay.delete(print))
  }

  return {
    print: async (order, sender, given) => {
      const leave = await queue.enter(sender, given)
      const late = AbortSignal.timeout(limitMs)
      const signal = given ? AbortSignal.any([given, late]) : late
      try {
        for (let attempt = 1; ; attempt++) {
          if (isStopped) throw unavailable(failed)
          try {
            return await noted(until(signal, once(order, signal)))
          } catch (cause) {
            if (given?.aborted || refusalOf(cause)?.code === 'unauthorized')
              throw cause
            if (
              cause instanceof AppError ||
              late.aborted ||
              isStopped ||
              attempt === 2
            )
              throw unavailable(failed, cause)
            log.warn({ err: cause }, 'a print failed and will be retried once')
          }
        }
      } finally {
        leave()
      }
    },
    stop: async () => {
      isStopped = true
      await Promise.race([
        Promise.allSettled(underWay),
        pause(lastMs, undefined, { ref: false }),
      ])
      const own = browser
      browser = undefined
      await (await own?.catch(() => undefined))?.close()
    },
  }
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

const callOf = (print: Print | undefined, path: string) =>
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
  callOf(print, path) !== undefined

/** Navigates the page's router, like Back. */
const goTo = (address: string) =>
  `history.pushState({}, '', ${JSON.stringify(address)}); dispatchEvent(new PopStateEvent('popstate'))`
