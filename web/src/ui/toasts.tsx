import { Group, Notification, Portal, Text } from '@mantine/core'
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { type Toast, toast, useToasts } from '../lib/toast.ts'
import { focusPageTitle } from './page.tsx'
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
  const card = useRef<HTMLDivElement>(null)
  const cameFrom = useRef<EventTarget>(null)

  /** The focus goes back to where it came from. */
  const dismiss = () => {
    if (card.current?.contains(document.activeElement)) {
      const { current } = cameFrom
      if (current instanceof HTMLElement && current.isConnected) current.focus({ preventScroll: true })
      else focusPageTitle()
    }
    toast.dismiss(id)
  }

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
      onClose={dismiss}
      ref={card}
      onFocus={({ relatedTarget, currentTarget }) => {
        if (!currentTarget.contains(relatedTarget)) cameFrom.current = relatedTarget
      }}
      onPointerEnter={() => setIsHovered(true)}
      onPointerLeave={() => setIsHovered(false)}
    >
      {action ? (
        <Group gap="sm" justify="space-between" wrap="nowrap">
          {message}
          <SmallButton
            onClick={() => {
              dismiss()
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
