import { Box, NativeSelect, Text, Textarea, TextInput } from '@mantine/core'
import type { Tdoc } from '@portal/contract/tdoc/answers'
import { setResponse } from '@portal/contract/tdoc/api'
import {
  type TprResponse,
  tprResponseLabels,
  tprResponses,
} from '@portal/contract/tdoc/model'
import { useState } from 'react'
import { hasStatus } from '../../../lib/call-error.ts'
import { useSchemaForm } from '../../../lib/state/use-schema-form.ts'
import { date, day, text } from '../../../lib/text/format.ts'
import { getName } from '../../../records/tdoc/texts.ts'
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

type Values = {
  tprResponse: TprResponse | ''
  tprEstimatedDateOfReview: string
  comment: string
}

const toBody = (values: Values) => ({
  tprResponse: values.tprResponse || undefined,
  tprEstimatedDateOfReview: values.tprEstimatedDateOfReview || null,
  comment: values.comment.trim() || undefined,
})

export const ResponseDialog = ({
  tdoc,
  onSent,
  onClose,
}: ResponseDialogProps) => {
  const [shown] = useState(tdoc)
  const isAnswered = !isSameAnswer(tdoc, shown)
  const [isRefused, setIsRefused] = useState(false)
  const send = useSetResponse(tdoc.id)
  const { form, submit } = useSchemaForm<Values>({
    initialValues: {
      tprResponse: tdoc.tprResponse ?? '',
      tprEstimatedDateOfReview: tdoc.tprEstimatedDateOfReview ?? '',
      comment: '',
    },
    schema: setResponse.body,
    toBody,
  })
  const { tprResponse: chosen } = form.values
  const save = () =>
    submit(async (values) => {
      try {
        await send.mutateAsync({
          // Other changes, such as a new underwriter, don't matter to the
          // response.
          version: isAnswered && !isRefused ? shown.version : tdoc.version,
          ...setResponse.body.parse(toBody(values)),
        })
      } catch (error) {
        if (hasStatus(error, 412)) setIsRefused(true)
        throw error
      }
      onSent()
    })

  return (
    <FormDialog
      title={`Respond to ${getName(tdoc)}`}
      submitLabel="Set response"
      onClose={onClose}
      onSubmit={save}
    >
      {(isAnswered || isRefused) && <ResponseNow tdoc={tdoc} />}
      <NativeSelect
        label="Response"
        // No response is preselected.
        data={[
          ...(chosen ? [] : [{ value: '', label: 'Choose one' }]),
          ...tprResponses.map((value) => ({
            value,
            label: tprResponseLabels[value],
          })),
        ]}
        required
        data-autofocus
        {...form.getInputProps('tprResponse')}
      />
      <TextInput
        type="date"
        label="Estimated date of review"
        min="1970-01-02"
        max="2098-12-31"
        {...form.getInputProps('tprEstimatedDateOfReview')}
      />
      <Textarea
        label="Comment"
        description="Visible to the buyer’s underwriters and your colleagues"
        maxLength={4000}
        autosize
        minRows={3}
        {...form.getInputProps('comment')}
      />
    </FormDialog>
  )
}

const ResponseNow = ({ tdoc }: { tdoc: Tdoc }) => (
  <Box
    component="section"
    role="alert"
    p="sm"
    bd="1px solid var(--mantine-color-yellow-6)"
    bdrs="md"
  >
    <Text mb="xs">
      Someone else just changed this Tdoc. Its current response is shown below;
      sending yours replaces it.
    </Text>
    <Facts
      facts={[
        {
          label: 'Response now',
          value: text(tdoc.tprResponse && tprResponseLabels[tdoc.tprResponse]),
        },
        { label: 'Response date', value: date(tdoc.tprTDocResponseDate) },
        {
          label: 'Estimated date now',
          value: day(tdoc.tprEstimatedDateOfReview),
        },
      ]}
    />
  </Box>
)
