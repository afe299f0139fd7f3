import { Button, Group, Select, Stack, Text, Textarea } from '@mantine/core'
import type { SlvDetail } from '@portal/contract/slv/answers'
import { useState } from 'react'
import { z } from 'zod'
import { useStoredText } from '../../lib/stored-text.ts'
import {
  useAnswerDocument,
  useSupportingFiles,
} from '../../records/document/queries.ts'
import { pendingTarget, uploaderFor } from '../../records/document/uploads.ts'
import { SecondaryButton, SmallButton } from '../../ui/presets.ts'
import { UploadArea } from './shared/upload-area.tsx'

type Props = {
  slv: Pick<SlvDetail, 'id' | 'resubmitCount'>
  asked: SlvDetail['pendingDocuments'][number]
}

/**
 * The ways to answer a requested document: a file, a file that was already
 * sent, or a reason. A reason that is being typed opens its field again.
 */
export const AnswerChoices = ({ slv, asked }: Props) => {
  const [reason, keepReason] = useStoredText(
    `document-reason.${asked.id}`,
    z.string(),
  )
  const [chosen, setChosen] = useState<'SENT' | 'REASON' | null>(
    reason === null ? null : 'REASON',
  )
  const sellerFiles = useSupportingFiles(slv).filter(
    ({ kind }) => kind === 'SELLER',
  )
  const close = () => setChosen(null)
  const closeReason = () => {
    keepReason(null)
    close()
  }
  if (chosen === 'SENT')
    return (
      <SentFileChoice
        slv={slv}
        asked={asked}
        files={sellerFiles}
        onClose={close}
      />
    )
  if (chosen === 'REASON')
    return (
      <ReasonForm
        slv={slv}
        asked={asked}
        reason={reason ?? asked.answer?.reason ?? ''}
        onChange={keepReason}
        onClose={closeReason}
      />
    )
  return (
    <Stack gap="xs">
      <AskedUploadArea slv={slv} asked={asked} />
      {asked.receivedAt === null && (
        <Group gap="xs">
          {sellerFiles.length > 0 && (
            <SmallButton
              aria-label={`Already sent: ${asked.name}`}
              onClick={() => setChosen('SENT')}
            >
              Already sent
            </SmallButton>
          )}
          <SmallButton
            aria-label={`Can’t provide: ${asked.name}`}
            onClick={() => setChosen('REASON')}
          >
            Can’t provide
          </SmallButton>
        </Group>
      )}
    </Stack>
  )
}

const AskedUploadArea = ({ slv, asked }: Props) => {
  const uploader = uploaderFor(slv.id)
  const target = pendingTarget(asked.id)
  return (
    <UploadArea
      id={slv.id}
      target={target}
      label={asked.receivedAt ? 'Add another file' : 'Add file'}
      what={asked.name}
      onFiles={async (files) => uploader.add(target, files)}
      hint={
        <Text span inherit visibleFrom="sm">
          or drop the file here
        </Text>
      }
      isSmall
    />
  )
}

type SentFileChoiceProps = Props & {
  files: readonly { id: string; name: string; resubmitCount: number }[]
  onClose: () => void
}

const SentFileChoice = ({
  slv,
  asked,
  files,
  onClose,
}: SentFileChoiceProps) => {
  const answer = useAnswerDocument(slv.id)
  const [documentId, setDocumentId] = useState<string | null>(null)
  const save = (id: string) =>
    answer.mutate(
      {
        pendingId: asked.id,
        body: { kind: 'ALREADY_SENT', documentId: id },
      },
      { onSuccess: onClose },
    )
  return (
    <Stack gap="xs">
      <Select
        label={`Which document has “${asked.name}”?`}
        placeholder="Choose one of your documents"
        searchable
        data-autofocus
        autoFocus
        nothingFoundMessage="No document by that name"
        data={files.map(({ id, name, resubmitCount }) => ({
          value: id,
          label:
            resubmitCount < slv.resubmitCount
              ? `${name} (round ${resubmitCount + 1})`
              : name,
        }))}
        value={files.some(({ id }) => id === documentId) ? documentId : null}
        onChange={setDocumentId}
      />
      <Group gap="xs">
        <Button
          loading={answer.isPending}
          disabled={documentId === null}
          onClick={() => documentId && save(documentId)}
        >
          Save answer
        </Button>
        <SecondaryButton onClick={onClose}>Cancel</SecondaryButton>
      </Group>
    </Stack>
  )
}

type ReasonFormProps = Props & {
  reason: string
  onChange: (reason: string) => void
  onClose: () => void
}

/** What is typed is kept until it is saved or canceled, also while offline. */
const ReasonForm = ({
  slv,
  asked,
  reason,
  onChange,
  onClose,
}: ReasonFormProps) => {
  const answer = useAnswerDocument(slv.id)
  const save = () =>
    answer.mutate(
      { pendingId: asked.id, body: { kind: 'CANNOT', reason } },
      { onSuccess: onClose },
    )
  return (
    <Stack gap="xs">
      <Textarea
        label={`Why can’t you provide “${asked.name}”?`}
        description="The underwriter reads this."
        withAsterisk
        autosize
        autoFocus
        minRows={2}
        maxRows={8}
        maxLength={1000}
        value={reason}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      <Group gap="xs">
        <Button
          loading={answer.isPending}
          disabled={reason.trim() === ''}
          onClick={save}
        >
          Save answer
        </Button>
        <SecondaryButton onClick={onClose}>Cancel</SecondaryButton>
      </Group>
    </Stack>
  )
}
