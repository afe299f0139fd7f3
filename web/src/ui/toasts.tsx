import { Group, Notification, Portal, Text } from '@mantine/core'
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { type Toast, toast, useToasts } from '../lib/toast.ts'
import { SmallButton } from './presets.ts'
import classes from './toasts.module.css'

/** Pixels between the page and the toasts below it. */
const gap = 8

/** Shows the toasts above everything, dialogs too. */
export const Toasts = () => {
  const toasts = useToasts()
  const section = useRef<HTMLElement>(null)
  const stays = toasts.some(({ duration }) => duration === null)

  // Toasts that stay leave room to scroll below the page, so that they hide no button for good. Nothing moves.
  useLayoutEffect(() => {
    const { current } = section
    if (!stays || !current) return
    const { style } = document.documentElement
    const watch = new ResizeObserver(() => {
      style.setProperty('--portal-toasts', `${window.innerHeight - current.getBoundingClientRect().top + gap}px`)
    })
    watch.observe(current)
    return () => {
      watch.disconnect()
      style.removeProperty('--portal-toasts')
    }
  }, [stays])

  return (
    <Portal>
      <section ref={section} className={classes.toasts} aria-label="Notifications">
        {toasts.map((each) => (
          <ToastCard key={each.id} toast={each} />
        ))}
      </section>
    </Portal>
  )
}

const colors = { success: 'teal.8', warning: 'yellow.9', failure: 'red.8' } as const

const ToastCard = ({ toast: { id, tone, message, detail, duration, action } }: { toast: Toast }) => {
  const [isHovered, setIsHovered] = useState(false)

  useEffect(() => {
    // The button disappears on time: from then on the server refuses it.
    if (duration === null || (isHovered && !action)) return
    const end = setTimeout(() => toast.dismiss(id), duration)
    return () => clearTimeout(end)
  }, [id, duration, isHovered, action])

  const isSuccess = tone === 'success'
  return (
    <Notification
      className={classes.toast ?? ''}
      color={colors[tone]}
      icon={isSuccess ? <IconCheck size={18} aria-hidden /> : <IconAlertTriangle size={18} aria-hidden />}
      role={isSuccess ? 'status' : 'alert'}
      withBorder
      closeButtonProps={{ 'aria-label': 'Dismiss' }}
      onClose={() => toast.dismiss(id)}
      onPointerEnter={() => setIsHovered(true)}
      onPointerLeave={() => setIsHovered(false)}
    >
      {action ? (
        <Group gap="sm" justify="space-between" wrap="nowrap">
          {message}
          <SmallButton
            onClick={() => {
              toast.dismiss(id)
              action.run()
            }}
          >
            {action.label}
          </SmallButton>
        </Group>
      ) : (
        message
      )}
      {action && duration !== null && (
        <div className={classes.countdown} aria-hidden style={{ animationDuration: `${duration}ms` }} />
      )}
      {detail && (
        <Text size="sm" c="dimmed">
          {detail}
        </Text>
      )}
    </Notification>
  )
}
