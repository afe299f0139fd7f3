import { Button, CloseButton, Switch, UnstyledButton } from '@mantine/core'
import { useWindowEvent } from '@mantine/hooks'
import { type NotificationType, notificationTypeLabels } from '@portal/contract/notification/model'
import { typesToldTo } from '@portal/contract/notification/policy'
import { IconBellCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { EmptyState } from '../../ui/message.tsx'
import { useProfile } from '../auth/queries.ts'
import { NotificationItems } from './notification-items.tsx'
import classes from './notification-panel.module.css'
import { NotificationSkeleton } from './notification-skeleton.tsx'
import { everything, type NotificationView, notificationsQuery } from './queries.ts'
import { useMarkAllViewed } from './writes.ts'

/** A person's notifications: filtered, opened, marked and taken away. */
export const NotificationPanel = ({ onClose }: { onClose: () => void }) => {
  const [view, setView] = useState<NotificationView>(everything)
  const { data, error, refetch } = useQuery(notificationsQuery(view))
  const markAll = useMarkAllViewed(view)
  const items = data?.answer.items ?? []
  const [newest] = items
  const canMark = newest !== undefined && !markAll.isPending && items.some(({ status }) => status === 'UNCHECKED')
  // Also when what had the focus is gone from the list.
  useWindowEvent('keydown', ({ key }) => key === 'Escape' && onClose())

  return (
    <div className={classes.panel}>
      <div className={classes.head}>
        <h2>Notifications</h2>
        <Button
          variant="subtle"
          size="compact-sm"
          // Not the attribute of that name: the focus would be lost with the last unread one.
          aria-disabled={!canMark}
          data-disabled={!canMark || undefined}
          onClick={() => canMark && markAll.mutate(newest.createdAt)}
        >
          Mark all as viewed
        </Button>
        <CloseButton aria-label="Close notifications" onClick={onClose} />
      </div>
      <Filters view={view} onChange={setView} />
      <div className={classes.list}>
        {!data && !error && <NotificationSkeleton />}
        {!data && error && (
          <EmptyState title="The notifications could not be read" why={error.message}>
            <Button variant="default" onClick={() => refetch()}>
              Try again
            </Button>
          </EmptyState>
        )}
        {data && items.length === 0 && <Nothing view={view} onClear={() => setView(everything)} />}
        {items.length > 0 && <NotificationItems items={items} onLeave={onClose} />}
      </div>
      <div className={classes.foot}>
        <Link to="/settings/account" hash="notifications" onClick={onClose}>
          Mail settings
        </Link>
      </div>
    </div>
  )
}

type FiltersProps = { view: NotificationView; onChange: (view: NotificationView) => void }

const Filters = ({ view, onChange }: FiltersProps) => {
  const types = typesToldTo(useProfile().role)
  const toggle = (type: NotificationType) =>
    view.types.includes(type) ? view.types.filter((one) => one !== type) : [...view.types, type].toSorted()
  return (
    <div className={classes.filters}>
      {types.length > 1 && (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out in one line in every browser
        <div className={classes.types} role="group" aria-label="Types">
          {types.map((type) => (
            <UnstyledButton
              key={type}
              className={classes.type}
              aria-pressed={view.types.includes(type)}
              onClick={() => onChange({ ...view, types: toggle(type) })}
            >
              {notificationTypeLabels[type]}
            </UnstyledButton>
          ))}
        </div>
      )}
      <Switch
        className={classes.unread ?? ''}
        label="Unread only"
        size="xs"
        checked={view.unreadOnly}
        onChange={({ currentTarget }) => onChange({ ...view, unreadOnly: currentTarget.checked })}
      />
    </div>
  )
}

const Nothing = ({ view, onClear }: { view: NotificationView; onClear: () => void }) => {
  const isFiltered = view.unreadOnly || view.types.length > 0
  return (
    <EmptyState
      icon={<IconBellCheck size={32} stroke={1.3} />}
      title={isFiltered ? 'Nothing matches' : 'Nothing yet'}
      why={
        isFiltered
          ? 'There is no notification of this kind.'
          : 'What concerns you, such as a new request, a decision or a comment, is told here.'
      }
    >
      {isFiltered && (
        <Button variant="default" onClick={onClear}>
          Show all
        </Button>
      )}
    </EmptyState>
  )
}
