import { useWindowEvent } from '@mantine/hooks'
import { useEffect } from 'react'
import { hasFiles } from '../../ui/inputs/drop-area.tsx'
import { LeaveGuard } from '../auth/leave-guard.tsx'
import { stopUploads, useIsUploading } from './uploads.ts'

/**
 * On an SLV's page: asks before unfinished uploads are left, and stops them
 * when the page closes.
 */
export const UploadGuard = ({ id }: { id: string }) => {
  const isUploading = useIsUploading(id)
  useEffect(() => () => stopUploads(id), [id])
  useBlockStrayDrops()
  return <SendingGuard isSending={isUploading} />
}

/** Asks before a page that is sending files is left. */
export const SendingGuard = ({ isSending }: { isSending: boolean }) => (
  <LeaveGuard
    isActive={isSending}
    title="Leave while files are uploading?"
    text="Files that have not finished uploading will be lost. Stay until they finish, or leave without them."
    confirmLabel="Leave without them"
  />
)

/**
 * Prevents the browser from opening a file that is dropped outside a drop area.
 */
export const useBlockStrayDrops = () => {
  useWindowEvent('dragover', blockDrop)
  useWindowEvent('drop', blockDrop)
}

const blockDrop = (event: DragEvent) => {
  if (!hasFiles(event) || event.defaultPrevented) return
  event.preventDefault()
  if (event.dataTransfer) event.dataTransfer.dropEffect = 'none'
}
