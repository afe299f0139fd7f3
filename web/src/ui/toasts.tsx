import { Box, CloseButton, Portal, Text } from '@mantine/core'
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react'
import {
  type ReactNode,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { type Toast, toast, useToasts } from '../lib/toast.ts'
import { focusPageTitle } from './page.tsx'
import { SmallButton } from './presets.ts'
import classes from './toasts.module.css'

const noticesId = 'strip-notices'

/**
 * A strip below every page, where messages appear. The page and the dialogs end
 * above it, so that a message covers nothing; it grows with long messages.
 */
export const Toasts = () => {
  const toasts = useToasts()
  const strip = useRef<HTMLDivElement>(null)
  useStripHeight(strip)
  return (
    <div ref={strip} className={classes.strip}>
      <div id={noticesId} className={classes.notices} />
      {/* The one live region for toasts. It is there before the first, so that
          screen readers announce it too. */}
      <section
        className={classes.toasts}
        aria-label="Notifications"
        aria-live="polite"
        aria-relevant="additions"
      >
        {toasts.map((each) => (
          <ToastCard key={each.id} toast={each} />
        ))}
      </section>
    </div>
  )
}

/** Shows a message of the page in the strip, beside the toasts. */
export const InStrip = ({ children }: { children: ReactNode }) => (
  <Portal target={`#${noticesId}`}>{children}</Portal>
)

/** Tells the layout how tall the strip is. */
const useStripHeight = (strip: RefObject<HTMLDivElement | null>) => {
  useLayoutEffect(() => {
    const { current } = strip
    if (!current) return
    const { style } = document.documentElement
    const watch = new ResizeObserver(() => {
      style.setProperty(
        '--portal-strip',
        `${Math.ceil(current.getBoundingClientRect().height)}px`,
      )
    })
    watch.observe(current)
    return () => {
      watch.disconnect()
      style.removeProperty('--portal-strip')
    }
  }, [strip])
}

const ToastCard = ({
  toast: { id, tone, message, detail, duration, action },
}: {
  toast: Toast
}) => {
  const [isHovered, setIsHovered] = useState(false)
  const card = useRef<HTMLDivElement>(null)
  const cameFrom = useRef<EventTarget>(null)

  /** The focus goes back to where it came from. */
  const dismiss = () => {
    if (card.current?.contains(document.activeElement)) {
      const { current } = cameFrom
      if (current instanceof HTMLElement && current.isConnected)
        current.focus({ preventScroll: true })
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

  const Icon = tone === 'success' ? IconCheck : IconAlertTriangle
  return (
    <Box
      ref={card}
      className={classes.toast}
      data-tone={tone}
      onFocus={({ relatedTarget, currentTarget }) => {
        if (!currentTarget.contains(relatedTarget))
          cameFrom.current = relatedTarget
      }}
      onPointerEnter={() => setIsHovered(true)}
      onPointerLeave={() => setIsHovered(false)}
    >
      <Icon size={18} aria-hidden className={classes.icon} />
      <span className={classes.words}>
        {message}
        {detail && (
          <>
            {' '}
            <Text span size="sm" c="dimmed">
              {detail}
            </Text>
          </>
        )}
      </span>
      {action && (
        <SmallButton
          style={{ flex: 'none' }}
          onClick={() => {
            dismiss()
            action.run()
          }}
        >
          {action.label}
        </SmallButton>
      )}
      <CloseButton
        className={classes.close ?? ''}
        size="sm"
        aria-label="Dismiss"
        onClick={dismiss}
      />
      {action && duration !== null && (
        <div
          className={classes.countdown}
          aria-hidden
          style={{ animationDuration: `${duration}ms` }}
        />
      )}
    </Box>
  )
}
