import { Button, Group, Paper, Text } from '@mantine/core'
import { useDidUpdate } from '@mantine/hooks'
import { checkFields, type Problem } from '@portal/contract/lib/errors'
import { useRef, useState } from 'react'
import { CallError, getProblems, hasStatus } from '../../../lib/call-error.ts'
import { useFields } from '../../../lib/state/use-fields.ts'
import { WarningBox } from '../../../ui/notice.tsx'

type SaveBoxProps = {
  /** What is edited: 'rules'. */
  what: string
  isEdited: boolean
  /** Someone else has saved a later version than the one that was edited. */
  isStale: boolean
  /** Why the last attempt to save failed. */
  problem: string | undefined
  isSaving: boolean
  canSave: boolean
  onSave: () => void
  onKeepMine: () => void
  onDiscard: () => void
}

const SavedBox = Paper.withProps({
  p: 'sm',
  bd: '1px solid transparent',
  bg: 'transparent',
  c: 'dimmed',
})

/**
 * Saves or discards edited rows. It keeps its place while nothing is to be
 * saved, so that typing doesn't move the page.
 */
export const SaveBox = (props: SaveBoxProps) => {
  const {
    what,
    isEdited,
    isStale,
    problem,
    isSaving,
    canSave,
    onSave,
    onKeepMine,
    onDiscard,
  } = props
  const Box = isEdited ? WarningBox : SavedBox
  const text = useRef<HTMLParagraphElement>(null)
  useDidUpdate(() => {
    // The buttons disappear with the edits.
    if (!isEdited && document.activeElement === document.body)
      text.current?.focus({ preventScroll: true })
  }, [isEdited])
  return (
    <Box aria-label={`Unsaved ${what}`}>
      <Group justify="space-between">
        <Text ref={text} tabIndex={-1} flex="1 1 14rem">
          {!isEdited && `All ${what} are saved.`}
          {isEdited && (isStale ? conflictText : 'You have unsaved changes.')}
          {problem && ` ${problem}`}
        </Text>
        <Group gap="xs" style={{ visibility: isEdited ? undefined : 'hidden' }}>
          <Button variant="default" disabled={isSaving} onClick={onDiscard}>
            Discard
          </Button>
          {isEdited && isStale && (
            <Button variant="default" onClick={onKeepMine}>
              Keep mine
            </Button>
          )}
          <Button
            loading={isSaving}
            disabled={isStale || !canSave}
            onClick={onSave}
          >
            Save {what}
          </Button>
        </Group>
      </Group>
    </Box>
  )
}

const conflictText =
  'Someone else just saved changes. Keep your changes to overwrite theirs, or discard them.'

type StoredFieldsOptions<Draft> = {
  /** The stored value; none for a new one. */
  saved?: Draft | undefined
  create: () => Draft
}

/**
 * The fields of a dialog. `submit(problems, send)` sends them if the draft has
 * no problems; what the contract or the server refuses is shown beside its
 * field. After someone else's save, `conflict` asks whose version to keep.
 */
export const useStoredFields = <Draft extends { version: number }>({
  saved,
  create,
}: StoredFieldsOptions<Draft>) => {
  const [failure, setFailure] = useState<unknown>(null)
  const problems = getProblems(failure)
  const fields = useFields(() => saved ?? create(), problems)
  const { draft, setDraft } = fields
  const submit = async (
    details: readonly Problem[],
    send: () => Promise<unknown>,
  ) => {
    setFailure(null)
    try {
      if (details.length > 0)
        throw new CallError('refused', { reason: checkFields, details })
      await send()
    } catch (error) {
      setFailure(error)
      throw error
    }
  }
  const form = { ...fields, problems, submit }
  if (!saved || !hasStatus(failure, 412) || draft.version === saved.version)
    return { ...form, isStale: false, conflict: null }
  const conflict = (
    <WarningBox aria-label="Conflict">
      <Text>{conflictText}</Text>
      <Group gap="xs" mt="xs">
        <Button variant="default" onClick={() => setDraft(saved)}>
          Discard
        </Button>
        <Button
          variant="default"
          onClick={() => setDraft({ ...draft, version: saved.version })}
        >
          Keep mine
        </Button>
      </Group>
    </WarningBox>
  )
  return { ...form, isStale: true, conflict }
}
