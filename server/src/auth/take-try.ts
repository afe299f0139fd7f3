import { sql } from 'kysely'
import type { Db } from '../lib/db.ts'
import { tooManyRequests } from '../lib/errors.ts'
import type { Keys } from '../lib/secret-key.ts'

/** After `free` tries each has to wait, twice as long as the one before; `forgetSeconds` without one and all is forgotten. */
type Growing = { free: number; firstSeconds: number; mostSeconds: number; forgetSeconds: number; shutAfter: number }
/** So many in a span that begins with the first. */
type Counted = { most: number; inSeconds: number }

const hour = 3600
const day = 24 * hour

/** What is tried, by what it is counted by (docs/decisions/016-sign-in.md). */
const paces = {
  /** Passwords for one account from devices that it does not know. After 100 only a link by mail opens it (NIST SP 800-63B-4 §3.2.2). */
  account: { free: 5, firstSeconds: 30, mostSeconds: hour, forgetSeconds: day, shutAfter: 100 },
  /** Passwords for one account from a device that it knows: strangers do not slow it. */
  device: { free: 5, firstSeconds: 30, mostSeconds: hour, forgetSeconds: day, shutAfter: 100 },
  /** Passwords from one network address, for whatever account: an office may sit behind it. */
  address: { free: 50, firstSeconds: 10, mostSeconds: 600, forgetSeconds: hour, shutAfter: 100_000 },
  /** A person's own password, asked for again inside. */
  again: { free: 5, firstSeconds: 30, mostSeconds: hour, forgetSeconds: day, shutAfter: 100 },
  /** The first code of a new authenticator app. */
  confirm: { free: 5, firstSeconds: 30, mostSeconds: hour, forgetSeconds: day, shutAfter: 100 },
  /** Codes sent anew to one account. */
  resend: { most: 5, inSeconds: hour },
  /** Reset links asked for one e-mail address, whether there is such an account or not. */
  reset: { most: 5, inSeconds: hour },
  /** Reset links asked for from one network address. */
  resetFrom: { most: 30, inSeconds: hour },
  /** Invitations by one person, in calls of up to 100 addresses. */
  invite: { most: 60, inSeconds: hour },
  /** Reports emailed by one person, each to up to 50 people. */
  report: { most: 30, inSeconds: hour },
} as const satisfies Record<string, Growing | Counted>
export type Tried = keyof typeof paces

const year = 365 * day
/** Blocks nobody, whatever their node's clock says. */
const never = sql`'-infinity'::timestamptz`

type House = { db: Db; now: Date; keys: Keys }

const keyOf = ({ keys }: House, tried: Tried, subject: string) => keys.sign('throttle', tried, subject)

/**
 * Counts one try, before it is looked at: of however many at once, over all nodes, no more than the pace allows get
 * through. Answers what it is counted by, to give it back. Throws 429 with how long to wait; what is refused does not count.
 */
export async function takeTry(house: House, tried: Tried, subject: string): Promise<Buffer> {
  const { db, now } = house
  const key = keyOf(house, tried, subject)
  const pace: Growing | Counted = paces[tried]
  const after = (seconds: number) => sql`make_interval(secs => ${seconds}::float8)`
  const isOver =
    'most' in pace
      ? sql`throttle.first_at + ${after(pace.inSeconds)} <= ${now}`
      : sql`throttle.last_at + ${after(pace.forgetSeconds)} <= ${now}`
  const tries = sql`(case when ${isOver} then 1 else throttle.failures + 1 end)`
  const first = sql`(case when ${isOver} then ${now}::timestamptz else throttle.first_at end)`
  const until =
    'most' in pace
      ? sql`case when ${tries} >= ${pace.most}::int then ${first} + ${after(pace.inSeconds)} else ${never} end`
      : sql`case when ${tries} < ${pace.free}::int then ${never}
          else ${now}::timestamptz + make_interval(secs => case when ${tries} >= ${pace.shutAfter}::int then ${year}::float8
            else least(${pace.mostSeconds}::float8, ${pace.firstSeconds}::float8 * 2 ^ least(${tries} - ${pace.free}::int, 30))
          end) end`
  const { rows } = await sql`
    insert into throttle (key, failures, first_at, last_at, blocked_until) values (${key}, 1, ${now}, ${now}, ${never})
    on conflict (key) do update
      set failures = ${tries}, first_at = ${first}, last_at = ${now}, blocked_until = ${until}
      where throttle.blocked_until <= ${now}
    returning key`.execute(db)
  if (rows.length > 0) return key
  const row = await db
    .selectFrom('throttle')
    .select(sql<Date>`greatest(blocked_until, ${now})`.as('blockedUntil'))
    .where('key', '=', key)
    .executeTakeFirst()
  const ms = (row?.blockedUntil.getTime() ?? now.getTime()) - now.getTime()
  throw tooManyRequests(Math.max(1, Math.ceil(ms / 1000)))
}

/** Forgets the tries of one subject: it was the right one. */
export const forgetTries = (house: House, tried: Tried, subject: string) =>
  house.db
    .deleteFrom('throttle')
    .where('key', '=', keyOf(house, tried, subject))
    .execute()

/** Gives one try back, by what it was counted by, and leaves those of others: many may sit behind one network address. */
export const returnTry = (db: Db, key: Buffer) =>
  db
    .updateTable('throttle')
    .set((eb) => ({ failures: sql`greatest(${eb.ref('failures')} - 1, 0)` }))
    .where('key', '=', key)
    .execute()
