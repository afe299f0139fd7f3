import {
  createContext,
  type ReactNode,
  use,
  useEffect,
  useRef,
  useState,
} from 'react'

/** Saves what is typed but not saved yet; throws when it can't. */
type Flush = () => Promise<unknown>

const Pending = createContext<Set<Flush>>(new Set())

/**
 * Around a page whose parts save themselves: a move waits until the server has
 * all that was typed.
 */
export const PendingWrites = ({ children }: { children: ReactNode }) => {
  const [flushes] = useState(() => new Set<Flush>())
  return <Pending value={flushes}>{children}</Pending>
}

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

export const useFlush = () => {
  const flushes = use(Pending)
  return async () => {
    for (const flush of flushes) await flush()
  }
}
