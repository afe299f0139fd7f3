import type { PostgresPool } from 'kysely'
import type pg from 'pg'
import { PortalConnection, sendQuery } from './pg-client.ts'

/** A pool whose connections are set to one company. */
export function companyPool(pool: pg.Pool, companyId: string): PostgresPool {
  return {
    connect: async () =>
      new PortalConnection(await connectFor(pool, companyId)),
    // The shared pool is closed once, with the database.
    end: async () => undefined,
    options: {},
  }
}

/**
 * Takes connections from the pool until one is set to the company, and discards
 * the others.
 */
async function connectFor(
  pool: pg.Pool,
  companyId: string,
): Promise<pg.PoolClient> {
  for (;;) {
    const client = await pool.connect()
    if (await switchTo(client, companyId)) return client
    discard(client)
  }
}

/** Closes a connection instead of returning it to the pool. */
const discard = (client: pg.PoolClient) => client.release(true)

/** The company that each connection is set to. */
const companyIds = new WeakMap<pg.PoolClient, string>()

/**
 * Sets a connection to the company, unless it is already. False if it has an
 * open transaction and must be discarded: after an error, a connection knows
 * its own state only after the next answer, so it is checked once more.
 */
async function switchTo(
  client: pg.PoolClient,
  companyId: string,
): Promise<boolean> {
  if (isInTransaction(client)) return false
  if (companyIds.get(client) === companyId) return true
  const isSet = await setCompany(client, companyId)
  return isSet && !isInTransaction(client)
}

const isInTransaction = (client: pg.PoolClient) =>
  client.getTransactionStatus() !== 'I'

/** False if the connection is in an aborted transaction. */
async function setCompany(
  client: pg.PoolClient,
  companyId: string,
): Promise<boolean> {
  companyIds.delete(client)
  try {
    await sendQuery(client, "select set_config('portal.company', $1, false)", [
      companyId,
    ])
  } catch (error) {
    if (isAbortedTransaction(error)) return false
    discard(client)
    throw error
  }
  companyIds.set(client, companyId)
  return true
}

const isAbortedTransaction = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === '25P02'
