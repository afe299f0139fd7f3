import { Box, Button, Group, List, Text } from '@mantine/core'
import { joinSentences } from '@portal/contract/lib/sentences'
import type { SlvDetail } from '@portal/contract/slv/answers'
import { slvTransitions } from '@portal/contract/slv/transitions'
import { IconSend } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { hasUnsaved } from '../../../lib/autosave/draft-state.ts'
import { valueNow } from '../../../lib/autosave/edits.ts'
import { CallError, getProblems, hasStatus } from '../../../lib/call-error.ts'
import { useKeys } from '../../../lib/keys.ts'
import { lazy } from '../../../lib/lazy.tsx'
import { LeaveGuard } from '../../../records/auth/leave-guard.tsx'
import { fieldLabel, fieldText } from '../../../records/slv/field-text.ts'
import { useMove } from '../../../records/slv/queries.ts'
import { describeSaving, SaveState } from '../save-state.tsx'
import { amber } from '../warning.tsx'
import {
  type EditorState,
  formKey,
  toForm,
  useEditor,
  useEditorState,
} from './editor.ts'
import classes from './form.module.css'
import {
  placeProblem,
  saveProblems,
  sendProblems,
  sendWarnings,
} from './problems.ts'
import { formCodec } from './read-field.ts'

const SendBlockers = lazy(() => import('./send-blockers.tsx'), 'SendBlockers')

const barProps = {
  px: 'md',
  py: 'xs',
  gap: 'var(--mantine-spacing-xs) var(--mantine-spacing-md)',
  bd: '1px solid var(--portal-line)',
  bdrs: 'md',
  bg: 'var(--portal-surface)',
}

export const SendBar = ({ slv }: { slv: SlvDetail }) => {
  const { editor, brandName } = useEditor()
  const send = useSend(slv)
  const saving = useEditorState((state) =>
    describeSaving(state, saveProblems(state, brandName).length),
  )
  const warnings = useEditorState((state) => joinSentences(sendWarnings(state)))
  const label = slvTransitions[send.action ?? 'send-request'].label
  useKeys([
    {
      keys: 'mod+Enter',
      label,
      isOff: !send.action || send.isBusy,
      run: () => void send.run(),
    },
  ])
  return (
    <Group className={classes.bar} {...barProps} data-bottom-bar>
      {/* What the server doesn't have is kept in this browser. */}
      <SaveState {...saving} onRetry={editor.retry} />
      {(send.isStale || send.isUnsaved) && (
        <Text role="alert" size="sm" c="var(--mantine-color-error)">
          {send.isStale
            ? 'The request changed before it was sent. Review it and send it again.'
            : 'The request wasn’t sent. Send it again once it is saved.'}
        </Text>
      )}
      {send.action && (
        <>
          <Text role="status" c={amber} fw={500} fz="sm">
            {warnings}
          </Text>
          <SendBlockers slv={slv} />
          <Button
            ml="auto"
            leftSection={<IconSend size={16} aria-hidden />}
            title={`${label} (Ctrl+Enter)`}
            aria-keyshortcuts="Control+Enter Meta+Enter"
            loading={send.isBusy}
            onClick={() => void send.run()}
          >
            {label}
          </Button>
        </>
      )}
    </Group>
  )
}

const findSendAction = (slv: SlvDetail) =>
  (['send-request', 'set-resubmitted'] as const).find((action) =>
    slv.availableActions.includes(action),
  ) ?? null

const useSend = (slv: SlvDetail) => {
  const { editor, brandName } = useEditor()
  const [isSaving, setIsSaving] = useState(false)
  const [isUnsaved, setIsUnsaved] = useState(false)
  const action = findSendAction(slv)
  const move = useMove(slv.id, action ?? 'send-request')

  /**
   * Checks the request, saves what is not saved yet, and sends it. Every
   * problem is shown on the page.
   */
  const run = async () => {
    editor.attempt()
    if (sendProblems(editor.get(), brandName).length > 0) return
    setIsSaving(true)
    setIsUnsaved(false)
    try {
      await editor.save('all')
    } catch {
      // The state beside the button says why, and saving is retried; sending is
      // not.
      return setIsUnsaved(true)
    } finally {
      setIsSaving(false)
    }
    if (saveProblems(editor.get(), brandName).length > 0)
      return editor.attempt()
    move.mutate(null, {
      onError: (error) => {
        if (hasStatus(error, 400))
          editor.showProblems(
            getProblems(error).map((problem) =>
              placeProblem(editor.get(), problem, brandName),
            ),
          )
      },
    })
  }
  return {
    action,
    run,
    isBusy: isSaving || move.isPending,
    isStale: hasStatus(move.error, 412),
    isUnsaved,
  }
}

export const ChangeBar = ({ slv }: { slv: SlvDetail }) => {
  const { editor, brandName } = useEditor()
  const changes = useEditorState((state) => describeChanges(state, brandName))
  const isUnsaved = useEditorState(hasUnsaved)
  const save = useSave(slv)
  return (
    <>
      {changes.length > 0 && (
        <Group
          component="section"
          className={classes.bar}
          {...barProps}
          aria-label="Unsaved changes"
        >
          <Box component="details" flex="1 1 20rem" miw={0}>
            <summary>
              {changes.length === 1
                ? '1 changed field'
                : `${changes.length} changed fields`}
            </summary>
            <List
              fz="sm"
              mah="9rem"
              style={{ overflow: 'auto', overflowWrap: 'anywhere' }}
            >
              {changes.map(({ name, label, before, after }) => (
                <List.Item key={name}>
                  {label}:{' '}
                  <Text span inherit c="dimmed" td="line-through">
                    {before}
                  </Text>{' '}
                  → <strong>{after}</strong>
                </List.Item>
              ))}
            </List>
          </Box>
          <Group gap="xs" ml="auto">
            <Button
              variant="default"
              disabled={save.isPending}
              onClick={() => editor.discard(formKey)}
            >
              Discard
            </Button>
            <Button loading={save.isPending} onClick={() => save.mutate()}>
              Save
            </Button>
          </Group>
        </Group>
      )}
      <LeaveGuard isActive={isUnsaved} onLeave={() => editor.discardAll()} />
    </>
  )
}

const describeChanges = (state: EditorState, brandName: string) => {
  const form = toForm(state)
  return Object.entries(form.typed).map(([name, typed]) => {
    const value = valueNow(form, name, formCodec.read)
    const after = value === undefined ? String(typed) : fieldText(name, value)
    return {
      name,
      label: fieldLabel(name, brandName),
      before: fieldText(name, form.base[name]),
      after,
    }
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
      // Shows no toast (412): the page leads to each field that needs
      // attention.
      editor.attempt()
      throw new CallError('refused', {
        status: 412,
        reason: 'Some fields need your attention',
      })
    },
    meta: { done, failed, shown: [412, 400] },
    mutationKey: ['slv', 'save', slv.id],
  })
}
