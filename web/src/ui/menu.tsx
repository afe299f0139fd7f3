import {
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  type Ref,
  type ToggleEvent,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react'
import classes from './menu.module.css'
import { nextItem } from './menu-keys.ts'
import { closeElsewhere, placeBy } from './place-by.ts'

/** What a menu's button takes to be one. */
export type MenuTarget = {
  ref: Ref<HTMLButtonElement>
  id: string
  popoverTarget: string
  'aria-haspopup': 'menu'
  'aria-expanded': boolean
  onKeyDown: (event: KeyboardEvent) => void
}

type MenuProps = {
  target: (props: MenuTarget) => ReactNode
  /** Stands above the items, and is none of them. */
  head?: ReactNode
  /** Opens to the right of its button instead of under it. */
  isBeside?: boolean
  children: ReactNode
}

/**
 * A button that opens a menu (the pattern of that name in ARIA's guide): arrows, Home, End and first letters move in it,
 * Escape, Tab and a click elsewhere close it. The browser's own popover puts it above everything.
 */
export const Menu = ({ target, head, isBeside = false, children }: MenuProps) => {
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const popover = useRef<HTMLDivElement>(null)
  const startsAtEnd = useRef(false)
  const [isOpen, setIsOpen] = useState(false)
  const items = () => [...(popover.current?.querySelectorAll<HTMLElement>('[role^=menuitem]') ?? [])]

  useEffect(() => (isOpen && popover.current ? closeElsewhere(popover.current) : undefined), [isOpen])

  const onBeforeToggle = ({ newState, currentTarget }: ToggleEvent<HTMLDivElement>) => {
    if (newState !== 'open') return
    if (button.current) placeBy(button.current, currentTarget, isBeside)
    // No synchronous render: it could show another popover, which the browser refuses while it shows this one. React renders
    // before the next paint.
    setIsOpen(true)
  }
  const onToggle = ({ newState }: ToggleEvent<HTMLDivElement>) => {
    if (newState === 'open') {
      items()
        .at(startsAtEnd.current ? -1 : 0)
        ?.focus({ preventScroll: true })
      startsAtEnd.current = false
      return
    }
    const hadFocus = popover.current?.contains(document.activeElement) || document.activeElement === document.body
    setIsOpen(false)
    if (hadFocus) button.current?.focus({ preventScroll: true })
  }
  const close = () => {
    button.current?.focus({ preventScroll: true })
    popover.current?.hidePopover()
  }

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Tab') close()
    if (event.key === ' ' && event.target instanceof HTMLAnchorElement) {
      event.preventDefault()
      event.target.click()
    }
    const all = items()
    const labels = all.map(({ textContent }) => textContent)
    const next = nextItem(event.key, event.target instanceof HTMLElement ? all.indexOf(event.target) : -1, labels)
    if (next === null || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    all[next]?.focus()
  }
  const onClick = ({ target: pressed }: MouseEvent) => {
    const item = pressed instanceof Element ? pressed.closest('[role^=menuitem]') : null
    if (item && item.ariaDisabled !== 'true') close()
  }

  return (
    <>
      {target({
        ref: button,
        id: `${id}button`,
        popoverTarget: id,
        'aria-haspopup': 'menu',
        'aria-expanded': isOpen,
        onKeyDown: (event) => {
          if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
          event.preventDefault()
          startsAtEnd.current = event.key === 'ArrowUp'
          popover.current?.showPopover()
        },
      })}
      <div
        ref={popover}
        id={id}
        popover="auto"
        className={classes.menu}
        onBeforeToggle={onBeforeToggle}
        onToggle={onToggle}
      >
        {isOpen && head}
        {isOpen && (
          <div role="menu" aria-labelledby={`${id}button`} onKeyDown={onKeyDown} onClick={onClick}>
            {children}
          </div>
        )}
      </div>
    </>
  )
}

/** What makes something an item of a menu: for links, which bring their own element. */
export const menuItem = { role: 'menuitem', tabIndex: -1, className: classes.item } as const

type ItemProps = {
  children: ReactNode
  onSelect: () => void
  icon?: ReactNode
  /** It can be reached, and read why, but not chosen. */
  isDisabled?: boolean
  /** Of several of which one holds. */
  isChecked?: boolean
}

/** One thing to choose in a Menu. */
export const MenuItem = ({ children, onSelect, icon, isDisabled = false, isChecked }: ItemProps) => (
  // biome-ignore lint/a11y/useAriaPropsSupportedByRole: `aria-checked` stands with menuitemradio only
  <button
    {...menuItem}
    type="button"
    role={isChecked === undefined ? 'menuitem' : 'menuitemradio'}
    aria-checked={isChecked}
    aria-disabled={isDisabled || undefined}
    onClick={() => !isDisabled && onSelect()}
  >
    {isChecked === undefined ? icon : <span className={classes.mark} />}
    {children}
  </button>
)

/** Items that belong together, under their name, after a line. */
export const MenuGroup = ({ label, children }: { label?: string; children: ReactNode }) => (
  // biome-ignore lint/a11y/useSemanticElements: a menu has groups, not fieldsets
  <div role="group" aria-label={label} className={classes.group}>
    {label && (
      <div className={classes.label} aria-hidden>
        {label}
      </div>
    )}
    {children}
  </div>
)
