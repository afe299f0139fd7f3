import type { ServerResponse } from 'node:http'
import {
  heartbeatSeconds,
  reloadEvent,
  type StreamEvent,
} from '@portal/contract/live/model'
import type { Actor } from '@portal/contract/user/model'
import { describeRights } from '@portal/contract/user/policy'
import type { FastifyReply } from 'fastify'
import { findSessions } from '../auth/sessions/session.ts'
import type { Db } from '../lib/database/db.ts'
import type { Listener } from '../lib/database/listen.ts'
import { AppError } from '../lib/errors.ts'
import type { Logger } from '../lib/log.ts'
import { openStreams as openStreamsGauge } from '../lib/metrics.ts'
import { type Change, parseChanges } from '../lib/publish.ts'
import { findReceivers } from './find-receivers.ts'
import { RecentChanges } from './keep-changes.ts'
import type { Presence } from './set-presence.ts'

/** How often changes are sent. */
const flushMs = 250
/**
 * How old the check of a stream's session and rights may be: before an event,
 * and otherwise.
 */
const staleMs = { event: 1000, idle: 5000 }
/**
 * A browser's tabs share a stream; without TLS each visible tab has its own.
 * HTTP/1.1 browsers allow six connections.
 */
const maxPerSession = 3
/** With more events in one batch, a stream gets one reload instead. */
const maxEvents = 50
/** A receiver with this many unread bytes is gone or too slow. */
const maxUnread = 65_536

type Stream = {
  response: ServerResponse
  actor: Actor
  tokenHash: Buffer
  checkedAt: number
  beatAt: number
}

export type StreamDeps = {
  db: Db
  clock: () => Date
  log: Logger
  listener: Listener | undefined
  presence: Presence
}

/** The open streams of this process, and what they are sent. */
export const openStreams = (deps: StreamDeps) => new Streams(deps)

class Streams {
  readonly #deps: StreamDeps
  readonly #streams = new Set<Stream>()
  readonly #changes = new RecentChanges()
  readonly #tick: NodeJS.Timeout
  /** Set while changes wait to be sent. */
  #flushTimer: NodeJS.Timeout | undefined

