import { Button } from '@mantine/core'
import type { SlvDetail } from '@portal/contract/slv/answers'
import { slvTransitions } from '@portal/contract/slv/transitions'
import { IconSend } from '@tabler/icons-react'
import { useState } from 'react'
import { hasStatus, problemsOf } from '../../../lib/call-error.ts'
import { useBranding } from '../../auth/queries.ts'
import { useMove } from '../queries.ts'
import classes from './bars.module.css'
import { FormSaveState } from './form-save-state.tsx'
import { placed, saveProblems, sendProblems, sendWarnings } from './problems.ts'
import { useEditor, useEditorState } from './use-editor.ts'

/** The foot of a draft: whether it is saved, and the way to send it when it is the person's to send. */
export const SendBar = ({ slv }: { slv: SlvDetail }) => {
  const send = useSend(slv)
  return (
    <div className={classes.bar}>
      <FormSaveState />
      {send.isStale && (
        <p className={classes.refused} role="alert">
          It was changed in the meantime and not sent. Look it through and send it again.
        </p>
      )}
      {send.action && <Warnings />}
      {send.action && (
        <div className={classes.end}>
          <Button
            leftSection={<IconSend size={16} aria-hidden />}
            loading={send.isBusy}
            onClick={() => void send.run()}
          >
            {slvTransitions[send.action].label}
          </Button>
        </div>
      )}
    </div>
  )
}

const Warnings = () => {
  const { buyerLoan } = useEditor()
  const warnings = useEditorState((state) => sendWarnings(state, buyerLoan).join('. '))
  return (
    <p className={classes.warnings} role="status">
      {warnings}
    </p>
  )
}

const sendOf = (slv: SlvDetail) =>
  (['send-request', 'set-resubmitted'] as const).find((action) => slv.availableActions.includes(action)) ?? null

const useSend = (slv: SlvDetail) => {
  const { editor, buyerLoan } = useEditor()
  const { name: brandName } = useBranding()
  const [isSaving, setIsSaving] = useState(false)
  const action = sendOf(slv)
  const move = useMove(slv.id, action ?? 'send-request')
  const asked = { buyerLoan, brandName }

  /** Looks the request through, saves what is not saved yet, and sends it. Whatever is wrong is told on the page. */
  const run = async () => {
    editor.attempt()
    if (sendProblems(editor.get(), asked).length > 0) return
    setIsSaving(true)
    try {
      await editor.save('all')
    } catch {
      // The state beside the button says why, and it keeps trying.
      return
    } finally {
      setIsSaving(false)
    }
    if (saveProblems(editor.get(), asked).length > 0) return editor.attempt()
    move.mutate(null, {
      onError: (error) => {
        if (hasStatus(error, 400))
          editor.tell(problemsOf(error).map((problem) => placed(editor.get(), problem, brandName)))
      },
    })
  }
  return { action, run, isBusy: isSaving || move.isPending, isStale: hasStatus(move.error, 412) }
}
