import { Button, Select } from '@mantine/core'
import { uploadUnderwriterDocument } from '@portal/contract/document/api'
import { uploadFailed } from '@portal/contract/document/messages'
import { acceptedExtensions } from '@portal/contract/document/model'
import { IconUpload } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { reasonOf } from '../../lib/call-error.ts'
import { upload } from '../../lib/upload.ts'
import { useIntent } from '../../lib/use-intent.ts'
import { fileProblem } from './check-file.ts'
import classes from './example-picker.module.css'
import { atVersion, documentsQuery } from './queries.ts'

type ExamplePickerProps = {
  id: string
  error: string | undefined
  slvId: string
  label: string
  value: string | null
  onChange: (documentId: string | null) => void
}

/** An example of what is asked for: one of the underwriter's own files, or one that is brought right here. */
export const ExamplePicker = ({ id, error, slvId, label, value, onChange }: ExamplePickerProps) => {
  const { data } = useQuery(documentsQuery(slvId))
  const chooser = useRef<HTMLInputElement>(null)
  const bring = useBring(slvId, onChange)
  const own = data?.underwriterDocuments ?? []
  return (
    <div className={classes.picker}>
      <Select
        id={id}
        className={classes.select ?? ''}
        label={label}
        placeholder={own.length === 0 ? 'None of your files yet' : 'One of the underwriter documents'}
        description="The seller sees the chosen file."
        clearable
        searchable
        nothingFoundMessage="No underwriter document of this name"
        data={own.map((document) => ({ value: document.id, label: document.name }))}
        value={own.some((document) => document.id === value) ? value : null}
        error={error ?? bring.error?.message}
        onChange={onChange}
      />
      <Button
        className={classes.bring ?? ''}
        variant="default"
        leftSection={<IconUpload size={16} aria-hidden />}
        aria-label={`Upload: ${label.toLowerCase()}`}
        loading={bring.isPending}
        onClick={() => chooser.current?.click()}
      >
        Upload
      </Button>
      <input
        ref={chooser}
        className={classes.chooser}
        type="file"
        accept={acceptedExtensions}
        tabIndex={-1}
        aria-hidden
        aria-label={label}
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? []
          if (file) bring.mutate(file)
          currentTarget.value = ''
        }}
      />
    </div>
  )
}

/** Brings a file to the underwriter documents and chooses it. What goes wrong is told at the field. */
const useBring = (slvId: string, onBrought: (documentId: string) => void) => {
  const queryClient = useQueryClient()
  const intent = useIntent()
  return useMutation({
    mutationFn: async (file: File) => {
      const problem = fileProblem(file)
      if (problem !== null) throw new Error(problem)
      const { queryKey } = documentsQuery(slvId)
      const before = new Set(queryClient.getQueryData(queryKey)?.underwriterDocuments?.map(({ id }) => id))
      const sending = { intent, signal: new AbortController().signal, onProgress: () => {} }
      const answer = await upload(uploadUnderwriterDocument, { params: { id: slvId } }, file, sending).catch(
        (error: unknown) => {
          throw new Error(reasonOf(error) ?? uploadFailed(file.name), { cause: error })
        },
      )
      const { underwriterDocuments, slvVersion } = answer
      queryClient.setQueryData(queryKey, (listed) => listed && { ...listed, underwriterDocuments })
      atVersion(queryClient, slvId, slvVersion)
      return underwriterDocuments.find(({ id }) => !before.has(id))?.id
    },
    meta: { failed: null },
    onSuccess: (brought) => brought && onBrought(brought),
  })
}