  constructor(deps: StreamDeps) {
    this.#deps = deps
    deps.listener?.on('change', (payload) => {
      for (const change of parseChanges(payload)) this.add(change)
    })
    deps.listener?.onGap(() => this.#reloadAll())
    this.#tick = setInterval(() => this.#checkRegularly(), 1000).unref()
  }

  /** Sends a change to the streams of those who may see it, soon. */
  add(change: Change) {
    const { presence } = this.#deps
    if (change.kind === 'PRESENCE' && !presence.note(change)) return
    this.#changes.add(change)
    this.#flushTimer ??= setTimeout(() => this.#flush(), flushMs)
  }

  /**
   * Takes over the reply. `lastId` is the last event that the caller received,
   * or `age` how old their data is in ms.
   */
  async open(
    reply: FastifyReply,
    { actor, tokenHash }: Pick<Stream, 'actor' | 'tokenHash'>,
    lastId: string | undefined,
    age: number,
  ) {
    this.#checkSessionLimit(tokenHash)
    const received = this.#changes.lastReceived(lastId, age)
    const stream = {
      response: reply.raw,
      actor,
      tokenHash,
      checkedAt: performance.now(),
      beatAt: 0,
    }
    startEventStream(reply)
    stream.response.once('close', () => {
      this.#streams.delete(stream)
      openStreamsGauge.dec()
    })
    this.#streams.add(stream)
    openStreamsGauge.inc()
    write(stream, ':\n\n')
    if (received === null) this.#reload(stream)
    else await this.#sendMissed(stream, received)
  }

  stop() {
    clearTimeout(this.#flushTimer)
    clearInterval(this.#tick)
    for (const stream of this.#streams) this.#close(stream)
  }

  #checkSessionLimit(tokenHash: Buffer) {
    const ofSession = [...this.#streams].filter((stream) =>
      stream.tokenHash.equals(tokenHash),
    )
    if (ofSession.length >= maxPerSession)
      throw new AppError(
        'too_many_requests',
        'Too many open streams in this session',
        { retryAfterSeconds: 60 },
      )
  }

  async #sendMissed(stream: Stream, received: number) {
    const upTo = this.#changes.lastSent
    const missed = this.#changes.sentAfter(received)
    try {
      if (missed.length > 0) await this.#send(missed, [stream], upTo)
    } catch (err) {
      this.#deps.log.warn({ err }, 'could not send the missed changes')
      this.#reload(stream)
    }
    write(stream, `id: ${this.#changes.eventId(upTo)}\n\n`)
  }

  async #flush() {
    // Counted as sent from now on: streams that open while this one reads get
    // these changes too, perhaps twice.
    const changes = this.#changes.takeUnsent()
    try {
      if (changes)
        await this.#send(changes, this.#streams, this.#changes.lastSent)
      else this.#reloadAll()
    } catch (err) {
      this.#deps.log.warn({ err }, 'could not send changes')
      this.#reloadAll()
    }
    this.#flushTimer = this.#changes.hasUnsent
      ? setTimeout(() => this.#flush(), flushMs)
      : undefined
  }

  /** Sends each of these streams the changes that its user may see. */
  async #send(
    changes: readonly Change[],
    streams: Iterable<Stream>,
    upTo: number,
  ) {
    if (this.#streams.size === 0) return
    const { db, presence } = this.#deps
    const eventsFor = await findReceivers(db, changes, presence.idsAt)
    const byActor = new Map<string, readonly StreamEvent[]>()
    const receivers = [...streams].flatMap((stream) => {
      const { actor } = stream
      const key = `${actor.id} ${actor.companyId} ${describeRights(actor)}`
      const events = byActor.get(key) ?? eventsFor(actor)
      byActor.set(key, events)
      return events.length > 0 ? [{ stream, events }] : []
    })
    await this.#check(
      receivers.map(({ stream }) => stream),
      staleMs.event,
    )
    const id = this.#changes.eventId(upTo)
    for (const { stream, events } of receivers) {
      if (!this.#streams.has(stream)) continue
      if (events.length > maxEvents) this.#reload(stream)
      else write(stream, events.map((event) => formatFrame(id, event)).join(''))
    }
  }

  /** Closes those streams whose session ended or whose rights changed. */
  async #check(streams: Iterable<Stream>, maxAgeMs: number) {
    const now = performance.now()
    const unchecked = [...streams].filter(
      ({ checkedAt }) => now - checkedAt > maxAgeMs,
    )
    if (unchecked.length === 0) return
    const { db, clock } = this.#deps
    const tokenHashes = unchecked.map(({ tokenHash }) => tokenHash)
    const sessions = await findSessions(db, tokenHashes, clock())
    for (const stream of unchecked) {
      const session = sessions.get(stream.tokenHash.toString('hex'))
      if (session?.isActive && isSame(session.actor, stream.actor))
        stream.checkedAt = now
      else this.#close(stream)
    }
  }

  #checkRegularly() {
    const { presence, log } = this.#deps
    const now = performance.now()
    for (const stream of this.#streams)
      if (stream.beatAt < now) write(stream, ':\n\n')
    for (const change of presence.overdue()) this.add(change)
    this.#check(this.#streams, staleMs.idle).catch((err) =>
      log.warn({ err }, 'could not check the sessions of streams'),
    )
  }

  #reloadAll() {
    for (const stream of this.#streams) this.#reload(stream)
  }

  #reload(stream: Stream) {
    const id = this.#changes.eventId(this.#changes.lastSent)
    write(stream, `event: ${reloadEvent}\nid: ${id}\ndata: {}\n\n`)
  }

  #close(stream: Stream) {
    this.#streams.delete(stream)
    stream.response.end()
  }
}

function startEventStream(reply: FastifyReply) {
  reply.hijack()
  reply.headers({
    'content-type': 'text/event-stream',
    'cache-control': 'no-store, no-transform',
    // Nginx would buffer it.
    'x-accel-buffering': 'no',
  })
  for (const [name, value] of Object.entries(reply.getHeaders()))
    if (value !== undefined) reply.raw.setHeader(name, value)
}

function write(stream: Stream, text: string) {
  if (stream.response.writableLength > maxUnread) stream.response.destroy()
  else stream.response.write(text)
  stream.beatAt = performance.now() + heartbeatSeconds * 1000
}

const isSame = (one: Actor, other: Actor) =>
  one.id === other.id &&
  one.companyId === other.companyId &&
  describeRights(one) === describeRights(other)

const formatFrame = (id: string, event: StreamEvent) =>
  `id: ${id}\ndata: ${JSON.stringify(event)}\n\n`
