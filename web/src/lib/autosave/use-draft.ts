import { replaceEqualDeep } from '@tanstack/react-query'
import { useRef, useSyncExternalStore } from 'react'
import type { Draft } from './draft.ts'
import type { DraftState } from './draft-state.ts'

/**
 * Part of a draft's state; the component renders again only when this part
 * changed.
 */
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
