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
  useEffect(() => () => stopUploads(id), [id])
  useMissedDrops()
  return <SendingGuard isSending={isUploading} />
}

/** Asks before a page is left that sends files. A session that ended goes without asking. */
export const SendingGuard = ({ isSending }: { isSending: boolean }) => {
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) =>
      isSending && next.pathname !== current.pathname && next.pathname !== signInPath,
    enableBeforeUnload: () => isSending,
    withResolver: true,
  })
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
