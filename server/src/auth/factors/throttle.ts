import ipaddr from 'ipaddr.js'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../lib/database/db.ts'
import { tooManyRequests } from '../../lib/errors.ts'
import type { Keys } from '../../lib/integrations/secret-key.ts'

/**
 * An IPv4 address, also when written as IPv6; of an IPv6 address its /64, which
 * is one customer's.
 */
export function toNetwork(ip: string): string {
  if (!ipaddr.isValid(ip)) return ip
  const address = ipaddr.process(ip)
  if (address instanceof ipaddr.IPv4) return address.toString()
  const first = address.parts.slice(0, 4).map((group) => group.toString(16))
  return `${first.join(':')}::/64`
}

/**
 * The wider networks of an IPv6 address, which providers give to a site (/56)
 * or a company (/48); none of an IPv4 address.
 */
export function listWiderNetworks(
  ip: string,
): { name: 'site' | 'company'; network: string }[] {
  if (!ipaddr.isValid(ip)) return []
  const address = ipaddr.process(ip)
  if (address instanceof ipaddr.IPv4) return []
  const [first = 0, second = 0, third = 0, fourth = 0] = address.parts
  const company = [first, second, third]
  const site = [...company, fourth & 0xff00]
  const toText = (parts: readonly number[]) =>
    parts.map((part) => part.toString(16)).join(':')
  return [
    { name: 'site', network: `${toText(site)}::/56` },
    { name: 'company', network: `${toText(company)}::/48` },
  ]
}

/**
 * After `free` attempts each has to wait twice as long as the one before;
 * `forgetSeconds` without one resets the count.
 */
type Backoff = {
  free: number
  firstSeconds: number
  maxSeconds: number
  forgetSeconds: number
  shutAfter: number
}
/** At most so many in a window that begins with the first. */
type Window = { most: number; inSeconds: number }

const hour = 3600
const day = 24 * hour

const passwords = {
  free: 5,
  firstSeconds: 30,
  maxSeconds: hour,
  forgetSeconds: day,
  shutAfter: 100,
}

/** What each limit counts by (docs/decisions/016-sign-in.md). */
const limits = {
  /**
   * Passwords per account, from unknown devices. After 100 only an emailed link
   * unlocks it (NIST SP 800-63B-4 §3.2.2).
   */
  account: passwords,
  /**
   * Passwords per account and known device, which strangers do not slow down.
   */
  device: passwords,
  /** Passwords per network address, for any account: an office may share it. */
  address: {
    free: 50,
    firstSeconds: 10,
    maxSeconds: 600,
    forgetSeconds: hour,
    shutAfter: 100_000,
  },
  /**
   * Passwords per IPv6 /56 and /48, from unknown devices: they contain 256 and
   * 65,536 networks (/64).
   */
  site: { most: 500, inSeconds: hour },
  company: { most: 2000, inSeconds: hour },
  again: passwords,
  confirm: passwords,
  /** Codes sent again to one account. */
  resend: { most: 5, inSeconds: hour },
  /** Reset links per email address, whether the account exists or not. */
  reset: { most: 5, inSeconds: hour },
  /** Reset links per network address. */
  resetFrom: { most: 30, inSeconds: hour },
  /** Invitations per person, in calls of up to 100 addresses. */
  invite: { most: 60, inSeconds: hour },
  /** Emailed reports per person, each to up to 50 people. */
  report: { most: 30, inSeconds: hour },
  /** Letters that are verified, per network address. */
  verify: { most: 60, inSeconds: 60 },
  /** All SCIM requests of the identity provider. */
  scim: { most: 3000, inSeconds: 60 },
  /** Wrong SCIM tokens per network address. */
  scimToken: { most: 60, inSeconds: hour },
} satisfies Record<string, Backoff | Window>
type LimitName = keyof typeof limits

const year = 365 * day
/** Blocks no one, whatever the node's clock says. */
const never = sql`'-infinity'::timestamptz`

type Deps = { db: Db; now: Date; keys: Keys }

const toKey = ({ keys }: Deps, name: LimitName, subject: string) =>
  keys.sign('throttle', name, subject)

