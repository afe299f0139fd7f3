import { createContext, type ReactNode, use, useEffect, useRef, useState } from 'react'

/** Saves what is typed and not saved yet. Throws when that cannot be. */
type Flush = () => Promise<unknown>

const Pending = createContext<Set<Flush>>(new Set())

/** Around a page whose parts save by themselves: a move waits until the server has all that was typed. */
export const PendingWrites = ({ children }: { children: ReactNode }) => {
  const [flushes] = useState(() => new Set<Flush>())
  return <Pending value={flushes}>{children}</Pending>
}

/** Tells the page how to save what stands in this part of it. */
export const usePendingWrite = (flush: Flush) => {
  const flushes = use(Pending)
  const latest = useRef(flush)
  latest.current = flush
  useEffect(() => {
    const own: Flush = () => latest.current()
    flushes.add(own)
    return () => {
      flushes.delete(own)
    }
  }, [flushes])
}

/** Saves all that is typed anywhere on the page; throws when a part of it cannot be saved. */
export const useFlush = () => {
  const flushes = use(Pending)
  return async () => {
    for (const flush of flushes) await flush()
  }
}
