import type { PostgresCursor } from 'kysely'
import type pg from 'pg'

const blockSize = 256 * 1024
/** When so many blocks wait for their reader, the connection pauses. */
const maxWaiting = 16

/** `COPY … TO STDOUT` as a Kysely cursor: each read returns blocks of whole lines. */
export class CopyCursor implements PostgresCursor<Buffer> {
  #text: string
  #connection: pg.Connection | undefined
  #block = Buffer.alloc(0)
  #used = 0
  #waiting: Buffer[] = []
  #error: Error | undefined
  #isOver = false
  #wake = () => {}

  constructor(text: string) {
    this.#text = text
  }

  async read(): Promise<Buffer[]> {
    while (this.#waiting.length === 0 && !this.#isOver) {
      const { promise, resolve } = Promise.withResolvers<void>()
      this.#wake = resolve
      await promise
    }
    if (this.#error) throw this.#error
    this.#connection?.stream.resume()
    return this.#waiting.splice(0)
  }

  async close(): Promise<void> {
    while (!this.#isOver) await this.read()
  }

  #endBlock(nextSize: number) {
    if (this.#used > 0) this.#waiting.push(this.#block.subarray(0, this.#used))
    this.#block = Buffer.allocUnsafe(nextSize)
    this.#used = 0
    if (this.#waiting.length >= maxWaiting) this.#connection?.stream.pause()
    this.#wake()
  }

  submit(connection: pg.Connection) {
    this.#connection = connection
    connection.query(this.#text)
  }
  handleCopyData({ chunk }: { chunk: Buffer }) {
    if (this.#used + chunk.length > this.#block.length) this.#endBlock(Math.max(blockSize, chunk.length))
    // Copied: pg reuses the memory for what arrives next.
    this.#used += chunk.copy(this.#block, this.#used)
  }
  handleCommandComplete() {}
  handleReadyForQuery() {
    this.#isOver = true
    this.#endBlock(0)
  }
  handleError(error: Error) {
    this.#error = error
    this.handleReadyForQuery()
  }
}
