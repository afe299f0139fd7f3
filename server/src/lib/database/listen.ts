import { EventEmitter } from 'node:events'
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
  const listener = new ReconnectingListener(asRole(url, appRole), log)
  void listener.connect()
  return listener
}

class ReconnectingListener implements Listener {
  readonly #url: string
  readonly #log: Logger
  readonly #notifications = new EventEmitter<Record<Channel, [string]>>()
  readonly #gapHandlers: (() => void)[] = []
  #client: pg.Client | undefined
  #isFirst = true
  /** When it last connected; infinite while there is no connection. */
  #connectedAt = Number.POSITIVE_INFINITY
  #aliveAt = Number.NEGATIVE_INFINITY
  #reconnectMs = reconnectAfter.least
  #timer: NodeJS.Timeout | undefined
  #isStopped = false

  constructor(url: string, log: Logger) {
    this.#url = url
    this.#log = log
  }

  on(channel: Channel, handle: (payload: string) => void) {
    this.#notifications.on(channel, handle)
  }

  onGap(missed: () => void) {
    this.#gapHandlers.push(missed)
  }

  receivedAllSince(since: number): boolean {
    const isAlive = performance.now() - this.#aliveAt < pingCounts
    return this.#connectedAt <= since && isAlive
  }

  async stop() {
    this.#isStopped = true
    clearTimeout(this.#timer)
    await this.#client?.end().catch(() => undefined)
  }

  async connect() {
    const client = new pg.Client({
      connectionString: this.#url,
      application_name: 'portal listener',
      keepAlive: true,
      connectionTimeoutMillis: 5000,
      query_timeout: 2000,
    })
    this.#client = client
    client.on('error', (error) => this.#lose(client, error))
    client.on('end', () => this.#lose(client))
    client.on('notification', ({ channel, payload = '' }) => {
      this.#notifications.emit(channel as Channel, payload)
    })
    try {
      await client.connect()
      for (const channel of channels) await client.query(`listen ${channel}`)
      if (this.#client === client) this.#noteConnected(client)
    } catch (error) {
      this.#lose(client, error)
    }
  }

  #noteConnected(client: pg.Client) {
    if (!this.#isFirst) for (const missed of this.#gapHandlers) missed()
    this.#isFirst = false
    this.#connectedAt = performance.now()
    this.#aliveAt = this.#connectedAt
    this.#reconnectMs = reconnectAfter.least
    this.#schedule(pingEvery, () => this.#ping(client))
  }

  async #ping(client: pg.Client) {
    const sentAt = performance.now()
    try {
      await client.query('select')
      this.#aliveAt = sentAt
      if (this.#client === client)
        this.#schedule(pingEvery, () => this.#ping(client))
    } catch (error) {
      this.#lose(client, error)
    }
  }

  #lose(client: pg.Client, error?: unknown) {
    client.end().catch(() => undefined)
    if (this.#client !== client) return
    this.#client = undefined
    this.#connectedAt = Number.POSITIVE_INFINITY
    clearTimeout(this.#timer)
    if (!this.#isStopped)
      this.#log.warn({ err: error }, 'lost the notification connection')
    this.#schedule(this.#reconnectMs, () => this.connect())
    this.#reconnectMs = Math.min(this.#reconnectMs * 2, reconnectAfter.most)
  }

  #schedule(ms: number, work: () => Promise<void>) {
    if (!this.#isStopped) this.#timer = setTimeout(() => void work(), ms)
  }
}
