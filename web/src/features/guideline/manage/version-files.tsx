import { Button, FileButton, Group } from '@mantine/core'
import { downloadRules, importRules, type VersionAnswer } from '@portal/contract/guideline/api'
import { guidelineMessages } from '@portal/contract/guideline/messages'
import { IconDownload, IconUpload } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { callFile } from '../../../lib/call.ts'
import { problemsOf } from '../../../lib/call-error.ts'
import { saveFile } from '../../../lib/save-file.ts'
import { createIntent } from '../../../lib/state/intent.ts'
import { upload } from '../../../lib/upload.ts'
import { ConfirmDialog } from '../../../ui/dialogs.tsx'
import { guidelineKey } from '../queries.ts'

/** The rules as a workbook, out and in. */
export const VersionFiles = ({ version, isEdited }: { version: VersionAnswer; isEdited: boolean }) => {
  const queryClient = useQueryClient()
  const download = useMutation({
    mutationFn: async () => saveFile(await callFile(downloadRules, { params: { id: version.id } }), `Guidelines v${version.number}.xlsx`),
    meta: { ...guidelineMessages.download },
  })
  const read = useMutation({
    mutationFn: (file: File) =>
      upload(importRules, { params: { id: version.id } }, file, {
        ...{ intent: createIntent(), signal: new AbortController().signal, onProgress: () => {} },
      }),
    meta: { ...guidelineMessages.importRules, shown: [400] },
    onSettled: () => queryClient.invalidateQueries({ queryKey: guidelineKey }),
  })
  const problems = problemsOf(read.error)
  return (
    <Group gap="xs">
      <Button variant="default" leftSection={<IconDownload size={16} aria-hidden />} loading={download.isPending} onClick={() => download.mutate()}>
        Download Excel
      </Button>
      {version.status === 'DRAFT' && (
        <FileButton accept=".xlsx" onChange={(file) => file && read.mutate(file)} disabled={isEdited || read.isPending}>
          {(props) => (
            <Button {...props} variant="default" leftSection={<IconUpload size={16} aria-hidden />} loading={read.isPending}>
              Import Excel
            </Button>
          )}
        </FileButton>
      )}
      {problems.length > 0 && (
        <ConfirmDialog
          title="The workbook was not imported"
          text={problems.slice(0, 20).map(({ field, error }) => (
            <span key={field} style={{ display: 'block' }}>
              {field}: {error}
            </span>
          ))}
          confirmLabel="Close"
          onClose={() => read.reset()}
          onConfirm={async () => read.reset()}
        />
      )}
    </Group>
  )
}
