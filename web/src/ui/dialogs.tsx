import { Button, Modal } from '@mantine/core'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import classes from './dialogs.module.css'
import { focusPageTitle } from './page.tsx'

type FormDialogProps = {
  title: string
  isOpen: boolean
  onClose: () => void
  submitLabel: string
  /** Closes the dialog when it resolves, unless there is a way `back`. When it rejects the dialog stays with all that was typed, and says why. */
  onSubmit: () => Promise<unknown>
  children: ReactNode
  /** Declining, deleting: the button says so by its colour too. */
  isDanger?: boolean
  isSubmitDisabled?: boolean
  /** At the far end of the buttons: 'Clear All'. */
  start?: ReactNode
  /** Out of what is edited within the dialog, which stays: it stands in place of Cancel. */
  back?: { label: string; onBack: () => void } | undefined
  /** After the submit button, and before it in importance: 'Download Excel'. */
  end?: ReactNode
  size?: 'sm' | 'md' | 'lg' | 'xl'
}

/** A dialog with a form. A click beside it closes nothing: what was typed stays. Load it with `lazy` where it opens on demand. */
export const FormDialog = (props: FormDialogProps) => {
  const {
    title,
    isOpen,
    onClose,
    submitLabel,
    onSubmit,
    children,
    isDanger,
    isSubmitDisabled,
    start,
    back,
    end,
    size = 'md',
  } = props
  const [isBusy, setIsBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const submitButton = useRef<HTMLButtonElement>(null)
  useFocusReturn()

  useEffect(() => {
    // A button that is busy lets go of the focus.
    if (problem !== null && document.activeElement === document.body) submitButton.current?.focus()
  }, [problem])

  const close = () => {
    if (isBusy) return
    setProblem(null)
    onClose()
  }
  const leave = () => {
    setProblem(null)
    back?.onBack()
  }
  const submit = async () => {
    setIsBusy(true)
    setProblem(null)
    try {
      await onSubmit()
      if (!back) onClose()
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error))
    } finally {
      setIsBusy(false)
    }
  }

  return (
    <Modal
      opened={isOpen}
      onClose={close}
      onExitTransitionEnd={focusSomewhere}
      title={title}
      size={size}
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': 'Close' }}
      // Its head is a <header>, which outside of <main> would count as a second banner of the page.
      attributes={{ header: { role: 'none' } }}
    >
      <form
        className={classes.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          event.stopPropagation()
          void submit()
        }}
      >
        {children}
        {problem !== null && (
          <p className={classes.error} role="alert">
            {problem}
          </p>
        )}
        <div className={classes.buttons}>
          {start && <div className={classes.start}>{start}</div>}
          <Button variant="default" onClick={back ? leave : close} disabled={isBusy}>
            {back?.label ?? 'Cancel'}
          </Button>
          <Button
            ref={submitButton}
            type="submit"
            loading={isBusy}
            disabled={isSubmitDisabled ?? false}
            variant={end ? 'default' : 'filled'}
            {...(isDanger && { color: 'red.8' })}
          >
            {submitLabel}
          </Button>
          {end}
        </div>
      </form>
    </Modal>
  )
}

/** A dialog that is closed by `isOpen` gives the focus back itself, but not to a row that was deleted in it. */
const focusSomewhere = () => {
  if (document.activeElement === document.body) focusPageTitle()
}

/**
 * Gives the focus back when a dialog goes away together with its component: to what had it before, else to the page's
 * title.
 */
const useFocusReturn = () => {
  const [opener] = useState(() => document.activeElement)
  useEffect(
    () => () => {
      requestAnimationFrame(() => {
        if (document.activeElement !== document.body) return
        if (opener instanceof HTMLElement && opener !== document.body && opener.isConnected) opener.focus()
        else focusPageTitle()
      })
    },
    [opener],
  )
}

type ConfirmDialogProps = Omit<
  FormDialogProps,
  'submitLabel' | 'onSubmit' | 'children' | 'start' | 'back' | 'end' | 'size'
> & {
  text: ReactNode
  confirmLabel: string
  onConfirm: () => Promise<unknown>
}

/** Asks before something that is not easily undone; the text says what will happen. */
export const ConfirmDialog = ({ text, confirmLabel, onConfirm, ...rest }: ConfirmDialogProps) => (
  <FormDialog {...rest} size="sm" submitLabel={confirmLabel} onSubmit={onConfirm}>
    <p className={classes.text}>{text}</p>
  </FormDialog>
)
