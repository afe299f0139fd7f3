import { NativeSelect, Textarea, TextInput } from '@mantine/core'
import { required } from '@portal/contract/lib/fields'
import type { Tdoc } from '@portal/contract/tdoc/answers'
import { tprResponseLabels, tprResponses } from '@portal/contract/tdoc/model'
import { useState } from 'react'
import { hasStatus, problemsOf } from '../../../lib/call-error.ts'
import { date, day, text } from '../../../lib/format.ts'
import { FormDialog } from '../../../ui/dialogs.tsx'
import { Facts } from '../../../ui/facts.tsx'
import { useSetResponse } from '../make-writes.ts'
import { nameOf } from '../words.ts'
import classes from './dialogs.module.css'

const isSameAnswer = (one: Tdoc, other: Tdoc) =>
  one.tprResponse === other.tprResponse &&
  one.tprEstimatedDateOfReview === other.tprEstimatedDateOfReview &&
  one.tprTDocResponseDate === other.tprTDocResponseDate

/**
 * A reviewer's answer to a Tdoc, with when they expect to have reviewed it. What is sent answers the Tdoc as the dialog
 * shows it: a colleague's answer of the same minute is shown before it can be overwritten.
 */
export const ResponseDialog = ({ tdoc, onClose }: { tdoc: Tdoc; onClose: () => void }) => {
  const [shown] = useState(tdoc)
  const isAnswered = !isSameAnswer(tdoc, shown)
  const [isRefused, setIsRefused] = useState(false)
  const [response, setResponse] = useState(tdoc.tprResponse)
  const [estimated, setEstimated] = useState(tdoc.tprEstimatedDateOfReview ?? '')
  const [comment, setComment] = useState('')
  const [problems, setProblems] = useState<Record<string, string>>({})
  const send = useSetResponse(tdoc.id)

  const submit = async () => {
    setProblems({})
    if (!response) {
      setProblems({ tprResponse: required })
      throw new Error('Check the highlighted fields.')
    }
    try {
      await send.mutateAsync({
        // What else changed meanwhile, as who has it, is not what is answered here.
        version: isAnswered && !isRefused ? shown.version : tdoc.version,
        tprResponse: response,
        tprEstimatedDateOfReview: estimated === '' ? null : estimated,
        ...(comment.trim() !== '' && { comment: comment.trim() }),
      })
    } catch (error) {
      if (hasStatus(error, 412)) setIsRefused(true)
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
      {(isAnswered || isRefused) && (
        <section className={classes.changed} role="alert">
          <p>Somebody else changed this Tdoc in the meantime. Its answer now; yours replaces it once you send again.</p>
          <Facts
            facts={[
              { label: 'Response now', value: text(tdoc.tprResponse && tprResponseLabels[tdoc.tprResponse]) },
              { label: 'Response date', value: date(tdoc.tprTDocResponseDate) },
              { label: 'Estimated date now', value: day(tdoc.tprEstimatedDateOfReview) },
            ]}
          />
        </section>
      )}
      <NativeSelect
        label="Response"
        value={response ?? ''}
        // Nothing is answered by a press that chose nothing.
        data={[
          ...(response ? [] : [{ value: '', label: 'Choose one' }]),
          ...tprResponses.map((value) => ({ value, label: tprResponseLabels[value] })),
        ]}
        required
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
