import { AppError } from '../src/lib/errors.ts'
import { threadWork } from '../src/lib/jobs/threads.ts'

/** Orders for a thread, with what it then does. */
const orders: Record<string, () => string> = {
  work: () => 'done',
  refuse: () => {
    throw new AppError('bad_request', 'not this')
  },
  fail: () => {
    throw new Error('a fault of ours')
  },
  die: () => process.exit(3),
  'run forever': () => {
    for (;;);
  },
  fill: () => {
    const all: number[][] = []
    for (;;) all.push(new Array<number>(100_000).fill(0.5))
  },
}

export const work = threadWork<string, string>(async (order) => orders[order]?.() ?? 'nothing')
