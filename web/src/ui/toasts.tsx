import { CloseButton, Portal } from '@mantine/core'
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { type Toast, toast, useToasts } from '../lib/toast.ts'
import classes from './toasts.module.css'

/** Draws the toasts over everything, dialogs too. Stands once, in the app. */
export const Toasts = () => (
  <Portal>
    <section className={classes.toasts} aria-label="Notifications">
      {useToasts().map((told) => (
        <ToastCard key={told.id} told={told} />
      ))}
    </section>
  </Portal>
)

const ToastCard = ({ told: { id, tone, message, standsFor } }: { told: Toast }) => {
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
      <span className={classes.message}>{message}</span>
      <CloseButton size="sm" aria-label="Dismiss" onClick={() => toast.dismiss(id)} />
    </div>
  )
}
