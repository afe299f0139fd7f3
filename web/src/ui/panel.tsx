import { type ReactNode, type Ref, type ToggleEvent, useEffect, useId, useRef, useState } from 'react'
import classes from './panel.module.css'
import { closeElsewhere, placeBy } from './place-by.ts'

/** What a panel's button takes to be one. */
export type PanelTarget = {
  ref: Ref<HTMLButtonElement>
  id: string
  popoverTarget: string
  'aria-haspopup': 'dialog'
  'aria-expanded': boolean
}

type PanelProps = {
  /** The button, whose name is the panel's too. */
  target: (props: PanelTarget) => ReactNode
  children: (close: () => void) => ReactNode
  className?: string | undefined
}

/**
 * A button that opens a panel beside it, in the browser's own popover: Escape, a press elsewhere and the focus going
 * elsewhere close it. What is in it is drawn only while it is open.
 */
export const Panel = ({ target, children, className }: PanelProps) => {
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const panel = useRef<HTMLDivElement>(null)
  const [isOpen, setIsOpen] = useState(false)
  const close = () => panel.current?.hidePopover()
  useEffect(() => (isOpen && panel.current ? closeElsewhere(panel.current) : undefined), [isOpen])

  const onBeforeToggle = ({ newState, target: toggled, currentTarget }: ToggleEvent<HTMLDivElement>) => {
    if (newState !== 'open' || toggled !== currentTarget) return
    if (button.current) placeBy(button.current, currentTarget)
    // Renders before the next paint, not synchronously; see Menu.
    setIsOpen(true)
  }
  const onToggle = ({ newState, target: toggled, currentTarget }: ToggleEvent<HTMLDivElement>) => {
    if (toggled !== currentTarget) return
    if (newState === 'open') {
      currentTarget.focus({ preventScroll: true })
      return
    }
    const hadFocus = currentTarget.contains(document.activeElement) || document.activeElement === document.body
    setIsOpen(false)
    if (hadFocus) button.current?.focus({ preventScroll: true })
  }

  return (
    <>
      {target({
        ref: button,
        id: `${id}button`,
        popoverTarget: id,
        'aria-haspopup': 'dialog',
        'aria-expanded': isOpen,
      })}
      <div
        ref={panel}
        id={id}
        popover="auto"
        role="dialog"
        aria-labelledby={`${id}button`}
        tabIndex={-1}
        className={className ? `${classes.panel} ${className}` : classes.panel}
        onBeforeToggle={onBeforeToggle}
        onToggle={onToggle}
        onBlur={({ relatedTarget, currentTarget }) => {
          if (relatedTarget && relatedTarget !== button.current && !currentTarget.contains(relatedTarget)) close()
        }}
      >
        {isOpen && children(close)}
      </div>
    </>
  )
}
