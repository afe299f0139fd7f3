import { Textarea } from '@mantine/core'
import { required } from '@portal/contract/lib/fields'
import { decisionCommentLabel } from '@portal/contract/slv/decision/terms'
import type { Decision } from '@portal/contract/slv/status'
import { useState } from 'react'
import { FormDialog } from '../../../ui/dialogs.tsx'
import { type CommentFate, CommentQuestion } from './answer-dialogs.tsx'

type ChangeDecisionDialogProps = {
  comment: string
  /** The decision that the comment was written for. */
  writtenFor: Decision
  changedTo: Decision
  onSave: (comment: string) => void
  onClose: () => void
}

/**
 * Asks what to do with the comment of a decision that was written for another
 * one, as for the answer to a variance.
 */
export const ChangeDecisionDialog = ({
  comment,
  writtenFor,
  changedTo,
  onSave,
  onClose,
}: ChangeDecisionDialogProps) => {
  const [text, setText] = useState(comment)
  const [fate, setFate] = useState<CommentFate | null>(null)
  const [error, setError] = useState<string | null>(null)
  const isQuestion = text === comment

  const save = async () => {
    if (isQuestion && fate === null) {
      setError(required)
      throw new Error('Choose what happens to the comment, or change it')
    }
    onSave(isQuestion && fate === 'REMOVE' ? '' : text)
  }
  return (
    <FormDialog
      title="Change decision"
      submitLabel="Save decision"
      onSubmit={save}
      onClose={onClose}
    >
      <Textarea
        label={decisionCommentLabel(changedTo)}
        autosize
        minRows={2}
        maxLength={4000}
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
      {isQuestion && (
        <CommentQuestion
          before={writtenFor}
          readWith="decision"
          fate={fate}
          error={error}
          onChange={(chosen) => {
            setFate(chosen)
            setError(null)
          }}
        />
      )}
    </FormDialog>
  )
}
