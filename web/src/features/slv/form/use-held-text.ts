import { type ChangeEvent, type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react'
import { grouped } from './grouped.ts'

type HeldText = {
  shown: string
  onType: (text: string) => void
  onLeave: () => void
  /** Sets thousands separators while typing. */
  isGrouped?: boolean
}

/**
 * Props of an input whose text is the person's own while they are in it: a save or a merge behind their back moves
 * no letter and no caret. When they leave, it shows what was understood.
 */
export const useHeldText = <E extends HTMLInputElement | HTMLTextAreaElement>({
  shown,
  onType,
  onLeave,
  isGrouped,
}: HeldText) => {
  const [held, setHeld] = useState<string | null>(null)
  const input = useRef<E>(null)
  const caret = useRef<number | null>(null)

  useLayoutEffect(() => {
    if (caret.current === null) return
    input.current?.setSelectionRange(caret.current, caret.current)
    caret.current = null
  })

  const change = (event: ChangeEvent<E>) => {
    const { value, selectionStart } = event.currentTarget
    if (!isGrouped) {
      setHeld(value)
      onType(value)
      return
    }
    const next = grouped(value, selectionStart ?? value.length)
    const native = event.nativeEvent
    // Delete in front of a comma takes nothing away: it steps over it.
    const isStuck = native instanceof InputEvent && native.inputType === 'deleteContentForward' && next.text === held
    caret.current = isStuck ? next.caret + 1 : next.caret
    setHeld(next.text)
    onType(next.text)
  }

  return {
    ref: input,
    value: held ?? shown,
    onChange: change,
    onFocus: () => setHeld(shown),
    onBlur: () => {
      setHeld(null)
      onLeave()
    },
    onKeyDown: (event: KeyboardEvent<E>) => {
      if (event.key === 'Enter' && input.current instanceof HTMLInputElement) onLeave()
    },
  }
}
