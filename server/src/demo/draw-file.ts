import { Readable } from 'node:stream'
import type { KeptFile } from '../document/insert-file.ts'
import type { Scene, Stage } from './scene.ts'

/** A small real file of this name, in the store. */
export async function drawnFile({ slv }: Scene, { files }: Stage, name: string): Promise<KeptFile> {
  const text = `${name}\n\nLoan ${slv.buyerLoan}, ${slv.borrowerLastName}\n`
  const received = await files.receive(Readable.from([Buffer.from(text)]))
  return { key: await received.keep(), name: `${name}.txt`, type: 'TXT', size: received.size, sha256: received.sha256 }
}
