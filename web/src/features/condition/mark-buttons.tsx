import { Button, Group, TextInput } from '@mantine/core'
import type { Condition } from '@portal/contract/condition/model'
import { useState } from 'react'
import { useUpdateCondition } from '../../records/condition/queries.ts'
import { SecondaryButton, SmallButton } from '../../ui/presets.ts'

type MarkButtonsProps = { slvId: string; condition: Condition }

/** Marks a condition as met or, for a reason, waived; or opens it again. */
export const MarkButtons = ({ slvId, condition }: MarkButtonsProps) => {
  const update = useUpdateCondition(slvId)
  const [isWaiving, setIsWaiving] = useState(false)
  const { id: conditionId, text, status } = condition
  const mark = (body: Parameters<typeof update.mutate>[0]['body']) =>
    update.mutate(
      { conditionId, body },
      { onSuccess: () => setIsWaiving(false) },
    )

  if (status !== 'OPEN')
    return (
      <SmallButton
        loading={update.isPending}
        aria-label={`Open again: ${text}`}
        onClick={() => mark({ status: 'OPEN' })}
      >
        Open again
      </SmallButton>
    )
  if (isWaiving)
    return (
      <WaiveForm
        text={text}
        isSaving={update.isPending}
        onWaive={(reason) => mark({ status: 'WAIVED', reason })}
        onClose={() => setIsWaiving(false)}
      />
    )
  return (
    <Group gap="xs" wrap="nowrap">
      <SmallButton
        loading={update.isPending}
        aria-label={`Met: ${text}`}
        onClick={() => mark({ status: 'MET' })}
      >
        Met
      </SmallButton>
      <SmallButton
        aria-label={`Waive: ${text}`}
        onClick={() => setIsWaiving(true)}
      >
        Waive
      </SmallButton>
    </Group>
  )
}

type WaiveFormProps = {
  text: string
  isSaving: boolean
  onWaive: (reason: string) => void
  onClose: () => void
}

const WaiveForm = ({ text, isSaving, onWaive, onClose }: WaiveFormProps) => {
  const [reason, setReason] = useState('')
  const isEmpty = reason.trim() === ''
  return (
    <form
      style={{ gridColumn: '1 / -1' }}
      onSubmit={(event) => {
        event.preventDefault()
        if (!isEmpty) onWaive(reason)
      }}
    >
      <Group gap="xs" align="end">
        <TextInput
          flex={1}
          label={`Why are you waiving “${text}”?`}
          description="The seller reads this."
          autoFocus
          maxLength={1000}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
        <Button type="submit" loading={isSaving} disabled={isEmpty}>
          Waive
        </Button>
        <SecondaryButton onClick={onClose}>Cancel</SecondaryButton>
      </Group>
    </form>
  )
}
