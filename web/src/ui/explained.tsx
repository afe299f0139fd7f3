import { type ReactNode, Suspense, useEffect, useId, useRef, useState } from 'react'
import { lazy } from '../lib/lazy.tsx'
import classes from './explained.module.css'

const ExplainedCard = lazy(async () => ({ default: (await import('./explained-card.tsx')).ExplainedCard }))

type ExplainedProps = {
  /** What is explained; the accessible name of the card. */
  label: string
  /** What stands on the page. */
  children: ReactNode
  /** The explanation. It is drawn, and may read, only while it is open; the element with `summaryId` describes the button. */
  explain: (summaryId: string) => ReactNode
  className?: string | undefined
  /** What pressing it does by mouse and key; then a tap alone pins the explanation, which has a button for it. */
  onPress?: (() => void) | undefined
  /** −1 where a row of a table is the stop of the keyboard. */
  tabIndex?: 0 | -1
}

/** A finger does not hover: its first tap is to explain. */
const isTap = (event: MouseEvent) => event instanceof PointerEvent && event.pointerType === 'touch'

const [openAfter, closeAfter] = [250, 200]

/** Something short with its explanation behind it: shown by hovering, by focusing with the keyboard, and by a tap. */
export const Explained = ({ label, children, explain, className, onPress, tabIndex = 0 }: ExplainedProps) => {
  const [state, setState] = useState<'closed' | 'open' | 'pinned'>('closed')
  const wrapper = useRef<HTMLSpanElement>(null)
  const timer = useRef<number>(undefined)
  const summaryId = useId()
  useEffect(() => () => window.clearTimeout(timer.current), [])

  const close = () => {
    window.clearTimeout(timer.current)
    setState('closed')
  }
  /** A pointer on its way elsewhere opens nothing, and one on its way into the card does not close it. */
  const hover = (isOver: boolean) => {
    window.clearTimeout(timer.current)
    timer.current = window.setTimeout(
      () => setState((now) => (now === 'pinned' ? now : isOver ? 'open' : 'closed')),
      isOver ? openAfter : closeAfter,
    )
  }
  return (
    <span ref={wrapper} className={classes.wrapper}>
      <button
        type="button"
        className={className ?? classes.button}
        tabIndex={tabIndex}
        aria-expanded={state !== 'closed'}
        // Escape closes the card, and not the drawer around it too.
        data-mantine-stop-propagation={state !== 'closed'}
        aria-describedby={state === 'closed' ? undefined : summaryId}
        onPointerEnter={({ pointerType }) => pointerType === 'mouse' && hover(true)}
        onPointerLeave={({ pointerType }) => pointerType === 'mouse' && hover(false)}
        onFocus={({ currentTarget }) => currentTarget.matches(':focus-visible') && setState('open')}
        onBlur={({ relatedTarget }) => relatedTarget?.closest('[data-explained-card]') || close()}
        onClick={({ nativeEvent }) => {
          if (onPress && !isTap(nativeEvent)) onPress()
          else setState(state === 'pinned' ? 'closed' : 'pinned')
        }}
      >
        {children}
      </button>
      {state !== 'closed' && (
        <Suspense>
          <ExplainedCard label={label} within={wrapper} onClose={close} onHover={hover}>
            {explain(summaryId)}
          </ExplainedCard>
        </Suspense>
      )}
    </span>
  )
}
