import pg from 'pg'
import type { Logger } from '../log.ts'
import { appRole, asRole } from './roles.ts'

const channels = ['notification', 'sla', 'change'] as const
type Channel = (typeof channels)[number]

export type Listener = {
  on: (channel: Channel, handle: (payload: string) => void) => void
  /**
   * Calls `missed` when the connection is back after a loss: something sent
   * meanwhile was missed.
   */
  onGap: (missed: () => void) => void
  /**
   * Whether everything sent since `since` (ms, performance.now) was surely
   * received.
   */
  receivedAllSince: (since: number) => boolean
  stop: () => Promise<void>
}

/** How often the connection is tested, and how long a test is valid, in ms. */
const pingEvery = 400
const pingCounts = 1000
const reconnectAfter = { least: 100, most: 5000 }

/**
 * Listens on its own connection, reconnects when it is lost, and pings it to
 * notice silent losses such as a pulled cable.
 */
export function openListener(url: string, log: Logger): Listener {
  const listeners: { channel: Channel; handle: (payload: string) => void }[] =
    []
  const gaps: (() => void)[] = []
  let client: pg.Client | undefined
  let isFirst = true
  let unbrokenSince = Number.POSITIVE_INFINITY
  let aliveAt = Number.NEGATIVE_INFINITY
  let wait = reconnectAfter.least
  let timer: NodeJS.Timeout | undefined
  let isStopped = false

  const later = (ms: number, work: () => Promise<void>) => {
    if (!isStopped) timer = setTimeout(() => void work(), ms)
  }

  const lose = (lost: pg.Client, error?: unknown) => {
    lost.end().catch(() => undefined)
    if (client !== lost) return
    client = undefined
    unbrokenSince = Number.POSITIVE_INFINITY
    clearTimeout(timer)
    if (!isStopped) log.warn({ err: error }, 'lost the notification connection')
    later(wait, connect)
    wait = Math.min(wait * 2, reconnectAfter.most)
  }

  const connect = async () => {
    const fresh = new pg.Client({
      connectionString: asRole(url, appRole),
      application_name: 'portal listener',
      keepAlive: true,
      connectionTimeoutMillis: 5000,
      query_timeout: 2000,
    })
    client = fresh
    fresh.on('error', (error) => lose(fresh, error))
    fresh.on('end', () => lose(fresh))
    fresh.on('notification', ({ channel, payload = '' }) => {
      for (const listener of listeners)
        if (listener.channel === channel) listener.handle(payload)
    })
    try {
      await fresh.connect()
      for (const channel of channels) await fresh.query(`listen ${channel}`)
      if (client !== fresh) return
      if (!isFirst) for (const missed of gaps) missed()
      isFirst = false
      unbrokenSince = performance.now()
      aliveAt = unbrokenSince
      wait = reconnectAfter.least
      later(pingEvery, () => ping(fresh))
    } catch (error) {
      lose(fresh, error)
    }
  }

  const ping = async (current: pg.Client) => {
    const askedAt = performance.now()
    try {
      await current.query('select')
      aliveAt = askedAt
      if (client === current) later(pingEvery, () => ping(current))
    } catch (error) {
      lose(current, error)
    }
  }

  void connect()
  return {
    on: (channel, handle) => void listeners.push({ channel, handle }),
    onGap: (missed) => void gaps.push(missed),
    receivedAllSince: (since) =>
      unbrokenSince <= since && performance.now() - aliveAt < pingCounts,
    stop: async () => {
      isStopped = true
      clearTimeout(timer)
      await client?.end().catch(() => undefined)
    },
  }
}
