import { Box, Button, Kbd, Tooltip, UnstyledButton } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { homeFor, menuFor, reportingPath } from '@portal/contract/user/navigation'
import {
  IconChartBar,
  IconLayoutSidebarLeftCollapse,
  IconLayoutSidebarLeftExpand,
  IconMenu2,
  IconPlugConnectedX,
  IconSearch,
} from '@tabler/icons-react'
import { Link, useLocation } from '@tanstack/react-router'
import { type ReactNode, useRef } from 'react'
import { z } from 'zod'
import { lazy } from '../../lib/lazy.tsx'
import { outageText, useOutageNotice } from '../../lib/outage.ts'
import { useRemembered } from '../../lib/state/remembered.ts'
import { useProfile } from '../auth/queries.ts'
import { Brand } from '../auth/shared/brand.tsx'
import { ConversationHost } from '../conversation/shared/conversation-host.tsx'
import { Bell } from '../notification/shared/bell.tsx'
import { activeItem } from './active-item.ts'
import { PaletteHost } from './palette-host.tsx'
import { ProfileMenu } from './profile-menu.tsx'
import classes from './shell.module.css'
import sidebarClasses from './sidebar.module.css'
import { NavItems } from './sidebar.tsx'
import { useFreshRights } from './use-fresh-rights.ts'

const LeftDrawer = lazy(() => import('../../ui/drawer.tsx'), 'LeftDrawer')

const mainId = 'main'
/** From spec.md §9's `md` on, the sidebar has room for labels. */
const isRoomy = () => window.matchMedia('(min-width: 64em)').matches

/** The frame of every screen of a signed-in person: sidebar, top bar and main landmark. */
export const Shell = ({ children }: { children: ReactNode }) => {
  const profile = useProfile()
  useFreshRights()
  const { pathname } = useLocation()
  const [isFolded, setIsFolded] = useRemembered('sidebar-folded', z.boolean(), !isRoomy())
  const [isDrawerOpen, drawer] = useDisclosure(false)
  const wasDrawerOpen = useRef(false)
  if (isDrawerOpen) wasDrawerOpen.current = true
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
      <Box component="nav" className={classes.side} visibleFrom="sm" aria-label="Main">
        <Link to={homeFor(profile)} className={classes.logo}>
          <Brand isFolded={isFolded} />
        </Link>
        <NavItems items={items} active={active} isFolded={isFolded} />
        <Tooltip label={foldLabel} disabled={!isFolded}>
          <UnstyledButton
            className={sidebarClasses.item ?? ''}
            mt="auto"
            aria-expanded={!isFolded}
            aria-label={foldLabel}
            onClick={() => setIsFolded(!isFolded)}
          >
            <FoldIcon className={sidebarClasses.icon} size={20} stroke={1.6} aria-hidden />
            {!isFolded && <span className={sidebarClasses.label}>{foldLabel}</span>}
          </UnstyledButton>
        </Tooltip>
      </Box>
      <header className={classes.top}>
        <UnstyledButton
          hiddenFrom="sm"
          display="inline-flex"
          aria-label="Open menu"
          aria-expanded={isDrawerOpen}
          onClick={drawer.toggle}
        >
          <IconMenu2 size={22} aria-hidden />
        </UnstyledButton>
        <Box hiddenFrom="sm" miw={0} me="auto">
          <Link to={homeFor(profile)} className={classes.logo}>
            <Brand />
          </Link>
        </Box>
        {canJump && (
          <UnstyledButton className={classes.find} aria-keyshortcuts="Control+K" onClick={palette.open}>
            <IconSearch size={16} aria-hidden />
            <span className={classes.words}>Search and jump</span>
            <Kbd size="xs" ms="auto" visibleFrom="sm" aria-hidden>
              Ctrl K
            </Kbd>
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
      {wasDrawerOpen.current && (
        <LeftDrawer
          title="Menu"
          opened={isDrawerOpen}
          onClose={drawer.close}
          closeButtonProps={{ 'aria-label': 'Close menu' }}
        >
          <nav aria-label="Main">
            <NavItems items={items} active={active} onGo={drawer.close} />
          </nav>
        </LeftDrawer>
      )}
      {canJump && <PaletteHost items={items} isOpen={isPaletteOpen} onOpen={palette.open} onClose={palette.close} />}
    </div>
  )
}

/** One line over the page while data can't be loaded: the global alert of spec.md §2, or that there is no connection. */
const OutageAlert = () => {
  const notice = useOutageNotice()
  if (notice === null) return null
  return (
    <div className={classes.outage} role={notice === outageText ? 'alert' : 'status'}>
      <span>
        <IconPlugConnectedX size={16} aria-hidden />
        {notice}
      </span>
    </div>
  )
}
