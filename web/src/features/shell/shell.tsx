import {
  Box,
  Button,
  Group,
  Kbd,
  Stack,
  Tooltip,
  UnstyledButton,
} from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import {
  helpItem,
  homeFor,
  type MenuItem,
  menuFor,
  redirectFor,
  reportingPath,
} from '@portal/contract/user/navigation'
import { describeRights } from '@portal/contract/user/policy'
import {
  IconChartBar,
  IconLayoutSidebarLeftCollapse,
  IconLayoutSidebarLeftExpand,
  IconMenu2,
  IconPlugConnectedX,
  IconSearch,
} from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useLocation, useRouter } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef } from 'react'
import { z } from 'zod'
import { lazy } from '../../lib/lazy.tsx'
import { outageText, useOutageNotice } from '../../lib/outage.ts'
import { usePersistedState } from '../../lib/state/persisted-state.ts'
import { toast } from '../../lib/toast.ts'
import { Brand } from '../../records/auth/brand.tsx'
import {
  brandingQuery,
  sessionQuery,
  useProfile,
} from '../../records/auth/queries.ts'
import {
  everything,
  notificationsQuery,
} from '../../records/notification/queries.ts'
import sidebarClasses from '../../ui/sidebar.module.css'
import { InStrip } from '../../ui/toasts.tsx'
import { ConversationHost } from '../conversation/shared/conversation-host.tsx'
import { useLive } from '../live/shared/use-live.ts'
import { Bell } from '../notification/shared/bell.tsx'
import { NextSlv } from '../slv/shared/next-slv.tsx'
import { GlobalKeys } from './global-keys.tsx'
import { ProfileMenu } from './profile-menu.tsx'
import classes from './shell.module.css'
import { activeItem, ItemLabel, NavItems } from './sidebar.tsx'

// What is typed while it loads isn't meant for the page.
const Palette = lazy(
  () => import('./palette.tsx'),
  'Palette',
  <div role="dialog" aria-modal="true" hidden />,
)
const SidebarViews = lazy(
  () => import('../view/shared/sidebar-views.tsx'),
  'SidebarViews',
)
const LeftDrawer = lazy(() => import('../../ui/drawer.tsx'), 'LeftDrawer')

const mainId = 'main'
const helpOnly = [helpItem]
/** From spec.md §9's `md` on, the sidebar has room for labels. */
const isRoomy = () => window.matchMedia('(min-width: 64em)').matches

const line = '1px solid var(--portal-line)'
const sideStyle = {
  gridArea: 'side',
  overflow: 'hidden auto',
  borderInlineEnd: line,
}
const topStyle = { gridArea: 'top', borderBottom: line }

/**
 * The frame of every screen of a signed-in person: sidebar, top bar and main
 * landmark.
 */
export const Shell = ({ children }: { children: ReactNode }) => {
  const profile = useProfile()
  useFreshRights()
  useLive()
  const { pathname } = useLocation()
  const [isCollapsed, setIsFolded] = usePersistedState(
    'sidebar-folded',
    z.boolean(),
    !isRoomy(),
  )
  const [isDrawerOpen, drawer] = useDisclosure(false)
  const [isPaletteOpen, palette] = useDisclosure(false)
  // Both stay mounted once they were open, so that they can return the focus.
  const wasDrawerOpen = useWasTrue(isDrawerOpen)
  const wasPaletteOpen = useWasTrue(isPaletteOpen)
  const items = menuFor(profile)
  const active = activeItem([...items, helpItem], pathname)
  const canJump = items.length > 0
  useEffect(() => {
    if (canJump) Palette.preload()
  }, [canJump])

  return (
    <div className={classes.shell} data-folded={isCollapsed || undefined}>
      <a className={classes.skip} href={`#${mainId}`}>
        Skip to content
      </a>
      <Sidebar
        items={items}
        active={active}
        isCollapsed={isCollapsed}
        onFold={setIsFolded}
      />
      <TopBar
        items={items}
        isDrawerOpen={isDrawerOpen}
        onDrawer={drawer.toggle}
        onJump={palette.open}
      />
      <main id={mainId} className={classes.main} tabIndex={-1}>
        <OutageAlert />
        {children}
      </main>
      <ConversationHost />
      <NextSlv />
      <GlobalKeys items={items} onJump={palette.open} />
      {wasDrawerOpen && (
        <LeftDrawer
          title="Menu"
          opened={isDrawerOpen}
          onClose={drawer.close}
          closeButtonProps={{ 'aria-label': 'Close menu' }}
        >
          <nav aria-label="Main">
            <NavItems items={items} active={active} onGo={drawer.close} />
            <SidebarViews onGo={drawer.close} />
            <NavItems items={helpOnly} active={active} onGo={drawer.close} />
          </nav>
        </LeftDrawer>
      )}
      {canJump && wasPaletteOpen && (
        <Palette
          items={[...items, helpItem]}
          isOpen={isPaletteOpen}
          onClose={palette.close}
        />
      )}
    </div>
  )
}

/** Whether it is true now or was before. */
const useWasTrue = (isTrue: boolean) => {
  const wasTrue = useRef(false)
  wasTrue.current ||= isTrue
  return wasTrue.current
}

type SidebarProps = {
  items: readonly MenuItem[]
  active: ReturnType<typeof activeItem>
  isCollapsed: boolean
  onFold: (isCollapsed: boolean) => void
}

