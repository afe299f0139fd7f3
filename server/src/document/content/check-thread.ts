import { threadWork } from '../../lib/concurrency/threads.ts'
import { checkContent } from './check-content.ts'

/**
 * The largest buffer that a check may allocate: the memory limit of a thread
 * does not cover buffers.
 */
const maxBytes = 256 << 20

// pdf.js decompresses streams into growing arrays without a limit.
globalThis.Uint8Array = new Proxy(Uint8Array, {
  construct: (target, given: unknown[], newTarget) => {
    if (typeof given[0] === 'number' && given[0] > maxBytes)
      throw new RangeError('This buffer would be too large')
    return Reflect.construct(target, given, newTarget)
  },
})

export const work = threadWork(checkContent)
