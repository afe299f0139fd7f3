import type { PostgresCursor } from 'kysely'
import { to } from 'pg-copy-streams'

/**
 * `COPY … TO STDOUT` as a Kysely cursor: each read returns a block of bytes.
 */
export class CopyCursor implements PostgresCursor<Buffer> {
  readonly stream
  #blocks: AsyncIterator<Buffer>

  constructor(text: string) {
    this.stream = to(text)
    this.#blocks = this.stream[Symbol.asyncIterator]()
  }

  async read(): Promise<Buffer[]> {
    const { value, done } = await this.#blocks.next()
    return done ? [] : [value]
  }

  /**
   * Reads the rest, because the connection is free only after the last block.
   */
  async close(): Promise<void> {
    while ((await this.read()).length > 0);
  }
}
