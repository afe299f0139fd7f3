import {
  Button,
  Group,
  Modal,
  type ModalProps,
  Stack,
  Text,
} from '@mantine/core'
import {
  type ReactNode,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { getReason } from '../lib/call-error.ts'
import { useFailure } from '../lib/state/use-failure.ts'
import { focusPageTitle } from './page.tsx'

type FormDialogProps = {
  title: string
  isOpen?: boolean
  onClose: () => void
  submitLabel: string
  /**
   * The dialog closes when it resolves, unless there is `back`. If it rejects,
   * the dialog stays and shows the message.
   */
  onSubmit: () => Promise<unknown>
  children: ReactNode
  /** A red submit button. */
  isDanger?: boolean
  isSubmitDisabled?: boolean
  /** For a dialog without fields, which Enter confirms. */
  isSubmitFocused?: boolean
  /** Before the other buttons: 'Clear All'. */
  start?: ReactNode
  /** Replaces Cancel by a way back to the previous step of the dialog. */
  back?: { label: string; onBack: () => void } | undefined
  /** After the submit button, as the primary action: 'Download Excel'. */
  end?: ReactNode
  size?: 'sm' | 'md' | 'lg' | 'xl'
}

/**
 * A dialog with a form. Clicks outside don't close it, so that typed text
 * stays. Load it with `lazy`.
 */
export const FormDialog = (props: FormDialogProps) => {
  const { isOpen = true, onClose, onSubmit, back, size = 'md' } = props
  const [isBusy, setIsBusy] = useState(false)
  const submitButton = useRef<HTMLButtonElement>(null)
  const { form, problem, setFailure, keepFocus } =
    useSubmitProblem(submitButton)
  useFocusReturn()

  const close = () => {
    if (isBusy) return
    setFailure(null)
    onClose()
  }
  const leave = () => {
    setFailure(null)
    back?.onBack()
  }
  const submit = async () => {
    setIsBusy(true)
    setFailure(null)
    try {
      await onSubmit()
      if (!back) onClose()
    } catch (error) {
      setFailure(error)
    } finally {
      setIsBusy(false)
    }
  }

  return (
    <Modal
      opened={isOpen}
      onClose={close}
      onExitTransitionEnd={focusTitleIfLost}
      title={props.title}
      size={size}
      closeOnClickOutside={false}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
        event.preventDefault()
        event.stopPropagation()
        submitButton.current?.click()
      }}
    >
      <form
        ref={form}
        noValidate
        onInput={keepFocus}
        onSubmit={(event) => {
          event.preventDefault()
          event.stopPropagation()
          void submit()
        }}
      >
        <Stack gap="md">
          {props.children}
          {problem !== null && (
            <Text c="var(--mantine-color-error)" role="alert">
              {problem}
            </Text>
          )}
          <DialogButtons
            {...props}
            submitButton={submitButton}
            isBusy={isBusy}
            onBack={back ? leave : close}
          />
        </Stack>
      </form>
    </Modal>
  )
}

type DialogButtonsProps = Pick<
  FormDialogProps,
  | 'submitLabel'
  | 'isDanger'
  | 'isSubmitDisabled'
  | 'isSubmitFocused'
  | 'start'
  | 'back'
  | 'end'
> & {
  submitButton: RefObject<HTMLButtonElement | null>
  isBusy: boolean
  onBack: () => void
}

const DialogButtons = ({
  submitLabel,
  isDanger = false,
  isSubmitDisabled = false,
  isSubmitFocused = false,
  start,
  back,
  end,
  submitButton,
  isBusy,
  onBack,
}: DialogButtonsProps) => (
  <Group justify="flex-end" gap="xs">
    {start && (
      <Group gap="xs" me="auto">
        {start}
      </Group>
    )}
    <Button variant="default" onClick={onBack} disabled={isBusy}>
      {back?.label ?? closeLabel(submitLabel)}
    </Button>
    <Button
      ref={submitButton}
      type="submit"
      data-autofocus={isSubmitFocused || undefined}
      loading={isBusy}
      disabled={isSubmitDisabled}
      variant={end ? 'default' : 'filled'}
      {...(isDanger && { color: 'red.8' })}
    >
      {submitLabel}
    </Button>
    {end}
  </Group>
)

