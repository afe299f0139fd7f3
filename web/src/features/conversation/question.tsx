import { type ComponentProps, createContext, useContext, useEffect } from 'react'
import { ConfirmDialog } from '../../ui/dialogs.tsx'

/** Hears that a question stands over the conversation: a drawer around it then leaves Escape and the focus to the question. */
export const Covering = createContext<(isCovered: boolean) => void>(() => {})

/** A question over a conversation, wherever that is shown. */
export const Question = (props: Omit<ComponentProps<typeof ConfirmDialog>, 'isOpen'>) => {
  const cover = useContext(Covering)
  useEffect(() => {
    cover(true)
    return () => cover(false)
  }, [cover])
  return <ConfirmDialog isOpen {...props} />
}
