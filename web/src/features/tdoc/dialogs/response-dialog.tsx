import { NativeSelect, Textarea, TextInput } from '@mantine/core'
import type { Tdoc } from '@portal/contract/tdoc/answers'
import { tprResponseLabels, tprResponses } from '@portal/contract/tdoc/model'
import { useState } from 'react'
import { problemsOf } from '../../../lib/call-error.ts'
import { FormDialog } from '../../../ui/dialogs.tsx'
import { nameOf } from '../cells.tsx'
import { useSetResponse } from '../make-writes.ts'

/** A reviewer's answer to a Tdoc, with when they expect to have reviewed it. */
export const ResponseDialog = ({ tdoc, onClose }: { tdoc: Tdoc; onClose: () => void }) => {
  const [response, setResponse] = useState(tdoc.tprResponse ?? 'RECEIVED')
  const [estimated, setEstimated] = useState(tdoc.tprEstimatedDateOfReview ?? '')
  const [comment, setComment] = useState('')
  const [problems, setProblems] = useState<Record<string, string>>({})
  const send = useSetResponse(tdoc.id)

  const submit = async () => {
    setProblems({})
    try {
      await send.mutateAsync({
        tprResponse: response,
        tprEstimatedDateOfReview: estimated === '' ? null : estimated,
        ...(comment.trim() !== '' && { comment: comment.trim() }),
      })
    } catch (error) {
      setProblems(Object.fromEntries(problemsOf(error).map((problem) => [problem.field, problem.error])))
      throw error
    }
  }

  return (
    <FormDialog
      isOpen
      title={`Respond to ${nameOf(tdoc)}`}
      submitLabel="Set response"
      onClose={onClose}
      onSubmit={submit}
    >
      <NativeSelect
        label="Response"
        value={response}
        data={tprResponses.map((value) => ({ value, label: tprResponseLabels[value] }))}
        onChange={({ currentTarget }) =>
          setResponse(tprResponses.find((one) => one === currentTarget.value) ?? response)
        }
        error={problems.tprResponse}
        data-autofocus
      />
      <TextInput
        type="date"
        label="Estimated date of review"
        value={estimated}
        min="1970-01-02"
        max="2098-12-31"
        error={problems.tprEstimatedDateOfReview}
        onChange={({ currentTarget }) => setEstimated(currentTarget.value)}
      />
      <Textarea
        label="Comment"
        description="The buyer's underwriters read it, and your colleagues"
        value={comment}
        maxLength={4000}
        autosize
        minRows={3}
        error={problems.comment}
        onChange={({ currentTarget }) => setComment(currentTarget.value)}
      />
    </FormDialog>
  )
}
