import { Popover } from '@mantine/core'
import { useWindowEvent } from '@mantine/hooks'
import { type ReactNode, type RefObject, useRef } from 'react'
import classes from './explained.module.css'

type ExplainedCardProps = {
  label: string
  /** What it belongs to: a press there is no press elsewhere. */
  within: RefObject<HTMLElement | null>
  onClose: () => void
  onHover: (isOver: boolean) => void
  children: ReactNode
}

/** The card of `Explained`, loaded with the first one that opens. Escape and a press elsewhere close it. */
export const ExplainedCard = ({ label, within, onClose, onHover, children }: ExplainedCardProps) => {
  const card = useRef<HTMLDivElement>(null)
  useWindowEvent('keydown', ({ key }) => {
    if (key === 'Escape') onClose()
  })
  useWindowEvent('pointerdown', ({ target }) => {
    const isInside = target instanceof Node && [within, card].some(({ current }) => current?.contains(target))
    if (!isInside) onClose()
  })
  return (
    <Popover
      opened
      position="bottom-start"
      shadow="md"
      withRoles={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
      middlewares={{ flip: true, shift: { padding: 8 }, size: { padding: 8, apply: withinWindow } }}
    >
      <Popover.Target>
        <span className={classes.anchor} aria-hidden />
      </Popover.Target>
      <Popover.Dropdown
        ref={card}
        className={classes.card ?? ''}
        data-explained-card
        data-mantine-stop-propagation
        role="region"
        // What scrolls must be reachable by keyboard.
        tabIndex={0}
        aria-label={label}
        onBlur={({ currentTarget, relatedTarget }) => currentTarget.contains(relatedTarget) || onClose()}
        onPointerEnter={({ pointerType }) => pointerType === 'mouse' && onHover(true)}
        onPointerLeave={({ pointerType }) => pointerType === 'mouse' && onHover(false)}
      >
        {children}
      </Popover.Dropdown>
    </Popover>
  )
}

/** A card that is too long for the window scrolls in itself. */
const withinWindow = ({
  availableHeight,
  elements,
}: {
  availableHeight: number
  elements: { floating: HTMLElement }
}) => {
  elements.floating.style.maxHeight = `${Math.max(160, Math.floor(availableHeight))}px`
}
