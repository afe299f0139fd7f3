import { threadWork } from '../src/lib/concurrency/threads.ts'

/** Orders for a thread, with what it then does. */
const orders: Record<string, () => string> = {
  work: () => 'done',
  die: () => process.exit(3),
  'run forever': () => {
    for (;;);
  },
  fill: () => {
    const all: number[][] = []
    for (;;) all.push(new Array<number>(100_000).fill(0.5))
  },
}

export const work = threadWork<string, string>(
  async (order) => orders[order]?.() ?? 'nothing',
)
