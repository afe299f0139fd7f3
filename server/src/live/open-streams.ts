import { randomBytes } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import {
  heartbeatSeconds,
  reloadEvent,
  type StreamEvent,
} from '@portal/contract/live/model'
import type { Actor } from '@portal/contract/user/model'
import { rightsOf } from '@portal/contract/user/policy'
import type { FastifyReply } from 'fastify'
import { findSessions } from '../auth/sessions/session.ts'
import type { Db } from '../lib/database/db.ts'
import type { Listener } from '../lib/database/listen.ts'
import { AppError } from '../lib/errors.ts'
import type { Logger } from '../lib/log.ts'
import { openStreams as openStreamsGauge } from '../lib/metrics.ts'
import { type Change, parseChanges } from '../lib/publish.ts'
import { findReceivers } from './find-receivers.ts'
import type { Presence } from './set-presence.ts'

/**
 * How often changes are sent, and how many are kept for streams that resume.
 */
const flushMs = 250
const maxKept = 2_000
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
type Kept = { number: number; at: number; change: Change }

export type StreamDeps = {
  db: Db
  clock: () => Date
  log: Logger
  listener: Listener | undefined
  presence: Presence
}

/** The open streams of this process, and what they are sent. */
export function openStreams({
  db,
  clock,
  log,
  listener,
  presence,
}: StreamDeps) {
  const streams = new Set<Stream>()
  const kept: Kept[] = []
  /** Ids of events are only valid in the process that numbered them. */
  const process = randomBytes(6).toString('base64url')
  let number = 0
  let flushed = 0
  let timer: NodeJS.Timeout | undefined

  const close = (stream: Stream) => {
    streams.delete(stream)
    stream.response.end()
  }

  const write = (stream: Stream, text: string) => {
    if (stream.response.writableLength > maxUnread) stream.response.destroy()
    else stream.response.write(text)
    stream.beatAt = performance.now() + heartbeatSeconds * 1000
  }

  const reload = (stream: Stream) =>
    write(
      stream,
      `event: ${reloadEvent}\nid: ${process}-${flushed}\ndata: {}\n\n`,
    )

  /**
   * Closes streams whose session ended or whose rights changed. Returns the
   * others.
   */
  const check = async (
    some: readonly Stream[],
    maxAge: number,
  ): Promise<Stream[]> => {
    const old = some.filter(
      ({ checkedAt }) => performance.now() - checkedAt > maxAge,
    )
    if (old.length > 0) {
      const at = performance.now()
      const sessions = await findSessions(
        db,
        old.map(({ tokenHash }) => tokenHash),
        clock(),
      )
      for (const stream of old) {
        const session = sessions.get(stream.tokenHash.toString('hex'))
        if (session?.isActive && isSame(session.actor, stream.actor))
          stream.checkedAt = at
        else close(stream)
      }
    }
    return some.filter((stream) => streams.has(stream))
  }

  /** Sends each of these streams the changes that its user may see. */
  const send = async (
    changes: readonly Change[],
    some: Iterable<Stream>,
    upTo: number,
  ) => {
    const eventsFor = await findReceivers(db, changes, presence.idsAt)
    const byActor = new Map<string, readonly StreamEvent[]>()
    const receivers = [...some].flatMap((stream) => {
      const { actor } = stream
      const key = `${actor.id} ${actor.companyId} ${rightsOf(actor)}`
      const events = byActor.get(key) ?? eventsFor(actor)
      byActor.set(key, events)
      return events.length > 0 ? [{ stream, events }] : []
    })
    const allowed = new Set(
      await check(
        receivers.map(({ stream }) => stream),
        staleMs.event,
      ),
    )
    for (const { stream, events } of receivers) {
      if (!allowed.has(stream)) continue
      if (events.length > maxEvents) reload(stream)
      else
        write(
          stream,
          events.map((event) => frameOf(`${process}-${upTo}`, event)).join(''),
        )
    }
  }

  const flush = async () => {
    const fresh = kept
      .filter((one) => one.number > flushed)
      .map(({ change }) => change)
    const isWhole = fresh.length === number - flushed
    // Streams that open while this one reads get these changes too, perhaps
    // twice.
    flushed = number
    try {
      if (isWhole) await send(fresh, streams, flushed)
      else for (const stream of streams) reload(stream)
    } catch (err) {
      log.warn({ err }, 'could not send changes')
      for (const stream of streams) reload(stream)
    }
    timer = number > flushed ? setTimeout(flush, flushMs) : undefined
  }

  const add = (change: Change) => {
    if (change.kind === 'PRESENCE' && !presence.note(change)) return
    kept.push({ number: ++number, at: performance.now(), change })
    if (kept.length > maxKept) kept.splice(0, maxKept / 2)
    timer ??= setTimeout(flush, flushMs)
  }

  listener?.on('change', (payload) => {
    for (const change of parseChanges(payload)) add(change)
  })
  listener?.onGap(() => {
    for (const stream of streams) reload(stream)
  })

  const tick = setInterval(() => {
    const now = performance.now()
    for (const stream of streams)
      if (stream.beatAt < now) write(stream, ':\n\n')
    for (const change of presence.overdue()) add(change)
    check([...streams], staleMs.idle).catch((err) =>
      log.warn({ err }, 'could not check the sessions of streams'),
    )
  }, 1000).unref()

  /**
   * Takes over the reply. `lastId` is the last event that the caller received,
   * or `age` how old their data is in ms.
   */
  const open = async (
    reply: FastifyReply,
    { actor, tokenHash }: Pick<Stream, 'actor' | 'tokenHash'>,
    lastId: string | undefined,
    age: number,
  ) => {
    const ofSession = [...streams].filter((stream) =>
      stream.tokenHash.equals(tokenHash),
    )
    if (ofSession.length >= maxPerSession)
      throw new AppError(
        'too_many_requests',
        'Too many open streams in this session',
        { retryAfterSeconds: 60 },
      )
    const since = firstAfter(lastId, age)
    const response = reply.raw
    const stream = {
      response,
      actor,
      tokenHash,
      checkedAt: performance.now(),
      beatAt: 0,
    }
    reply.hijack()
    reply.headers({
      'content-type': 'text/event-stream',
      'cache-control': 'no-store, no-transform',
      // Nginx would buffer it.
      'x-accel-buffering': 'no',
    })
    for (const [name, value] of Object.entries(reply.getHeaders()))
      if (value !== undefined) response.setHeader(name, value)
    response.once('close', () => {
      streams.delete(stream)
      openStreamsGauge.dec()
    })
    streams.add(stream)
    openStreamsGauge.inc()
    write(stream, ':\n\n')
    if (since === null) return reload(stream)
    const upTo = flushed
    const missed = kept
      .filter((one) => one.number > since && one.number <= upTo)
      .map(({ change }) => change)
    if (missed.length > 0)
      await send(missed, [stream], upTo).catch((err) => {
        log.warn({ err }, 'could not send the missed changes')
        reload(stream)
      })
    write(stream, `id: ${process}-${upTo}\n\n`)
  }

  /**
   * The number of the last event that the caller has; null if events that they
   * missed are no longer kept.
   */
  const firstAfter = (
    lastId: string | undefined,
    age: number,
  ): number | null => {
    const oldest = kept[0]?.number ?? number + 1
    if (lastId === undefined) {
      const at = performance.now() - age
      return (kept.find((one) => one.at >= at)?.number ?? number + 1) - 1
    }
    const [from, last] = [
      lastId.slice(0, process.length),
      Number(lastId.slice(process.length + 1)),
    ]
    return from === process && last <= flushed && last >= oldest - 1
      ? last
      : null
  }

  const stop = () => {
    clearTimeout(timer)
    clearInterval(tick)
    for (const stream of streams) close(stream)
  }

  return { open, add, stop }
}

const isSame = (one: Actor, other: Actor) =>
  one.id === other.id &&
  one.companyId === other.companyId &&
  rightsOf(one) === rightsOf(other)

const frameOf = (id: string, event: StreamEvent) =>
  `id: ${id}\ndata: ${JSON.stringify(event)}\n\n`
