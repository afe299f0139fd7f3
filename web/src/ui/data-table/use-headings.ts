import { type FocusEvent, type KeyboardEvent, useState } from 'react'

/** Which heading a key leads to; undefined for other keys. At the ends it stays. */
export const headingAt = (keys: readonly string[], from: string, pressed: string): string | undefined => {
  const at = keys.indexOf(from)
  const wanted = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: keys.length - 1 }[pressed]
  return at < 0 || wanted === undefined ? undefined : keys[Math.max(0, Math.min(keys.length - 1, wanted))]
}

const headingOf = (target: EventTarget) => (target instanceof HTMLElement ? target.dataset.heading : undefined)

/** The headings of a table as one stop of the keyboard: arrows, Home and End move between them, down goes into the rows. */
export const useHeadings = (keys: readonly string[]) => {
  const [last, setLast] = useState<string | null>(null)
  const onKeyDown = (event: KeyboardEvent<HTMLTableRowElement>) => {
    const from = headingOf(event.target)
    if (from === undefined || event.altKey || event.ctrlKey || event.metaKey) return
    const key = headingAt(keys, from, event.key)
    const target =
      event.key === 'ArrowDown'
        ? event.currentTarget.closest('table')?.querySelector<HTMLElement>('tr[data-row][tabindex="0"]')
        : key && event.currentTarget.querySelector<HTMLElement>(`[data-heading="${CSS.escape(key)}"]`)
    if (!target) return
    event.preventDefault()
    target.focus()
  }
  return {
    /** The one that Tab reaches. */
    stop: last !== null && keys.includes(last) ? last : keys[0],
    onKeyDown,
    onFocus: ({ target }: FocusEvent) => setLast((before) => headingOf(target) ?? before),
  }
}
