import { signInPath } from '@portal/contract/user/navigation'
import { useBlocker } from '@tanstack/react-router'
import { useEffect } from 'react'
import { ConfirmDialog } from '../../ui/dialogs.tsx'
import { carriesFiles } from './dropped-files.ts'
import { stopUploads, useIsUploading } from './uploads.ts'

/**
 * Stands on an SLV's page: asks before files that are on their way are left behind, ends them when the page goes, and
 * keeps a file that missed its area from replacing the page.
 */
export const UploadGuard = ({ id }: { id: string }) => {
  const isUploading = useIsUploading(id)
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) =>
      isUploading && next.pathname !== current.pathname && next.pathname !== signInPath,
    enableBeforeUnload: () => isUploading,
    withResolver: true,
  })
  useEffect(() => () => stopUploads(id), [id])
  useMissedDrops()
  return (
    <ConfirmDialog
      title="Leave while files are being sent?"
      text="What has not arrived yet is not sent. Stay until it has, or leave without it."
      confirmLabel="Leave without it"
      isDanger
      isOpen={status === 'blocked'}
      onClose={() => reset?.()}
      onConfirm={async () => proceed?.()}
    />
  )
}

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
