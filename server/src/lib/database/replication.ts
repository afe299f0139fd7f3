import { Readable } from 'node:stream'
import pg from 'pg'

/** A position in the write-ahead log (WAL), in bytes. */
type Lsn = bigint

/** PostgreSQL writes an LSN as two hexadecimal halves: 16/B374D848. */
export function parseLsn(text: string): Lsn {
  const [high = '', low = ''] = text.split('/')
  return (BigInt(`0x${high}`) << 32n) | BigInt(`0x${low}`)
}

export const formatLsn = (lsn: Lsn): string =>
  `${(lsn >> 32n).toString(16)}/${(lsn & 0xffffffffn).toString(16)}`.toUpperCase()

type Connection = {
  query: (text: string) => void
  stream: { pause: () => void; resume: () => void; destroy: () => void }
}

/**
 * A command of the replication protocol that returns rows around a COPY
 * (PostgreSQL manual, "Streaming Replication Protocol"). Reads as one buffer
 * per CopyData message. pg-copy-streams can't read it, because it ends at the
 * first rows.
 */
class CopyQuery extends Readable implements pg.Submittable {
  readonly rows: (string | null)[][] = []
  readonly #text: string
  #connection: Connection | undefined

  constructor(text: string) {
    super({ objectMode: true, highWaterMark: 64 })
    this.#text = text
    this.on('error', () => {}) // the reader gets it; before that it must not end the process
  }

  submit(connection: unknown) {
    this.#connection = connection as Connection
    this.#connection.query(this.#text)
  }

  handleRowDescription() {}
  handleCommandComplete() {}
  handleDataRow({ fields }: { fields: (string | null)[] }) {
    this.rows.push(fields)
  }
  handleCopyData({ chunk }: { chunk: Buffer }) {
    // Copied, because pg reuses its buffer.
    if (!this.destroyed && !this.push(Buffer.from(chunk)))
      this.#connection?.stream.pause()
  }
  handleReadyForQuery() {
    this.push(null)
  }
  handleError(error: Error) {
    this.destroy(error)
  }

  override _read() {
    this.#connection?.stream.resume()
  }
  override _destroy(error: Error | null, done: (error: Error | null) => void) {
    this.#connection?.stream.resume()
    done(error)
  }
}

/**
 * Connects for streaming replication, as a login with the attribute
 * REPLICATION, not through a pooler.
 */
export async function openReplication(url: string): Promise<Replication> {
  const config = {
    connectionString: url,
    replication: 'true',
    application_name: 'portal backup',
    keepAlive: true,
    connectionTimeoutMillis: 10_000,
    // A slow backup target must not end the connection.
    options: '-c wal_sender_timeout=0',
  }
  const client = new pg.Client(config)
  client.on('error', () => {}) // the running command fails with it
  await client.connect()
  return new Replication(client)
}

type WalRange = { timeline: number; from: Lsn; to: Lsn }

export class Replication {
  readonly #client: pg.Client

  constructor(client: pg.Client) {
    this.#client = client
  }

  end() {
    // Not client.end(), which waits for what a paused stream hasn't read.
    const { connection } = this.#client as unknown as { connection: Connection }
    connection.stream.destroy()
  }

  async identify() {
    const { rows } =
      await this.#client.query<Record<string, string>>('IDENTIFY_SYSTEM')
    const [{ systemid: systemId = '', timeline = '' } = {}] = rows
    return { systemId, timeline: Number(timeline) }
  }

  /** Keeps the WAL from now on until this connection ends. */
  async keepWal(name: string) {
    await this.#client.query(
      `CREATE_REPLICATION_SLOT ${name} TEMPORARY PHYSICAL (RESERVE_WAL)`,
    )
  }

  /**
   * Copies the data folder as a tar file, with the WAL that makes it
   * consistent. `store` consumes the tar.
   */
  async copyCluster<T>(store: (tar: AsyncIterable<Buffer>) => Promise<T>) {
    const copy = this.#client.query(
      new CopyQuery(
        "BASE_BACKUP (LABEL 'portal', CHECKPOINT 'fast', WAL true, MANIFEST 'no')",
      ),
    )
    const stored = await store(readTar(copy))
    return { stored, endLsn: parseLsn(copy.rows.at(-1)?.[0] ?? '') }
  }

  /** Reads the WAL from one position to another, then ends the connection. */
  async *readWal({ timeline, from, to }: WalRange): AsyncIterable<Buffer> {
    const wal: AsyncIterable<Buffer> = this.#client.query(
      new CopyQuery(
        `START_REPLICATION PHYSICAL ${formatLsn(from)} TIMELINE ${timeline}`,
      ),
    )
    let position = from
    for await (const message of wal) {
      if (message[0] !== walData) continue
      const data = message.subarray(25) // after the kind, two positions and the time
      const rest = Number(to - position)
      yield data.subarray(0, rest)
      position += BigInt(Math.min(data.length, rest))
      if (position === to) break
    }
    this.end()
    if (position < to)
      throw new Error(
        `The server stopped sending WAL at ${formatLsn(position)}, before ${formatLsn(to)}`,
      )
  }
}

const walData = 'w'.charCodeAt(0)
const archive = 'n'.charCodeAt(0)
const archiveData = 'd'.charCodeAt(0)

async function* readTar(
  messages: AsyncIterable<Buffer>,
): AsyncIterable<Buffer> {
  let archives = 0
  for await (const message of messages) {
    if (message[0] === archive && ++archives > 1)
      throw new Error('A database with tablespaces can’t be backed up')
    if (message[0] === archiveData) yield message.subarray(1)
  }
}
