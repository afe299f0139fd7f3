import { connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { growingFiles } from '../../../server/test/growing-files.ts'
import { hostileFiles } from '../../../server/test/hostile-files.ts'
import { hostileOffice } from '../../../server/test/hostile-office.ts'
import type { Sample } from '../../../server/test/sample-files.ts'
import type { Seller } from './client.ts'

export type Attack = {
  name: string
  /** Sends one burst, repeated for the duration of the attack. Returns the statuses. */
  burst: (attacker: Seller, signal: AbortSignal) => Promise<number[]>
  /** The same request from another seller, which must return 200. */
  same?: (other: Seller) => Promise<number>
}

const together = <T>(count: number, send: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, index) => send(index)))

const endingIn = (files: readonly Sample[], ...extensions: string[]) =>
  files.filter(({ name }) => extensions.some((extension) => name.endsWith(extension)))

/** Six files at once, different ones in each burst. */
function sixOf(files: readonly Sample[]): Attack['burst'] {
  let sent = 0
  return (attacker, signal) =>
    together(6, () => attacker.upload(attacker.nextSlv(), files[sent++ % files.length] as Sample, signal))
}

const quotes = Buffer.from("'=".repeat(1 << 19))
const small = { name: 'a.txt', bytes: Buffer.from('A') }
const reach = '/v1/proxy-loans?size=50&sortBy=borrowerLastName&search='

/** Connections that send headers, which Node must buffer until the head is complete. */
const openHeads = (port: number, signal: AbortSignal) =>
  together(100, async (index) => {
    const socket = connect(port, '127.0.0.1').on('error', () => undefined)
    socket.write(`GET /api/health HTTP/1.1\r\nhost: a\r\nx-long: ${'a'.repeat(index % 2 ? 30_000 : 10)}`)
    socket.resume()
    await pause(1000, undefined, { signal }).catch(() => undefined)
    socket.destroy()
    return 0
  })

/** Attacks that external audits found to slow or stop the portal for everyone. */
export const attacksOn = (port: number): Attack[] => [
  {
    name: 'file name of 60,000 dots',
    burst: (attacker, signal) =>
      together(6, () => attacker.upload(attacker.nextSlv(), { ...small, name: `${'.'.repeat(60_000)}x.txt` }, signal)),
  },
  {
    name: "six text files of '=",
    burst: sixOf([
      { name: 'a.txt', bytes: quotes },
      { name: 'a.csv', bytes: quotes },
    ]),
  },
  { name: 'six growing texts', burst: sixOf(endingIn(growingFiles, '.txt', '.csv', '.eml')) },
  { name: 'six hostile PDFs', burst: sixOf([...endingIn(growingFiles, '.pdf'), ...endingIn(hostileFiles, '.pdf')]) },
  { name: 'six hostile images', burst: sixOf(endingIn(hostileFiles, '.png', '.jpg', '.tif')) },
  {
    name: 'six hostile Office files',
    burst: sixOf([...endingIn(growingFiles, '.docx', '.xlsx'), ...hostileOffice]),
  },
  {
    name: '30 prints',
    burst: (attacker, signal) => together(30, () => attacker.print(signal)),
    same: (other) => other.print(),
  },
  {
    name: '30 workbooks',
    burst: (attacker, signal) => together(30, () => attacker.send('/v1/proxy-loans/download', { signal })),
    same: (other) => other.send('/v1/proxy-loans/download'),
  },
  {
    name: '150 searches',
    burst: (attacker, signal) => together(150, (index) => attacker.send(`${reach}${index % 10}`, { signal })),
    same: (other) => other.send(`${reach}a`),
  },
  { name: 'slow and huge headers', burst: (_, signal) => openHeads(port, signal) },
]
