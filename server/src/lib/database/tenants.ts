import type { PostgresPool } from 'kysely'
import type pg from 'pg'
import { PortalConnection, sendQuery } from './pg-client.ts'

/** Which company each connection is set to. */
const companies = new WeakMap<pg.PoolClient, string>()

/** A pool for Kysely, whose connections are set to one company before they are handed out. */
export function poolOfCompany(pool: pg.Pool, companyId: string): PostgresPool {
  return {
    connect: async () => new PortalConnection(await connectFor(pool, companyId)),
    end: async () => undefined,
    options: {},
  }
}

const abortedTransaction = '25P02'

/**
 * Of a connection on which somebody left a transaction open nothing is kept: what is set in it would be undone with it.
 * After an error its state is known only once it has answered again, so it is asked about after the company is set too.
 */
async function connectFor(pool: pg.Pool, companyId: string): Promise<pg.PoolClient> {
  for (;;) {
    const client = await pool.connect()
    const isFree = () => client.getTransactionStatus() === 'I'
    if (isFree() && companies.get(client) === companyId) return client
    if (isFree() && (await isSetTo(client, companyId)) && isFree()) return client
    client.release(true)
  }
}

/** False when it cannot be set because of what was left on it. */
async function isSetTo(client: pg.PoolClient, companyId: string): Promise<boolean> {
  companies.delete(client)
  try {
    await sendQuery(client, "select set_config('portal.company', $1, false)", [companyId])
    companies.set(client, companyId)
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === abortedTransaction) return false
    client.release(true)
    throw error
  }
}
