import { useEffect, useRef, useState } from 'react'
import { type OpenedTiff, openTiff } from './open-tiff.ts'

/** Reads the bytes of a file. */
export type ReadBytes = (signal: AbortSignal) => Promise<Uint8Array<ArrayBuffer>>

type State = { opened: OpenedTiff | null; problem: 'UNREAD' | 'UNSHOWN' | null }

/** Opens the TIFF of a key; `again` opens it anew. UNREAD did not come through, UNSHOWN cannot be shown. */
export const useTiff = (key: string, read: ReadBytes) => {
  const [state, setState] = useState<State>({ opened: null, problem: null })
  const [attempt, setAttempt] = useState(0)
  const latest = useRef(read)
  latest.current = read

  // biome-ignore lint/correctness/useExhaustiveDependencies: another file or attempt is the reason to open it again
  useEffect(() => {
    const reading = new AbortController()
    let opened: OpenedTiff | null = null
    setState({ opened: null, problem: null })
    const open = async () => {
      const bytes = await latest.current(reading.signal)
      if (reading.signal.aborted) return
      try {
        opened = await openTiff(bytes)
      } catch {
        if (!reading.signal.aborted) setState({ opened: null, problem: 'UNSHOWN' })
        return
      }
      if (reading.signal.aborted) opened.close()
      else setState({ opened, problem: null })
    }
    open().catch(() => {
      if (!reading.signal.aborted) setState({ opened: null, problem: 'UNREAD' })
    })
    return () => {
      reading.abort()
      opened?.close()
    }
  }, [key, attempt])

  return { ...state, again: () => setAttempt(attempt + 1) }
}
