import { CloseButton, Portal } from '@mantine/core'
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { type Toast, toast, useToasts } from '../lib/toast.ts'
import classes from './toasts.module.css'

/** Pixels between the page and what stands below it. */
const gap = 8

/** Draws the toasts over everything, dialogs too. Stands once, in the app. */
export const Toasts = () => {
  const toasts = useToasts()
  const section = useRef<HTMLElement>(null)
  const stays = toasts.some(({ standsFor }) => standsFor === null)

  // What stays until it is dismissed leaves room to scroll below the page: it moves nothing, and hides no button for good.
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
        {toasts.map((told) => (
          <ToastCard key={told.id} told={told} />
        ))}
      </section>
    </Portal>
  )
}

const ToastCard = ({ told: { id, tone, message, detail, standsFor } }: { told: Toast }) => {
  const [isHeld, setIsHeld] = useState(false)

  // Whoever points at it is reading it.
  useEffect(() => {
    if (standsFor === null || isHeld) return
    const end = setTimeout(() => toast.dismiss(id), standsFor)
    return () => clearTimeout(end)
  }, [id, standsFor, isHeld])

  const Icon = tone === 'success' ? IconCheck : IconAlertTriangle
  return (
    <div
      className={classes.toast}
      data-tone={tone}
      role={tone === 'success' ? 'status' : 'alert'}
      onPointerEnter={() => setIsHeld(true)}
      onPointerLeave={() => setIsHeld(false)}
    >
      <Icon className={classes.icon} size={18} aria-hidden />
      <span className={classes.message}>
        {message}
        {detail && <span className={classes.detail}>{detail}</span>}
      </span>
      <CloseButton size="sm" aria-label="Dismiss" onClick={() => toast.dismiss(id)} />
    </div>
  )
}
