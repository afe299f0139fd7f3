import { setTimeout as pause } from 'node:timers/promises'
import { startPortal } from '../../../e2e/src/lib/portal.ts'
import { type Row, worst } from '../goals.ts'
import { quantile, timed } from '../load.ts'
import { type Attack, attacksOn } from './attacks.ts'
import { type Seller, signIn } from './client.ts'

const seconds = 6
const small = { name: 'statement.txt', bytes: Buffer.from('A statement of two months\n') }

async function repeat(signal: AbortSignal, work: () => Promise<unknown>) {
  while (!signal.aborted) await work()
}

/** Watches the portal for some seconds, with an attack or without. */
async function watch(url: string, other: Seller, attacker?: Seller, attack?: Attack) {
  const end = AbortSignal.timeout(seconds * 1000)
  const health: number[] = []
  const uploads: number[] = []
  let refused = 0
  const count = (status: number) => {
    if (status !== 200) refused++
  }
  const checkHealth = async () => {
    health.push(await timed(async () => (await fetch(`${url}/api/health`)).arrayBuffer()))
    await pause(20)
  }
  const checkUpload = async () => {
    uploads.push(await timed(async () => count(await other.upload(other.nextSlv(), small))))
    await pause(100)
  }
  const checkSame = async () => {
    await pause(500) // the attack has begun
    if (attack?.same) count(await attack.same(other))
  }
  const strike = () => (attacker && attack ? attack.burst(attacker, end) : pause(100))
  await Promise.all([repeat(end, strike), repeat(end, checkHealth), repeat(end, checkUpload), checkSame()])
  return { healthMs: quantile(health, 0.99), uploadMs: quantile(uploads, 0.5), refused }
}

/** Attacks a portal with demo data as one seller, while another seller works: what hostile input costs everyone else. */
export async function measureAttacks(): Promise<Row[]> {
  const portal = await startPortal({ LOG_LEVEL: 'warn' })
  try {
    const attacker = await signIn(portal, 'seller@acme.example')
    const other = await signIn(portal, 'seller@birch.example')
    await other.print() // the browser and the threads have started
    await watch(portal.url, other)
    const idle = await watch(portal.url, other)
    const health: Record<string, number> = { none: idle.healthMs }
    const uploads: Record<string, number> = {}
    const refused: Record<string, number> = {}
    for (const attack of attacksOn(Number(new URL(portal.url).port))) {
      const watched = await watch(portal.url, other, attacker, attack)
      health[attack.name] = watched.healthMs
      uploads[attack.name] = watched.uploadMs / idle.uploadMs
      refused[attack.name] = watched.refused
    }
    return [worst('attacks.health', health), worst('attacks.upload', uploads), worst('attacks.refused', refused)]
  } finally {
    await portal.stop()
  }
}
