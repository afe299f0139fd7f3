import {
  type ComponentProps,
  createContext,
  useContext,
  useEffect,
} from 'react'
import { ConfirmDialog } from '../../../ui/dialogs.tsx'

/**
 * Reports an open question, so that a drawer around the conversation leaves
 * Escape and the focus to it.
 */
export const Covering = createContext<(isCovered: boolean) => void>(() => {})

/** A confirmation over a conversation. */
export const Question = (
  props: Omit<ComponentProps<typeof ConfirmDialog>, 'isOpen'>,
) => {
  const cover = useContext(Covering)
  useEffect(() => {
    cover(true)
    return () => cover(false)
  }, [cover])
  return <ConfirmDialog {...props} />
}
