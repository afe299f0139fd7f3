import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPortal } from '../../e2e/src/lib/portal.ts'
import type { Row } from './goals.ts'
import { quantile } from './load.ts'

const times = 5

export async function measureStart(): Promise<Row[]> {
  const folder = await mkdtemp(join(tmpdir(), 'portal-bench-start-'))
  await chmod(folder, 0o755)
  const start = async () => {
    const began = performance.now()
    const portal = await startPortal({ DATA_DIR: folder })
    const seconds = (performance.now() - began) / 1000
    await portal.stop()
    return seconds
  }
  try {
    const first = await start()
    const all: number[] = []
    for (let time = 0; time < times; time++) all.push(await start())
    return [{ goal: 'start.ready', value: quantile(all, 0.5), details: { 'the first, with demo data': first } }]
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
