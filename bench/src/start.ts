import { chmod, mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPortal } from '../../e2e/src/lib/portal.ts'
import type { Row } from './goals.ts'
import { quantile } from './load.ts'

const laterStarts = 5

/** Measures starts on the same folder: the first also loads the demo data. */
export async function measureStart(): Promise<Row[]> {
  await using folder = await mkdtempDisposable(
    join(tmpdir(), 'portal-bench-start-'),
  )
  await chmod(folder.path, 0o755)
  const seconds: number[] = []
  for (let start = 0; start <= laterStarts; start++) {
    const began = performance.now()
    const portal = await startPortal({ DATA_DIR: folder.path })
    seconds.push((performance.now() - began) / 1000)
    await portal.stop()
  }
  const [first = 0, ...later] = seconds
  return [
    {
      goal: 'start.ready',
      value: quantile(later, 0.5),
      details: { 'the first, with demo data': first },
    },
  ]
}
