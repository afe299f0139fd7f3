import { Button, FileButton, Group, Select } from '@mantine/core'
import { uploadFailed } from '@portal/contract/document/messages'
import { acceptedExtensions } from '@portal/contract/document/model'
import { IconUpload } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { getReason } from '../../../lib/call-error.ts'
import { useIntent } from '../../../lib/state/use-intent.ts'
import { fileProblem } from '../../../records/document/check-file.ts'
import { documentsQuery } from '../../../records/document/queries.ts'
import { sendUnderwriterDocument } from '../../../records/document/uploads.ts'

type ExamplePickerProps = {
  id: string
  error: string | undefined
  slvId: string
  label: string
  value: string | null
  onChange: (documentId: string | null) => void
}

/**
 * Chooses an example of a requested document: one of the underwriter's files,
 * or one that is uploaded here.
 */
export const ExamplePicker = ({
  id,
  error,
  slvId,
  label,
  value,
  onChange,
}: ExamplePickerProps) => {
  const { data } = useQuery(documentsQuery(slvId))
  const resetChooser = useRef<() => void>(null)
  const example = useUploadExample(slvId, onChange)
  const own = data?.underwriterDocuments ?? []
  return (
    <Group
      align="flex-start"
      gap="xs"
      wrap="nowrap"
      style={{ gridColumn: '1 / -1' }}
    >
      <Select
        id={id}
        flex={1}
        miw={0}
        label={label}
        placeholder={
          own.length === 0
            ? 'No underwriter documents yet'
            : 'Choose an underwriter document'
        }
        description="Shared with the seller as an example."
        clearable
        searchable
        nothingFoundMessage="No underwriter document by that name"
        data={own.map((document) => ({
          value: document.id,
          label: document.name,
        }))}
        value={own.some((document) => document.id === value) ? value : null}
        error={error ?? example.error?.message}
        onChange={onChange}
      />
      <FileButton
        accept={acceptedExtensions}
        resetRef={resetChooser}
        inputProps={{ tabIndex: -1, 'aria-hidden': true, 'aria-label': label }}
        onChange={(file) => {
          if (file) example.mutate(file)
          resetChooser.current?.()
        }}
      >
        {(props) => (
          <Button
            {...props}
            flex="none"
            mt="1.25rem"
            variant="default"
            leftSection={<IconUpload size={16} aria-hidden />}
            aria-label={`Upload: ${label.toLowerCase()}`}
            loading={example.isPending}
          >
            Upload
          </Button>
        )}
      </FileButton>
    </Group>
  )
}

/**
 * Uploads a file to the underwriter's documents and chooses it. Errors appear
 * at the field.
 */
const useUploadExample = (
  slvId: string,
  onUploaded: (documentId: string) => void,
) => {
  const queryClient = useQueryClient()
  const intent = useIntent()
  return useMutation({
    mutationFn: async (file: File) => {
      const problem = fileProblem(file)
      if (problem !== null) throw new Error(problem)
      const listed = queryClient.getQueryData(documentsQuery(slvId).queryKey)
      const before = new Set(listed?.underwriterDocuments?.map(({ id }) => id))
      const options = {
        intent,
        signal: new AbortController().signal,
        onProgress: () => {},
      }
      const documents = await sendUnderwriterDocument(
        slvId,
        file,
        options,
      ).catch((error: unknown) => {
        throw new Error(getReason(error) ?? uploadFailed(file.name), {
          cause: error,
        })
      })
      return documents.find(({ id }) => !before.has(id))?.id
    },
    meta: { failed: null },
    onSuccess: (documentId) => documentId && onUploaded(documentId),
  })
}