const interval = (seconds: number) =>
  sql`make_interval(secs => ${seconds}::float8)`

/** The columns of a row after one more attempt, as SQL. */
type Update = {
  failures: RawBuilder<unknown>
  firstAt: RawBuilder<unknown>
  blockedUntil: RawBuilder<unknown>
}

/** Counts on, or starts over where the earlier attempts no longer count. */
const countAttempt = (isOver: RawBuilder<unknown>, now: Date) => ({
  failures: sql`(case when ${isOver} then 1 else throttle.failures + 1 end)`,
  firstAt: sql`(case when ${isOver} then ${now}::timestamptz else throttle.first_at end)`,
})

function updateWindow({ most, inSeconds }: Window, now: Date): Update {
  const isOver = sql`throttle.first_at + ${interval(inSeconds)} <= ${now}`
  const { failures, firstAt } = countAttempt(isOver, now)
  const blockedUntil = sql`
    case
      when ${failures} >= ${most}::int then ${firstAt} + ${interval(inSeconds)}
      else ${never}
    end`
  return { failures, firstAt, blockedUntil }
}

function updateBackoff(
  { free, firstSeconds, maxSeconds, forgetSeconds, shutAfter }: Backoff,
  now: Date,
): Update {
  const isOver = sql`throttle.last_at + ${interval(forgetSeconds)} <= ${now}`
  const { failures, firstAt } = countAttempt(isOver, now)
  const doublings = sql`least(${failures} - ${free}::int, 30)`
  const delay = sql`
    case
      when ${failures} >= ${shutAfter}::int then ${year}::float8
      else least(
        ${maxSeconds}::float8,
        ${firstSeconds}::float8 * 2 ^ ${doublings}
      )
    end`
  const blockedUntil = sql`
    case
      when ${failures} < ${free}::int then ${never}
      else ${now}::timestamptz + make_interval(secs => ${delay})
    end`
  return { failures, firstAt, blockedUntil }
}

/**
 * Counts an attempt before it is evaluated, so that the limit applies over all
 * nodes. Returns the key for a refund. Throws 429; refused attempts don't
 * count.
 */
export async function throttle(
  deps: Deps,
  name: LimitName,
  subject: string,
): Promise<Buffer> {
  const { db, now } = deps
  const key = toKey(deps, name, subject)
  const limit: Backoff | Window = limits[name]
  const { failures, firstAt, blockedUntil } =
    'most' in limit ? updateWindow(limit, now) : updateBackoff(limit, now)
  const { rows } = await sql`
    insert into throttle (key, failures, first_at, last_at, blocked_until)
    values (${key}, 1, ${now}, ${now}, ${never})
    on conflict (key) do update
    set
      failures = ${failures},
      first_at = ${firstAt},
      last_at = ${now},
      blocked_until = ${blockedUntil}
    where throttle.blocked_until <= ${now}
    returning key`.execute(db)
  if (rows.length === 0) throw await createRefusal(db, key, now)
  return key
}

/** The 429 with the seconds until the next attempt. */
async function createRefusal(db: Db, key: Buffer, now: Date) {
  const row = await db
    .selectFrom('throttle')
    .select(sql<Date>`greatest(blocked_until, ${now})`.as('blockedUntil'))
    .where('key', '=', key)
    .executeTakeFirst()
  const blockedUntil = row?.blockedUntil ?? now
  const ms = blockedUntil.getTime() - now.getTime()
  return tooManyRequests(Math.max(1, Math.ceil(ms / 1000)))
}

/** Clears the attempts of one subject after a success. */
export const resetThrottle = (deps: Deps, name: LimitName, subject: string) =>
  deps.db
    .deleteFrom('throttle')
    .where('key', '=', toKey(deps, name, subject))
    .execute()

/**
 * Takes back one attempt, and leaves those of others on the same network
 * address.
 */
export const refundThrottle = (db: Db, key: Buffer) =>
  db
    .updateTable('throttle')
    .set((eb) => ({ failures: sql`greatest(${eb.ref('failures')} - 1, 0)` }))
    .where('key', '=', key)
    .execute()
