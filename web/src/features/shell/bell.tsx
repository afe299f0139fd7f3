import { UnstyledButton, VisuallyHidden } from '@mantine/core'
import { IconBell } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useEffect, useRef, useState } from 'react'
import { lazy } from '../../lib/lazy.tsx'
import { Panel } from '../../ui/panel.tsx'
import { NotificationSkeleton } from '../notification/notification-skeleton.tsx'
import { everything, notificationsQuery } from '../notification/queries.ts'
import { announcement, badgeText, bellLabel, type Newest, newestOf } from '../notification/told.ts'
import classes from './bell.module.css'

const NotificationPanel = lazy(async () => ({
  default: (await import('../notification/notification-panel.tsx')).NotificationPanel,
}))

/** The count of unviewed notifications, kept current, and the button that opens their list, which loads on first use. */
export const Bell = () => {
  const { data: newest } = useQuery({ ...notificationsQuery(everything), select: ({ answer }) => newestOf(answer) })
  const said = useAnnounced(newest)
  const unviewed = newest?.unviewed ?? 0

  return (
    <>
      <Panel
        className={classes.dropdown}
        target={(props) => (
          <UnstyledButton
            {...props}
            className={classes.bell}
            aria-label={bellLabel(unviewed)}
            onPointerEnter={NotificationPanel.preload}
            onFocus={NotificationPanel.preload}
          >
            <IconBell size={20} stroke={1.6} aria-hidden />
            {unviewed > 0 && (
              <span className={classes.badge} aria-hidden>
                {badgeText(unviewed)}
              </span>
            )}
          </UnstyledButton>
        )}
      >
        {(close) => (
          <Suspense fallback={<NotificationSkeleton />}>
            <NotificationPanel onClose={close} />
          </Suspense>
        )}
      </Panel>
      <VisuallyHidden role="status">{said}</VisuallyHidden>
    </>
  )
}

/** The last thing that came while the page was open, in words; what lay there at first is not announced. */
const useAnnounced = (newest: Newest | undefined) => {
  const last = useRef<Newest | undefined>(undefined)
  const [said, setSaid] = useState('')
  useEffect(() => {
    if (newest === undefined) return
    const words = last.current === undefined ? null : announcement(last.current, newest)
    last.current = newest
    if (words !== null) setSaid(words)
  }, [newest])
  return said
}
