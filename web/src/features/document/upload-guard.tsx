import { useEffect } from 'react'
import { LeaveGuard } from '../shell/leave-guard.tsx'
import { carriesFiles } from './dropped-files.ts'
import { stopUploads, useIsUploading } from './uploads.ts'

/**
 * Stands on an SLV's page: asks before files that are on their way are left behind, ends them when the page goes, and
 * keeps a file that missed its area from replacing the page.
 */
export const UploadGuard = ({ id }: { id: string }) => {
  const isUploading = useIsUploading(id)
  useEffect(() => () => stopUploads(id), [id])
  useMissedDrops()
  return <SendingGuard isSending={isUploading} />
}

/** Asks before a page is left that sends files. */
export const SendingGuard = ({ isSending }: { isSending: boolean }) => (
  <LeaveGuard
    isHeld={isSending}
    title="Leave while files are being sent?"
    text="What has not arrived yet is not sent. Stay until it has, or leave without it."
    confirmLabel="Leave without it"
  />
)

/** Keeps a file that missed its area from replacing the page. */
export const useMissedDrops = () => {
  useEffect(() => {
    const miss = (event: DragEvent) => {
      if (!carriesFiles(event) || event.defaultPrevented) return
      event.preventDefault()
      if (event.dataTransfer) event.dataTransfer.dropEffect = 'none'
    }
    window.addEventListener('dragover', miss)
    window.addEventListener('drop', miss)
    return () => {
      window.removeEventListener('dragover', miss)
      window.removeEventListener('drop', miss)
    }
  }, [])
}
