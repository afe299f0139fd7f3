import { Popover, UnstyledButton, VisuallyHidden } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconBell } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { lazy } from '../../../lib/lazy.tsx'
import {
  everything,
  notificationsQuery,
} from '../../../records/notification/queries.ts'
import { slvKey } from '../../../records/slv/slv-key.ts'
import { tdocKey } from '../../../records/tdoc/tdoc-key.ts'
import { Panel } from '../../../ui/panel.tsx'
import { ListSkeleton } from '../../../ui/skeletons.tsx'
import {
  badgeText,
  bellLabel,
  findAnnouncement,
  type NewestNotification,
  newestOf,
} from '../notification-text.ts'
import classes from './bell.module.css'

const NotificationPanel = lazy(
  () => import('../notification-panel.tsx'),
  'NotificationPanel',
  <ListSkeleton label="Loading" p="lg" />,
)

/**
 * The button that opens the notifications, with the number of unread ones. The
 * list loads on first use.
 */
export const Bell = () => {
  const { data: newest } = useQuery({
    ...notificationsQuery(everything),
    select: ({ answer }) => newestOf(answer),
  })
  const announcement = useAnnouncement(newest)
  const unviewed = newest?.unviewed ?? 0
  const [isOpen, panel] = useDisclosure(false)

  return (
    <>
      <Panel opened={isOpen} onChange={panel.toggle}>
        <Popover.Target>
          <UnstyledButton
            className={classes.bell}
            aria-label={bellLabel(unviewed)}
            onPointerEnter={NotificationPanel.preload}
            onFocus={NotificationPanel.preload}
            onClick={panel.toggle}
          >
            <IconBell size={20} stroke={1.6} aria-hidden />
            {unviewed > 0 && (
              <span className={classes.badge} aria-hidden>
                {badgeText(unviewed)}
              </span>
            )}
          </UnstyledButton>
        </Popover.Target>
        <Popover.Dropdown p={0} w="min(28rem, calc(100vw - 1rem))">
          <NotificationPanel onClose={panel.close} />
        </Popover.Dropdown>
      </Panel>
      <VisuallyHidden role="status">{announcement}</VisuallyHidden>
    </>
  )
}

/**
 * The text that announces the newest notification that arrived while the page
 * was open. SLVs and Tdocs are fetched again with it, because one of them has
 * changed.
 */
const useAnnouncement = (newest: NewestNotification | undefined) => {
  const queryClient = useQueryClient()
  const last = useRef<NewestNotification | undefined>(undefined)
  const [announcement, setAnnouncement] = useState('')
  useEffect(() => {
    if (newest === undefined) return
    const text =
      last.current === undefined ? null : findAnnouncement(last.current, newest)
    last.current = newest
    if (text === null) return
    setAnnouncement(text)
    // About the account: useFreshRights follows changed rights.
    if (newest?.type === 'USER') return
    for (const queryKey of [slvKey, tdocKey])
      void queryClient.invalidateQueries({ queryKey })
  }, [newest, queryClient])
  return announcement
}
