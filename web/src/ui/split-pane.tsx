import {
  type CSSProperties,
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  useRef,
} from 'react'
import { z } from 'zod'
import { usePersistedState } from '../lib/state/persisted-state.ts'
import classes from './split-pane.module.css'

type SplitPaneProps = {
  /** The key under which this person's size is stored. */
  id: string
  /** Names the separator: 'Width of the request'. */
  label: string
  start: ReactNode
  end: ReactNode
  /** The initial width of the first part, in percent. */
  defaultSize: number
  /** The smallest widths, in pixels. */
  minStart?: number
  minEnd?: number
}

type SplitStyle = CSSProperties &
  Record<'--split' | '--split-start' | '--split-end', string>

const step = 2

/**
 * Two resizable parts side by side; stacked below 1200 px. Dragging doesn't
 * re-render them.
 */
export const SplitPane = ({
  id,
  label,
  start,
  end,
  defaultSize,
  minStart = 480,
  minEnd = 360,
}: SplitPaneProps) => {
  const [size, setSize] = usePersistedState(
    `split-${id}`,
    z.number().min(0).max(100),
    defaultSize,
  )
  const frame = useRef<HTMLDivElement>(null)
  const separator = useRef<HTMLHRElement>(null)
  const latest = useRef(size)
  const style: SplitStyle = {
    '--split': `${size}%`,
    '--split-start': `${minStart}px`,
    '--split-end': `${minEnd}px`,
  }

  const show = (wanted: number) => {
    const width = frame.current?.clientWidth || 1
    const [min, max] = [(minStart / width) * 100, 100 - (minEnd / width) * 100]
    latest.current = Math.round(Math.max(min, Math.min(max, wanted)) * 10) / 10
    frame.current?.style.setProperty('--split', `${latest.current}%`)
    separator.current?.setAttribute(
      'aria-valuenow',
      String(Math.round(latest.current)),
    )
  }
  const set = (wanted: number) => {
    show(wanted)
    setSize(latest.current)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const next = sizeAfter(event.key, size, defaultSize)
    if (next === undefined) return
    event.preventDefault()
    set(next)
  }
  const onPointerMove = ({
    currentTarget,
    pointerId,
    clientX,
  }: PointerEvent) => {
    if (!frame.current || !currentTarget.hasPointerCapture(pointerId)) return
    const { left, width } = frame.current.getBoundingClientRect()
    show(((clientX - left) / width) * 100)
  }
  return (
    <div ref={frame} className={classes.split} style={style}>
      <div className={classes.part}>{start}</div>
      <hr
        ref={separator}
        className={classes.separator}
        tabIndex={0}
        aria-label={label}
        aria-orientation="vertical"
        aria-valuenow={Math.round(size)}
        aria-valuemin={0}
        aria-valuemax={100}
        title="Drag to resize. Double-click to reset."
        onKeyDown={onKeyDown}
        onPointerDown={({ button, currentTarget, pointerId }) => {
          if (button !== 0) return
          latest.current = size
          currentTarget.setPointerCapture(pointerId)
        }}
        onPointerMove={onPointerMove}
        onLostPointerCapture={() => setSize(latest.current)}
        onDoubleClick={() => set(defaultSize)}
      />
      <div className={classes.part}>{end}</div>
    </div>
  )
}

/** The size that a key sets; undefined for other keys. */
const sizeAfter = (key: string, size: number, defaultSize: number) =>
  ({
    ArrowLeft: size - step,
    ArrowRight: size + step,
    Home: 0,
    End: 100,
    Enter: defaultSize,
  })[key]
