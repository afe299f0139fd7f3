import { CloseButton } from '@mantine/core'
import { type ReactNode, useEffect, useRef } from 'react'
import classes from './drawer.module.css'

type DrawerProps = { label: string; isOpen: boolean; onClose: () => void; children: ReactNode }

/** A panel from the left over the page. The browser's own dialog keeps the focus inside and closes on Escape. */
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
        // Its padding belongs to the dialog too, so a click beside it is told by the place.
        if (event.target === event.currentTarget && event.clientX > event.currentTarget.clientWidth) onClose()
      }}
    >
      <div className={classes.head}>
        <span>{label}</span>
        <CloseButton aria-label={`Close ${label.toLowerCase()}`} onClick={onClose} />
      </div>
      {children}
    </dialog>
  )
}
