import { Box, NativeSelect, Text, Textarea, TextInput } from '@mantine/core'
import { checkFields } from '@portal/contract/lib/errors'
import { required } from '@portal/contract/lib/fields'
import type { Tdoc } from '@portal/contract/tdoc/answers'
import { tprResponseLabels, tprResponses } from '@portal/contract/tdoc/model'
import { useState } from 'react'
import { hasStatus, problemsOf } from '../../../lib/call-error.ts'
import { date, day, text } from '../../../lib/text/format.ts'
import { nameOf } from '../../../records/tdoc/texts.ts'
import { FormDialog } from '../../../ui/dialogs.tsx'
import { Facts } from '../../../ui/facts.tsx'
import { useSetResponse } from '../writes.ts'

const isSameAnswer = (one: Tdoc, other: Tdoc) =>
  one.tprResponse === other.tprResponse &&
  one.tprEstimatedDateOfReview === other.tprEstimatedDateOfReview &&
  one.tprTDocResponseDate === other.tprTDocResponseDate

type ResponseDialogProps = {
  tdoc: Tdoc
  onSent: () => void
  onClose: () => void
}

export const ResponseDialog = ({
  tdoc,
  onSent,
  onClose,
}: ResponseDialogProps) => {
  const [shown] = useState(tdoc)
  const isAnswered = !isSameAnswer(tdoc, shown)
  const [isRefused, setIsRefused] = useState(false)
  const [response, setResponse] = useState(tdoc.tprResponse)
  const [estimated, setEstimated] = useState(
    tdoc.tprEstimatedDateOfReview ?? '',
  )
  const [comment, setComment] = useState('')
  const [problems, setProblems] = useState<Record<string, string>>({})
  const send = useSetResponse(tdoc.id)

  const submit = async () => {
    setProblems({})
    if (!response) {
      setProblems({ tprResponse: required })
      throw new Error(checkFields)
    }
    try {
      await send.mutateAsync({
        // Other changes, such as a new underwriter, don't matter to the
        // response.
        version: isAnswered && !isRefused ? shown.version : tdoc.version,
        tprResponse: response,
        tprEstimatedDateOfReview: estimated === '' ? null : estimated,
        ...(comment.trim() !== '' && { comment: comment.trim() }),
      })
      onSent()
    } catch (error) {
      if (hasStatus(error, 412)) setIsRefused(true)
      setProblems(
        Object.fromEntries(
          problemsOf(error).map((problem) => [problem.field, problem.error]),
        ),
      )
      throw error
    }
  }

  return (
    <FormDialog
      title={`Respond to ${nameOf(tdoc)}`}
      submitLabel="Set response"
      onClose={onClose}
      onSubmit={submit}
    >
      {(isAnswered || isRefused) && (
        <Box
          component="section"
          role="alert"
          p="sm"
          bd="1px solid var(--mantine-color-yellow-6)"
          bdrs="md"
        >
          <Text mb="xs">
            Someone else just changed this Tdoc. Its current response is shown
            below; sending yours replaces it.
          </Text>
          <Facts
            facts={[
              {
                label: 'Response now',
                value: text(
                  tdoc.tprResponse && tprResponseLabels[tdoc.tprResponse],
                ),
              },
              { label: 'Response date', value: date(tdoc.tprTDocResponseDate) },
              {
                label: 'Estimated date now',
                value: day(tdoc.tprEstimatedDateOfReview),
              },
            ]}
          />
        </Box>
      )}
      <NativeSelect
        label="Response"
        value={response ?? ''}
        // No response is preselected.
        data={[
          ...(response ? [] : [{ value: '', label: 'Choose one' }]),
          ...tprResponses.map((value) => ({
            value,
            label: tprResponseLabels[value],
          })),
        ]}
        required
        onChange={({ currentTarget }) =>
          setResponse(
            tprResponses.find((one) => one === currentTarget.value) ?? response,
          )
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
        description="Visible to the buyer’s underwriters and your colleagues"
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
