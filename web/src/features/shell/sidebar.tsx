import {
  Menu,
  Stack,
  type StackProps,
  Text,
  Tooltip,
  UnstyledButton,
} from '@mantine/core'
import type { MenuItem } from '@portal/contract/user/navigation'
import {
  IconChartBar,
  IconChevronDown,
  IconFileCheck,
  IconFiles,
  IconFolder,
  IconHelp,
} from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { MenuButton } from '../../ui/menu-button.tsx'
import classes from '../../ui/sidebar.module.css'
import { letters } from './global-keys.tsx'

/**
 * The menu item that a path belongs to: the deepest whose section it starts
 * with; null for none.
 */
export const activeItem = (
  items: readonly MenuItem[],
  pathname: string,
): MenuItem | null =>
  items
    .flatMap((item) => item.items ?? [item])
    .filter((item) => `${pathname}/`.startsWith(`${getSection(item)}/`))
    .toSorted((one, other) => getSection(other).length - getSection(one).length)
    .at(0) ?? null

/** The path with which those of the item's pages start. */
const getSection = ({ section, path }: MenuItem): string => section ?? path

/** The router would also mark the items whose path the open one begins with. */
const exactly = { exact: true }

/** A plain list of menu items. */
const MenuList = (props: StackProps & { children: ReactNode }) => (
  <Stack
    component="ul"
    gap={2}
    p={0}
    style={{ listStyle: 'none' }}
    {...props}
  />
)

export const ItemLabel = Text.withProps({
  span: true,
  inherit: true,
  truncate: true,
  flex: 1,
})

type NavProps = {
  items: readonly MenuItem[]
  active: MenuItem | null
  isCollapsed?: boolean
  onGo?: () => void
}

/**
 * The main menu. Folded, it shows icons with tooltips, and nested items in a
 * menu.
 */
export const NavItems = ({
  items,
  active,
  isCollapsed = false,
  onGo,
}: NavProps) => (
  <MenuList>
    {items.map((item) => (
      <li key={item.key}>
        <NavItem
          item={item}
          active={active}
          isCollapsed={isCollapsed}
          onGo={onGo}
        />
      </li>
    ))}
  </MenuList>
)

type ItemProps = {
  item: MenuItem
  active: MenuItem | null
  onGo?: (() => void) | undefined
}
type GroupProps = ItemProps & { items: readonly MenuItem[] }

const NavItem = ({
  item,
  active,
  isCollapsed,
  onGo,
}: ItemProps & { isCollapsed: boolean }) => {
  const { items } = item
  if (!items)
    return (
      <NavLink
        item={item}
        active={active}
        isCollapsed={isCollapsed}
        onGo={onGo}
      />
    )
  if (isCollapsed)
    return <CollapsedGroup item={item} items={items} active={active} />
  return <Group item={item} items={items} active={active} onGo={onGo} />
}

const NavLink = ({
  item,
  active,
  isCollapsed,
  onGo,
}: ItemProps & { isCollapsed: boolean }) => (
  <Tooltip label={labelWithKeys(item)} disabled={!isCollapsed}>
    <Link
      to={item.path}
      title={isCollapsed ? undefined : labelWithKeys(item)}
      activeOptions={exactly}
      className={classes.item}
      aria-current={item === active ? 'page' : undefined}
      aria-label={isCollapsed ? item.label : undefined}
      onClick={onGo}
    >
      <ItemIcon item={item} />
      {!isCollapsed && <ItemLabel>{item.label}</ItemLabel>}
    </Link>
  </Tooltip>
)

/** 'Department (G then D)' */
const labelWithKeys = ({ key, label }: MenuItem) => {
  const letter = letters[key]
  return letter ? `${label} (G then ${letter.toUpperCase()})` : label
}

const Group = ({ item, items, active, onGo }: GroupProps) => {
  const [isOpen, setIsOpen] = useState(true)
  return (
    <>
      <UnstyledButton
        className={classes.item}
        aria-expanded={isOpen}
        onClick={() => setIsOpen(!isOpen)}
      >
        <ItemIcon item={item} />
        <ItemLabel>{item.label}</ItemLabel>
        <IconChevronDown className={classes.chevron} size={16} aria-hidden />
      </UnstyledButton>
      {isOpen && (
        <MenuList
          mt={2}
          mb="xs"
          ms="1.125rem"
          ps="0.75rem"
          className={classes.nested}
        >
          {items.map((child) => (
            <li key={child.key}>
              <NavLink
                item={child}
                active={active}
                isCollapsed={false}
                onGo={onGo}
              />
            </li>
          ))}
        </MenuList>
      )}
    </>
  )
}

const CollapsedGroup = ({ item, items, active }: GroupProps) => (
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
        title={labelWithKeys(child)}
        fw={child === active ? 600 : undefined}
        aria-current={child === active ? 'page' : undefined}
        renderRoot={(props) => (
          <Link {...props} to={child.path} activeOptions={exactly} />
        )}
      >
        {child.label}
      </Menu.Item>
    ))}
  </MenuButton>
)

const icons = {
  slv: IconFileCheck,
  tdoc: IconFiles,
  folder: IconFolder,
  report: IconChartBar,
  help: IconHelp,
}

const ItemIcon = ({ item: { icon } }: { item: MenuItem }) => {
  if (!icon) return null
  const Icon = icons[icon]
  return <Icon size={18} stroke={1.6} aria-hidden />
}
