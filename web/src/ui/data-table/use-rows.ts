import { useCallbackRef } from '@mantine/hooks'
import { type RefObject, useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { toggleRow } from './selection.ts'
import type { Selection } from './selection-bar.tsx'
import { useReturnPlace } from './use-return-place.ts'
import { useRowKeys } from './use-row-keys.ts'
import { useWindow } from './use-window.ts'

type Options = {
  scroller: RefObject<HTMLDivElement | null>
  ids: readonly string[]
  isLoaded: boolean
  /** Whether rows open. */
  areLinks: boolean
  selection: Selection | undefined
}

/**
 * The rows that are drawn, which of them Tab reaches, and what they do to their
 * table.
 */
export const useRows = ({
  scroller,
  ids,
  isLoaded,
  areLinks,
  selection,
}: Options) => {
  const [tabStop, setTabStop] = useState<string | null>(null)
  const lastSwitched = useRef<string | null>(null)
  const drawn = useWindow(scroller, ids.length)
  const drawnIds = ids.slice(drawn.from, drawn.to)
  const stop =
    tabStop !== null && drawnIds.includes(tabStop) ? tabStop : drawnIds[0]
  const keepPlace = useReturnPlace(scroller, isLoaded, drawn.look)

  const select = useCallbackRef((id: string, isStretch: boolean) => {
    const from = isStretch ? lastSwitched.current : null
    selection?.onChange(toggleRow(selection.ids, ids, id, from))
    lastSwitched.current = id
  })
  const goToEnd = useCallbackRef((isLast: boolean) => {
    const node = scroller.current
    node?.scrollTo({ top: isLast ? node.scrollHeight : 0 })
    flushSync(drawn.look)
    const rows = [
      ...(node?.querySelectorAll<HTMLElement>('tr[data-row]') ?? []),
    ]
    rows.at(isLast ? -1 : 0)?.focus()
  })
  const focus = useCallbackRef((id: string) => {
    setTabStop(id)
    keepPlace(id)
  })
  useRowKeys({
    scroller,
    stop,
    isOn: areLinks,
    select: selection && ((id) => select(id, false)),
  })
  return {
    drawn,
    stop,
    isWhole: drawnIds.length === ids.length,
    acts: useMemo(() => ({ select, focus, goToEnd }), [select, focus, goToEnd]),
    /** The table was scrolled. */
    onScroll: () => {
      keepPlace(tabStop)
      drawn.look()
    },
  }
}

export type TableRows = ReturnType<typeof useRows>
