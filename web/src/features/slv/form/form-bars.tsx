import { Button, Group, Text } from '@mantine/core'
import type { SlvDetail } from '@portal/contract/slv/answers'
import { slvTransitions } from '@portal/contract/slv/transitions'
import { IconSend } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { hasUnsaved } from '../../../lib/autosave/draft-state.ts'
import { valueNow } from '../../../lib/autosave/edits.ts'
import { CallError, hasStatus, problemsOf } from '../../../lib/call-error.ts'
import { LeaveGuard } from '../../shell/shared/leave-guard.tsx'
import { useMove } from '../queries.ts'
import { SaveState, type SaveStateProps } from '../save-state.tsx'
import { fieldLabel, fieldText } from '../shared/field-text.ts'
import { type EditorState, formKey, formOf } from './editor.ts'
import classes from './form.module.css'
import { placeProblem, saveProblems, sendProblems, sendWarnings } from './problems.ts'
import { formCodec } from './read-field.ts'
import { useEditor, useEditorState } from './use-editor.ts'

export const SendBar = ({ slv }: { slv: SlvDetail }) => {
  const send = useSend(slv)
  const warnings = useEditorState((state) => sendWarnings(state).join('. '))
  return (
    <div className={classes.bar}>
      <DraftSaveState />
      {send.isStale && (
        <Text role="alert" size="sm" c="var(--mantine-color-error)">
          The request changed and was not sent. Review it and send it again.
        </Text>
      )}
      {send.action && (
        <>
          <p className={classes.warnings} role="status">
            {warnings}
          </p>
          <Button
            ml="auto"
            leftSection={<IconSend size={16} aria-hidden />}
            loading={send.isBusy}
            onClick={() => void send.run()}
          >
            {slvTransitions[send.action].label}
          </Button>
        </>
      )}
    </div>
  )
}

const sendActionOf = (slv: SlvDetail) =>
  (['send-request', 'set-resubmitted'] as const).find((action) => slv.availableActions.includes(action)) ?? null

const useSend = (slv: SlvDetail) => {
  const { editor, brandName } = useEditor()
  const [isSaving, setIsSaving] = useState(false)
  const action = sendActionOf(slv)
  const move = useMove(slv.id, action ?? 'send-request')

  /** Checks the request, saves what is not saved yet, and sends it. Every problem is shown on the page. */
  const run = async () => {
    editor.attempt()
    if (sendProblems(editor.get(), brandName).length > 0) return
    setIsSaving(true)
    try {
      await editor.save('all')
    } catch {
      // The state beside the button says why, and it keeps trying.
      return
    } finally {
      setIsSaving(false)
    }
    if (saveProblems(editor.get(), brandName).length > 0) return editor.attempt()
    move.mutate(null, {
      onError: (error) => {
        if (hasStatus(error, 400))
          editor.showProblems(problemsOf(error).map((problem) => placeProblem(editor.get(), problem, brandName)))
      },
    })
  }
  return { action, run, isBusy: isSaving || move.isPending, isStale: hasStatus(move.error, 412) }
}

const describeSaving = (state: EditorState, problems: number): Pick<SaveStateProps, 'look' | 'text'> => {
  if (state.saving === 'away') return { look: 'away', text: 'Not saved — we keep trying' }
  if (state.saving === 'halted') return { look: 'halted', text: `Not saved: ${state.halt}` }
  if (state.saving === 'saving') return { look: 'saving', text: 'Saving…' }
  if (problems > 0) return { look: 'fix', text: `Fix ${problems} ${problems === 1 ? 'field' : 'fields'}` }
  return hasUnsaved(state) ? { look: 'typed', text: 'Not saved yet' } : { look: 'saved', text: 'Saved' }
}

/** What the server does not have is kept in this browser. */
const DraftSaveState = () => {
  const { editor, brandName } = useEditor()
  const state = useEditorState((current) => describeSaving(current, saveProblems(current, brandName).length))
  return <SaveState {...state} onRetry={editor.retry} />
}

export const ChangeBar = ({ slv }: { slv: SlvDetail }) => {
  const { editor, brandName } = useEditor()
  const changes = useEditorState((state) => changesOf(state, brandName))
  const isUnsaved = useEditorState(hasUnsaved)
  const save = useSave(slv)
  return (
    <>
      {changes.length > 0 && (
        <section className={classes.bar} aria-label="Unsaved changes">
          <details className={classes.changes}>
            <summary>{changes.length === 1 ? '1 changed field' : `${changes.length} changed fields`}</summary>
            <ul>
              {changes.map(({ name, label, before, after }) => (
                <li key={name}>
                  {label}:{' '}
                  <Text span inherit c="dimmed" td="line-through">
                    {before}
                  </Text>{' '}
                  → <strong>{after}</strong>
                </li>
              ))}
            </ul>
          </details>
          <Group gap="xs" ml="auto">
            <Button variant="default" disabled={save.isPending} onClick={() => editor.discard(formKey)}>
              Discard
            </Button>
            <Button loading={save.isPending} onClick={() => save.mutate()}>
              Save
            </Button>
          </Group>
        </section>
      )}
      <LeaveGuard isHeld={isUnsaved} onLeave={() => editor.discardAll()} />
    </>
  )
}

const changesOf = (state: EditorState, brandName: string) => {
  const form = formOf(state)
  return Object.entries(form.typed).map(([name, typed]) => {
    const value = valueNow(form, name, formCodec.read)
    const after = value === undefined ? String(typed) : fieldText(name, value)
    return { name, label: fieldLabel(name, brandName), before: fieldText(name, form.base[name]), after }
  })
}

const useSave = (slv: SlvDetail) => {
  const { editor, brandName } = useEditor()
  const { done, failed } = slvTransitions.save
  return useMutation({
    mutationFn: async () => {
      const hasProblems = () => saveProblems(editor.get(), brandName).length > 0
      if (!hasProblems()) await editor.save([formKey])
      if (!hasProblems()) return
      // Shows no toast (412): the page leads to each field that needs attention.
      editor.attempt()
      throw new CallError('refused', { status: 412, reason: 'Some fields need your attention' })
    },
    meta: { done, failed, shown: [412, 400] },
    mutationKey: ['slv', 'save', slv.id],
  })
}
