import { replaceEqualDeep } from '@tanstack/react-query'
import { useEffect, useRef, useSyncExternalStore } from 'react'
import { onReconnect } from '../outage.ts'
import type { Draft } from './draft.ts'
import type { DraftState } from './draft-state.ts'

/** Part of a draft's state; the component renders again only when this part changed. */
export const useDraftState = <S extends DraftState, T>(
  { get, subscribe }: Pick<Draft<S>, 'get' | 'subscribe'>,
  select: (state: S) => T,
): T => {
  const last = useRef<T | undefined>(undefined)
  return useSyncExternalStore(subscribe, () => {
    const part = replaceEqualDeep(last.current, select(get()))
    last.current = part
    return part
  })
}

/** Saves a draft when the page is hidden or left, and when the connection is back. */
export const useDraftLifetime = (draft: Pick<Draft, 'open' | 'close' | 'saveNow'>, isSignedIn: () => boolean) => {
  const signedIn = useRef(isSignedIn)
  useEffect(() => {
    const hide = () => {
      if (document.visibilityState === 'hidden') draft.saveNow()
    }
    document.addEventListener('visibilitychange', hide)
    const stop = onReconnect(draft.saveNow)
    draft.open()
    return () => {
      document.removeEventListener('visibilitychange', hide)
      stop()
      draft.close(signedIn.current())
    }
  }, [draft])
}
