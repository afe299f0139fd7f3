import { AppError } from '../src/lib/errors.ts'
import { threadWork } from '../src/lib/jobs/threads.ts'

/** What a thread may be told to do, and what came of it. */
const ways: Record<string, () => string> = {
  work: () => 'done',
  refuse: () => {
    throw new AppError('bad_request', 'not this')
  },
  fail: () => {
    throw new Error('a fault of ours')
  },
  die: () => process.exit(3),
  'go on for ever': () => {
    for (;;);
  },
  fill: () => {
    const all: number[][] = []
    for (;;) all.push(new Array<number>(100_000).fill(0.5))
  },
}

export const work = threadWork<string, string>(async (way) => ways[way]?.() ?? 'nothing')