const Sidebar = ({ items, active, isCollapsed, onFold }: SidebarProps) => {
  const profile = useProfile()
  const collapseLabel = isCollapsed ? 'Expand menu' : 'Collapse menu'
  const CollapseIcon = isCollapsed
    ? IconLayoutSidebarLeftExpand
    : IconLayoutSidebarLeftCollapse
  return (
    <Stack
      component="nav"
      gap="sm"
      mih={0}
      px="sm"
      pb="sm"
      style={sideStyle}
      visibleFrom="sm"
      aria-label="Main"
    >
      <Link to={homeFor(profile)} className={classes.logo}>
        <Brand isCollapsed={isCollapsed} />
      </Link>
      <NavItems items={items} active={active} isCollapsed={isCollapsed} />
      <SidebarViews isCollapsed={isCollapsed} />
      <Box mt="auto">
        <NavItems items={helpOnly} active={active} isCollapsed={isCollapsed} />
      </Box>
      <Tooltip label={collapseLabel} disabled={!isCollapsed}>
        <UnstyledButton
          className={sidebarClasses.item}
          aria-expanded={!isCollapsed}
          aria-label={collapseLabel}
          onClick={() => onFold(!isCollapsed)}
        >
          <CollapseIcon size={18} stroke={1.6} aria-hidden />
          {!isCollapsed && <ItemLabel>{collapseLabel}</ItemLabel>}
        </UnstyledButton>
      </Tooltip>
    </Stack>
  )
}

type TopBarProps = {
  items: readonly MenuItem[]
  isDrawerOpen: boolean
  onDrawer: () => void
  onJump: () => void
}

const TopBar = ({ items, isDrawerOpen, onDrawer, onJump }: TopBarProps) => {
  const profile = useProfile()
  return (
    <Group
      component="header"
      wrap="nowrap"
      justify="flex-end"
      gap="sm"
      px={{ base: 'sm', sm: 'lg' }}
      style={topStyle}
    >
      <UnstyledButton
        hiddenFrom="sm"
        display="inline-flex"
        aria-label="Open menu"
        aria-expanded={isDrawerOpen}
        onClick={onDrawer}
      >
        <IconMenu2 size={22} aria-hidden />
      </UnstyledButton>
      <Box hiddenFrom="sm" miw={0} me="auto">
        <Link to={homeFor(profile)} className={classes.logo}>
          <Brand />
        </Link>
      </Box>
      {items.length > 0 && (
        <UnstyledButton
          className={`${classes.find} ${classes.hoverable}`}
          aria-keyshortcuts="Control+K"
          onClick={onJump}
        >
          <IconSearch size={16} aria-hidden />
          <span className={classes.words}>Search and jump</span>
          <Kbd size="xs" ms="auto" visibleFrom="sm" aria-hidden>
            Ctrl K
          </Kbd>
        </UnstyledButton>
      )}
      {items.some(({ path }) => path === reportingPath) && (
        <Button
          className={classes.reporting}
          variant="subtle"
          color="gray"
          leftSection={<IconChartBar size={16} aria-hidden />}
          renderRoot={(props) => <Link {...props} to={reportingPath} />}
        >
          <span className={classes.words}>Reporting</span>
        </Button>
      )}
      <Bell />
      <ProfileMenu />
    </Group>
  )
}

const noticeLook = {
  fz: 'sm',
  fw: 500,
  bdrs: 'md',
  bg: 'light-dark(#fde8e8, #45191c)',
  c: 'light-dark(#8a1c1c, #ffc9c9)',
} as const

/**
 * One line below the page while data can't be loaded: the global alert of
 * spec.md §2, or that there is no connection.
 */
const OutageAlert = () => {
  const notice = useOutageNotice()
  if (notice === null) return null
  return (
    <InStrip>
      <Box role={notice === outageText ? 'alert' : 'status'}>
        <Group
          component="span"
          wrap="nowrap"
          gap="xs"
          w="fit-content"
          py="0.125rem"
          px="md"
          {...noticeLook}
        >
          <IconPlugConnectedX size={16} style={{ flex: 'none' }} aria-hidden />
          {notice}
        </Group>
      </Box>
    </InStrip>
  )
}

/**
 * Follows changed roles and permissions without a new sign-in: the poll of the
 * notifications reports them. A screen that is no longer permitted redirects
 * home.
 */
const useFreshRights = () => {
  const profile = useProfile()
  const { role } = profile
  const known = describeRights(profile)
  const { data: rights = known } = useQuery({
    ...notificationsQuery(everything),
    select: ({ answer }) => answer.rights,
  })
  const queryClient = useQueryClient()
  const router = useRouter()

  useEffect(() => {
    if (rights === known) return
    let isGone = false
    const follow = async () => {
      const fresh = await queryClient.fetchQuery({
        ...sessionQuery,
        staleTime: 0,
      })
      if (isGone || fresh === null || describeRights(fresh) === known) return
      // Without a role there was no other screen to lose.
      if (
        role !== 'DEFAULT' &&
        redirectFor(fresh, router.state.location.pathname) !== null
      )
        toast.failure(closedText)
      await router.invalidate()
      // Lists and figures may change.
      const untouched = [
        sessionQuery.queryKey[0],
        brandingQuery.queryKey[0],
        notificationsQuery(everything).queryKey[0],
      ]
      await queryClient.invalidateQueries({
        predicate: ({ queryKey }) =>
          !untouched.some((key) => key === queryKey[0]),
      })
    }
    // When offline, the next poll that differs retries.
    void follow().catch(() => null)
    return () => {
      isGone = true
    }
  }, [rights, known, role, queryClient, router])
}

const closedText =
  'Your permissions changed, and you no longer have access to this screen.'
