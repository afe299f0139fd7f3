import { Menu, Tooltip, UnstyledButton } from '@mantine/core'
import type { MenuItem } from '@portal/contract/user/navigation'
import { IconChartBar, IconChevronDown, IconFileCheck, IconFiles, IconFolder } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { MenuButton } from '../../ui/menu-button.tsx'
import classes from './sidebar.module.css'

type NavProps = { items: readonly MenuItem[]; active: MenuItem | null; isFolded?: boolean; onGo?: () => void }

/** The main menu. Folded, it shows icons with tooltips, and nested items in a menu. */
export const NavItems = ({ items, active, isFolded = false, onGo }: NavProps) => (
  <ul className={classes.list}>
    {items.map((item) => (
      <li key={item.key}>
        {!item.items ? (
          <NavLink item={item} active={active} isFolded={isFolded} onGo={onGo} />
        ) : isFolded ? (
          <FoldedGroup item={item} items={item.items} active={active} />
        ) : (
          <Group item={item} items={item.items} active={active} onGo={onGo} />
        )}
      </li>
    ))}
  </ul>
)

type ItemProps = { item: MenuItem; active: MenuItem | null; onGo?: (() => void) | undefined }
type GroupProps = ItemProps & { items: readonly MenuItem[] }

const NavLink = ({ item, active, isFolded, onGo }: ItemProps & { isFolded: boolean }) => (
  <Tooltip label={item.label} disabled={!isFolded}>
    <Link
      to={item.path}
      className={classes.item}
      data-active={item === active || undefined}
      aria-current={item === active ? 'page' : undefined}
      aria-label={isFolded ? item.label : undefined}
      onClick={onGo}
    >
      <ItemIcon item={item} />
      {!isFolded && <span className={classes.label}>{item.label}</span>}
    </Link>
  </Tooltip>
)

const Group = ({ item, items, active, onGo }: GroupProps) => {
  const [isOpen, setIsOpen] = useState(true)
  return (
    <>
      <UnstyledButton className={classes.item} aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
        <ItemIcon item={item} />
        <span className={classes.label}>{item.label}</span>
        <IconChevronDown className={classes.chevron} size={16} aria-hidden />
      </UnstyledButton>
      {isOpen && (
        <ul className={classes.nested}>
          {items.map((child) => (
            <li key={child.key}>
              <NavLink item={child} active={active} isFolded={false} onGo={onGo} />
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

const FoldedGroup = ({ item, items, active }: GroupProps) => (
  <MenuButton
    position="right-start"
    tooltip={item.label}
    target={
      <UnstyledButton
        className={classes.item}
        aria-label={item.label}
        data-active={items.some((child) => child === active) || undefined}
      >
        <ItemIcon item={item} />
      </UnstyledButton>
    }
  >
    <Menu.Label>{item.label}</Menu.Label>
    {items.map((child) => (
      <Menu.Item
        key={child.key}
        fw={child === active ? 600 : undefined}
        aria-current={child === active ? 'page' : undefined}
        renderRoot={(props) => <Link {...props} to={child.path} />}
      >
        {child.label}
      </Menu.Item>
    ))}
  </MenuButton>
)

const icons = { slv: IconFileCheck, tdoc: IconFiles, folder: IconFolder, report: IconChartBar }

const ItemIcon = ({ item: { icon } }: { item: MenuItem }) => {
  if (!icon) return null
  const Icon = icons[icon]
  return <Icon className={classes.icon} size={20} stroke={1.6} aria-hidden />
}
