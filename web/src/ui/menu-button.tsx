import { Menu, type MenuProps, Tooltip } from '@mantine/core'
import {
  cloneElement,
  type KeyboardEvent,
  type ReactElement,
  type ReactNode,
  useState,
} from 'react'

type MenuButtonProps = Pick<MenuProps, 'position'> & {
  /**
   * The button; a click, Enter, Space and the up and down arrows open its menu.
   */
  target: ReactElement<{ onKeyDownCapture?: (event: KeyboardEvent) => void }>
  /** The name of a button that shows only an icon. */
  tooltip?: string
  /** Mantine's `Menu.Item` and the like. */
  children: ReactNode
}

/**
 * A button with a menu. The first item takes the focus; Tab closes the menu, as
 * ARIA's menu button pattern asks.
 */
export const MenuButton = ({
  target,
  tooltip,
  children,
  ...props
}: MenuButtonProps) => {
  const [isOpen, setIsOpen] = useState(false)
  const openByArrow = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
    event.preventDefault()
    setIsOpen(true)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Tab') setIsOpen(false)
    // Enter alone activates a link, but both keys activate a menu item.
    if (event.key !== ' ' || !(event.target instanceof HTMLAnchorElement))
      return
    event.preventDefault()
    event.target.click()
  }
  return (
    // The capture handler, because Tooltip overrides onKeyDown.
    <Menu {...props} opened={isOpen} onChange={setIsOpen}>
      <Tooltip label={tooltip} disabled={!tooltip || isOpen}>
        <Menu.Target>
          {cloneElement(target, { onKeyDownCapture: openByArrow })}
        </Menu.Target>
      </Tooltip>
      <Menu.Dropdown onKeyDown={onKeyDown}>{children}</Menu.Dropdown>
    </Menu>
  )
}