/** Two buttons that begin with Cancel would read as the same choice. */
const closeLabel = (submitLabel: string) =>
  submitLabel.startsWith('Cancel') ? 'Go back' : 'Cancel'

/**
 * The text of a failed submit, until the fields that it highlights are changed.
 * The focus moves to the first of them, or stays on the submit button, which
 * loses it while it is busy.
 */
const useSubmitProblem = (
  submitButton: RefObject<HTMLButtonElement | null>,
) => {
  const form = useRef<HTMLFormElement>(null)
  const [failure, setFailure] = useFailure()
  const [problem, setProblem] = useState<string | null>(null)
  const wasHighlighted = useRef(false)
  const awaitsFocus = useRef(false)

  // After each render: the form may highlight its fields later than the call
  // fails.
  useLayoutEffect(() => {
    const isHighlighted = hasHighlight(form.current)
    if (failure === null) setProblem(null)
    else if (wasHighlighted.current && !isHighlighted) setFailure(null)
    else setProblem(describeError(failure, isHighlighted))
    wasHighlighted.current = failure !== null && isHighlighted
  })

  useEffect(() => {
    if (problem === null || !awaitsFocus.current) return
    const invalid = form.current?.querySelector<HTMLElement>(invalidInput)
    if (invalid) awaitsFocus.current = false
    const isLost = document.activeElement === document.body
    const target = invalid ?? (isLost ? submitButton.current : null)
    target?.focus()
  })

  return {
    form,
    problem,
    setFailure: (error: unknown) => {
      awaitsFocus.current = error !== null
      setFailure(error)
    },
    /** Typing keeps the focus where it is. */
    keepFocus: () => {
      awaitsFocus.current = false
    },
  }
}

const hasHighlight = (form: HTMLFormElement | null): boolean =>
  Boolean(form?.querySelector('[aria-invalid="true"]'))

const invalidInput = ':is(input, textarea, select, button)[aria-invalid="true"]'

/**
 * What went wrong. Where the form highlights no field, the problems of the
 * fields are named instead.
 */
const describeError = (error: unknown, isHighlighted: boolean): string => {
  const message = error instanceof Error ? error.message : String(error)
  return isHighlighted ? message : (getReason(error) ?? message)
}

/**
 * Mantine returns the focus of a dialog that `isOpen` closes, but not if its
 * opener is gone, such as a deleted row.
 */
const focusTitleIfLost = () => {
  if (document.activeElement === document.body) focusPageTitle()
}

/**
 * Returns the focus when a dialog unmounts together with its component: to its
 * opener, else to the page title.
 */
const useFocusReturn = () => {
  const [opener] = useState(() => document.activeElement)
  useEffect(
    () => () => {
      // A drawer below traps the focus: it first focuses its own first element.
      requestAnimationFrame(() => setTimeout(() => returnFocus(opener)))
    },
    [opener],
  )
}

const returnFocus = (opener: Element | null) => {
  const active = document.activeElement
  const isLost = active === null || active === document.body
  const isSetByDrawer =
    active?.matches('[data-autofocus]') &&
    active.closest('[role="dialog"]')?.contains(opener)
  if (!isLost && !isSetByDrawer) return
  if (
    opener instanceof HTMLElement &&
    opener !== document.body &&
    opener.isConnected
  )
    opener.focus()
  else if (isLost) focusPageTitle()
}

/**
 * A dialog without a form that shows something, while its component is mounted.
 */
export const Dialog = (props: Omit<ModalProps, 'opened'>) => {
  useFocusReturn()
  return <Modal {...props} opened />
}

type ConfirmDialogProps = Omit<
  FormDialogProps,
  'submitLabel' | 'onSubmit' | 'children' | 'start' | 'back' | 'end' | 'size'
> & {
  text: ReactNode
  confirmLabel: string
  onConfirm: () => Promise<unknown>
}

/**
 * Asks before an action that is hard to undo; the text says what will happen.
 */
export const ConfirmDialog = ({
  text,
  confirmLabel,
  onConfirm,
  ...rest
}: ConfirmDialogProps) => (
  <FormDialog
    {...rest}
    size="sm"
    submitLabel={confirmLabel}
    onSubmit={onConfirm}
  >
    <Text>{text}</Text>
  </FormDialog>
)
