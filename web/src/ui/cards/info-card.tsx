import { Popover, type PopoverProps } from '@mantine/core'
import { useWindowEvent } from '@mantine/hooks'
import {
  type PointerEvent as HoverEvent,
  type ReactNode,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react'
import { ElementTarget } from '../panel.tsx'
import classes from './info-card.module.css'

type InfoCardProps = {
  /** The accessible name of the card. */
  label: string
  /** What the page shows. */
  children: ReactNode
  /**
   * The explanation, rendered only while the card is open; the element with
   * `summaryId` describes the button.
   */
  explain: (summaryId: string) => ReactNode
  className?: string | undefined
  /**
   * What a click or key does, if not pinning the card. A tap still pins it:
   * touch has no hover.
   */
  onPress?: (() => void) | undefined
  /** −1 in tables, where rows take the keyboard focus. */
  tabIndex?: 0 | -1
}

const isTap = (event: MouseEvent) =>
  event instanceof PointerEvent && event.pointerType === 'touch'

/**
 * Milliseconds until a hovering pointer opens the card, and until a pointer
 * that left closes it.
 */
const [openDelay, closeDelay] = [250, 200]

/**
 * Short content with an explanation in a card: opened by hover, keyboard focus
 * or tap. Mantine's HoverCard would mount its hooks for every cell of a table;
 * this mounts the popover of the open card only.
 */
export const InfoCard = ({
  label,
  children,
  explain,
  className,
  onPress,
  tabIndex = 0,
}: InfoCardProps) => {
  const [state, setState] = useState<'closed' | 'open' | 'pinned'>('closed')
  const button = useRef<HTMLButtonElement>(null)
  const timer = useRef<number>(undefined)
  const summaryId = useId()
  useEffect(() => () => window.clearTimeout(timer.current), [])

  const close = () => {
    window.clearTimeout(timer.current)
    setState('closed')
  }
  const hover = (isOver: boolean) => {
    const next = isOver ? 'open' : 'closed'
    window.clearTimeout(timer.current)
    timer.current = window.setTimeout(
      () => setState((now) => (now === 'pinned' ? now : next)),
      isOver ? openDelay : closeDelay,
    )
  }
  const hoverProps = {
    onPointerEnter: ({ pointerType }: HoverEvent) =>
      pointerType === 'mouse' && hover(true),
    onPointerLeave: ({ pointerType }: HoverEvent) =>
      pointerType === 'mouse' && hover(false),
  }
  return (
    <>
      <button
        ref={button}
        type="button"
        className={className ?? classes.button}
        tabIndex={tabIndex}
        aria-expanded={state !== 'closed'}
        // Escape closes the card, but not a drawer around it.
        data-mantine-stop-propagation={state !== 'closed'}
        aria-describedby={state === 'closed' ? undefined : summaryId}
        {...hoverProps}
        onFocus={({ currentTarget }) =>
          currentTarget.matches(':focus-visible') && setState('open')
        }
        onBlur={({ relatedTarget }) =>
          relatedTarget?.closest('[data-explained-card]') || close()
        }
        onClick={({ nativeEvent }) => {
          if (onPress && !isTap(nativeEvent)) onPress()
          else setState(state === 'pinned' ? 'closed' : 'pinned')
        }}
      >
        {children}
      </button>
      {state !== 'closed' && button.current && (
        <Card
          label={label}
          target={button.current}
          onClose={close}
          {...hoverProps}
        >
          {explain(summaryId)}
        </Card>
      )}
    </>
  )
}

type CardProps = {
  label: string
  target: HTMLElement
  onClose: () => void
  onPointerEnter: (event: HoverEvent) => void
  onPointerLeave: (event: HoverEvent) => void
  children: ReactNode
}

const Card = ({
  label,
  target,
  onClose,
  children,
  ...hoverProps
}: CardProps) => {
  useWindowEvent('keydown', ({ key }) => key === 'Escape' && onClose())
  return (
    <Popover
      opened
      onDismiss={onClose}
      position="bottom-start"
      shadow="md"
      withRoles={false}
      closeOnEscape={false}
      // What loads later can push its button behind the decision bar.
      hideDetached={false}
      middlewares={middlewares}
    >
      <Popover.Target>
        <ElementTarget element={target} />
      </Popover.Target>
      <Popover.Dropdown
        className={classes.card ?? ''}
        w="max-content"
        maw="min(26rem, calc(100vw - 1rem))"
        p="md"
        fz="sm"
        fw={400}
        style={{ overflow: 'auto', whiteSpace: 'normal' }}
        data-explained-card
        data-mantine-stop-propagation
        role="region"
        // Keyboard users must be able to scroll it.
        tabIndex={0}
        aria-label={label}
        onBlur={({ currentTarget, relatedTarget }) =>
          currentTarget.contains(relatedTarget) || onClose()
        }
        {...hoverProps}
      >
        {children}
      </Popover.Dropdown>
    </Popover>
  )
}

/** A card taller than the window scrolls. */
const middlewares: PopoverProps['middlewares'] = {
  flip: true,
  shift: { padding: 8 },
  size: {
    padding: 8,
    apply: ({ availableHeight, elements }) => {
      elements.floating.style.maxHeight = `${Math.max(160, Math.floor(availableHeight))}px`
    },
  },
}
