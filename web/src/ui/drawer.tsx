import { CloseButton, Group } from '@mantine/core'
import { type ReactNode, useEffect, useRef } from 'react'
import classes from './drawer.module.css'

type DrawerProps = { label: string; isOpen: boolean; onClose: () => void; children: ReactNode }

/** A panel from the left, as a native dialog: Mantine's Drawer would add 11 kB to the first visit. */
export const Drawer = ({ label, isOpen, onClose, children }: DrawerProps) => {
  const dialog = useRef<HTMLDialogElement>(null)

  useEffect(() => {
    if (isOpen) dialog.current?.showModal()
    else dialog.current?.close()
  }, [isOpen])

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape is the keyboard's way to close a dialog
    <dialog
      ref={dialog}
      className={classes.drawer}
      aria-label={label}
      onClose={onClose}
      onClick={(event) => {
        // The padding is part of the dialog too, so the position tells a click outside.
        if (event.target === event.currentTarget && event.clientX > event.currentTarget.clientWidth) onClose()
      }}
    >
      <Group justify="space-between" wrap="nowrap" gap={0} pb="sm" ps="0.5rem" fw={600}>
        <span>{label}</span>
        <CloseButton aria-label={`Close ${label.toLowerCase()}`} onClick={onClose} />
      </Group>
      {children}
    </dialog>
  )
}
