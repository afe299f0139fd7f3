import { Button, UnstyledButton } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { homeFor, menuFor, reportingPath } from '@portal/contract/user/navigation'
import {
  IconChartBar,
  IconLayoutSidebarLeftCollapse,
  IconLayoutSidebarLeftExpand,
  IconMenu2,
  IconSearch,
} from '@tabler/icons-react'
import { Link, useLocation } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { z } from 'zod'
import { useRemembered } from '../../lib/remembered.ts'
import { Drawer } from '../../ui/drawer.tsx'
import { Tip } from '../../ui/tip.tsx'
import { useProfile } from '../auth/queries.ts'
import { activeItem } from './active-item.ts'
import { Bell } from './bell.tsx'
import { Brand } from './brand.tsx'
import { ConversationHost } from './conversation-host.tsx'
import { OutageAlert } from './outage-alert.tsx'
import { PaletteHost } from './palette-host.tsx'
import { ProfileMenu } from './profile-menu.tsx'
import classes from './shell.module.css'
import sidebarClasses from './sidebar.module.css'
import { NavItems } from './sidebar.tsx'
import { useFreshRights } from './use-fresh-rights.ts'

const mainId = 'main'
/** From here on there is room for the words of the sidebar; it is spec.md §9's `md`. */
const isRoomy = () => window.matchMedia('(min-width: 64em)').matches

/** What stands around every screen of a signed-in person: sidebar, top bar, and the main landmark. */
export const Shell = ({ children }: { children: ReactNode }) => {
  const profile = useProfile()
  useFreshRights()
  const { pathname } = useLocation()
  const [isFolded, setIsFolded] = useRemembered('sidebar-folded', z.boolean(), !isRoomy())
  const [isDrawerOpen, drawer] = useDisclosure(false)
  const [isPaletteOpen, palette] = useDisclosure(false)
  const items = menuFor(profile)
  const active = activeItem(items, pathname)
  const canJump = items.length > 0
  const foldLabel = isFolded ? 'Expand menu' : 'Collapse menu'
  const FoldIcon = isFolded ? IconLayoutSidebarLeftExpand : IconLayoutSidebarLeftCollapse

  return (
    <div className={classes.shell} data-folded={isFolded || undefined}>
      <a className={classes.skip} href={`#${mainId}`}>
        Skip to content
      </a>
      <nav className={classes.side} aria-label="Main">
        <Link to={homeFor(profile)} className={classes.logo}>
          <Brand isFolded={isFolded} />
        </Link>
        <NavItems items={items} active={active} isFolded={isFolded} />
        <Tip label={foldLabel} isOff={!isFolded}>
          <UnstyledButton
            className={`${sidebarClasses.item} ${classes.fold}`}
            aria-expanded={!isFolded}
            aria-label={foldLabel}
            onClick={() => setIsFolded(!isFolded)}
          >
            <FoldIcon className={sidebarClasses.icon} size={20} stroke={1.6} aria-hidden />
            {!isFolded && <span className={sidebarClasses.label}>{foldLabel}</span>}
          </UnstyledButton>
        </Tip>
      </nav>
      <header className={classes.top}>
        <UnstyledButton
          className={classes.burger}
          aria-label="Open menu"
          aria-expanded={isDrawerOpen}
          onClick={drawer.toggle}
        >
          <IconMenu2 size={22} aria-hidden />
        </UnstyledButton>
        <Link to={homeFor(profile)} className={`${classes.logo} ${classes.topBrand}`}>
          <Brand />
        </Link>
        {canJump && (
          <UnstyledButton className={classes.find} aria-keyshortcuts="Control+K" onClick={palette.open}>
            <IconSearch size={16} aria-hidden />
            <span className={classes.words}>Search and jump</span>
            <kbd className={classes.keys} aria-hidden>
              Ctrl K
            </kbd>
          </UnstyledButton>
        )}
        {items.some(({ path }) => path === reportingPath) && (
          <Button
            className={classes.reporting ?? ''}
            variant="default"
            leftSection={<IconChartBar size={16} aria-hidden />}
            renderRoot={(props) => <Link {...props} to={reportingPath} />}
          >
            <span className={classes.words}>Reporting</span>
          </Button>
        )}
        <Bell />
        <ProfileMenu />
      </header>
      <main id={mainId} className={classes.main} tabIndex={-1}>
        <OutageAlert />
        {children}
      </main>
      <ConversationHost />
      <Drawer label="Menu" isOpen={isDrawerOpen} onClose={drawer.close}>
        <nav aria-label="Main">
          <NavItems items={items} active={active} onGo={drawer.close} />
        </nav>
      </Drawer>
      {canJump && <PaletteHost items={items} isOpen={isPaletteOpen} onOpen={palette.open} onClose={palette.close} />}
    </div>
  )
}
