import { loadavg } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import { startPortal } from '../../../e2e/src/lib/portal.ts'
import { type Attack, attacksOn } from './attacks.ts'
import { type Seller, signIn } from './client.ts'

/** Limits that must be met during each attack. */
const limits = { healthMs: 50, uploadTimes: 2 }
const seconds = 6
const small = { name: 'statement.txt', bytes: Buffer.from('A statement of two months\n') }

type Watched = { healthMs: number; uploadMs: number; sent: Map<number, number>; sameStatus?: number }

const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const began = performance.now()
  await work()
  return performance.now() - began
}
const quantile = (times: readonly number[], share: number): number =>
  times.toSorted((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * share))] ?? Number.NaN

async function repeat(signal: AbortSignal, work: () => Promise<unknown>) {
  while (!signal.aborted) await work()
}

/** Watches the portal for some seconds, with an attack or without. */
async function watch(url: string, other: Seller, attacker?: Seller, attack?: Attack): Promise<Watched> {
  const end = AbortSignal.timeout(seconds * 1000)
  const health: number[] = []
  const uploads: number[] = []
  const sent = new Map<number, number>()
  let sameStatus: number | undefined
  const checkHealth = async () => {
    health.push(await timed(async () => (await fetch(`${url}/api/health`)).arrayBuffer()))
    await pause(20)
  }
  const checkUpload = async () => {
    const status = { of: 0 }
    uploads.push(
      await timed(async () => {
        status.of = await other.upload(other.nextSlv(), small)
      }),
    )
    if (status.of !== 200) throw new Error(`The other seller's upload was answered with ${status.of}`)
    await pause(100)
  }
  const send = async () => {
    if (!attacker || !attack) return pause(100)
    for (const status of await attack.burst(attacker, end)) sent.set(status, (sent.get(status) ?? 0) + 1)
  }
  const checkSame = async () => {
    await pause(500) // the attack has begun
    sameStatus = await attack?.same?.(other)
  }
  await Promise.all([repeat(end, send), repeat(end, checkHealth), repeat(end, checkUpload), checkSame()])
  const measured = { healthMs: quantile(health, 0.99), uploadMs: quantile(uploads, 0.5), sent }
  return sameStatus === undefined ? measured : { ...measured, sameStatus }
}

const say = (...cells: (string | number)[]) =>
  console.log(cells.map((cell, index) => (index ? String(cell).padStart(14) : String(cell).padEnd(28))).join(''))
const ms = (value: number) => `${value.toFixed(1)} ms`

const portal = await startPortal({ LOG_LEVEL: 'warn' })
let misses = 0
try {
  const attacker = await signIn(portal, 'seller@acme.example')
  const other = await signIn(portal, 'seller@birch.example')
  await other.print() // the browser and the threads have started
  await watch(portal.url, other)
  const idle = await watch(portal.url, other)
  say('attack', 'health p99', 'upload p50', '× idle', 'load', 'same wish', 'result')
  say('none', ms(idle.healthMs), ms(idle.uploadMs), '1.0', loadavg()[0]?.toFixed(1) ?? '', '', '')
  for (const attack of attacksOn(Number(new URL(portal.url).port))) {
    const { healthMs, uploadMs, sent, sameStatus } = await watch(portal.url, other, attacker, attack)
    const times = uploadMs / idle.uploadMs
    const isMet = healthMs <= limits.healthMs && times <= limits.uploadTimes && (sameStatus ?? 200) === 200
    if (!isMet) misses++
    const load = loadavg()[0]?.toFixed(1) ?? ''
    say(attack.name, ms(healthMs), ms(uploadMs), times.toFixed(1), load, sameStatus ?? '', isMet ? 'met' : 'missed')
    console.log(`  answers: ${[...sent].map(([status, count]) => `${status || 'cut'} × ${count}`).join(', ')}`)
  }
} finally {
  await portal.stop()
}
console.log(`Limits: health p99 ≤ ${limits.healthMs} ms, another seller's upload ≤ ${limits.uploadTimes} × idle`)
if (misses > 0) {
  console.log(`${misses} missed`)
  process.exitCode = 1
}
