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

/** Takes connections from the pool until one is set to the company. */
async function connectFor(
  pool: pg.Pool,
  companyId: string,
): Promise<pg.PoolClient> {
  for (;;) {
    const client = await pool.connect()
    if (await prepareFor(client, companyId)) return client
    client.release(true)
  }
}

/** The company that each connection is set to. */
const companyIds = new WeakMap<pg.PoolClient, string>()

/**
 * Sets a connection to the company, unless it is already. False if it has an
 * open transaction and must be discarded. After an error its state is known
 * only once it answers again, so it is checked after the company is set too.
 */
async function prepareFor(
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

/** False in a transaction that was aborted. */
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
    client.release(true)
    throw error
  }
  companyIds.set(client, companyId)
  return true
}

const isAbortedTransaction = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === '25P02'
