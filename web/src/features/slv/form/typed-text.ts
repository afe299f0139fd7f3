import { type ChangeEvent, type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react'

/** Sets thousands separators while a number is typed, and returns the caret's place behind the same digit. */
export const groupThousands = (text: string, caret: number): { text: string; caret: number } => {
  const [, whole, decimals = ''] = /^,*(\d[\d,]*)(\.\d*)?$/.exec(text) ?? []
  if (whole === undefined) return { text, caret }
  const digits = whole.replaceAll(',', '')
  const first = digits.length % 3
  const groups = [digits.slice(0, first), ...(digits.slice(first).match(/\d{3}/g) ?? [])]
  const grouped = groups.filter((group) => group !== '').join(',') + decimals
  const digitsBefore = text.slice(0, caret).replaceAll(',', '').length
  let at = 0
  for (let seen = 0; seen < digitsBefore; at += 1) if (grouped[at] !== ',') seen += 1
  return { text: grouped, caret: at }
}

type TypedTextOptions = {
  shown: string
  onType: (text: string) => void
  onLeave: () => void
  isGrouped?: boolean
}

/** Props of an input that keeps its text while it has the focus, whatever is saved or merged meanwhile. */
export const useTypedText = <E extends HTMLInputElement | HTMLTextAreaElement>({
  shown,
  onType,
  onLeave,
  isGrouped,
}: TypedTextOptions) => {
  const [typed, setTyped] = useState<string | null>(null)
  const input = useRef<E>(null)
  const caret = useRef<number | null>(null)

  useLayoutEffect(() => {
    if (caret.current === null) return
    input.current?.setSelectionRange(caret.current, caret.current)
    caret.current = null
  })

  const change = (event: ChangeEvent<E>) => {
    const { value, selectionStart } = event.currentTarget
    let text = value
    if (isGrouped) {
      const next = groupThousands(value, selectionStart ?? value.length)
      const native = event.nativeEvent
      // Delete before a comma removes nothing: it steps over the comma.
      const isStuck = native instanceof InputEvent && native.inputType === 'deleteContentForward' && next.text === typed
      caret.current = isStuck ? next.caret + 1 : next.caret
      text = next.text
    }
    setTyped(text)
    onType(text)
  }

  return {
    ref: input,
    value: typed ?? shown,
    onChange: change,
    onFocus: () => setTyped(shown),
    onBlur: () => {
      setTyped(null)
      onLeave()
    },
    onKeyDown: (event: KeyboardEvent<E>) => {
      if (event.key === 'Enter' && input.current instanceof HTMLInputElement) onLeave()
    },
  }
}
