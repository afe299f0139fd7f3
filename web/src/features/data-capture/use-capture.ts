import * as api from '@portal/contract/data-capture/api'
import {
  noneApplied,
  partlyProcessed,
  processed,
} from '@portal/contract/data-capture/messages'
import type { CaptureUpload } from '@portal/contract/data-capture/model'
import { uploadFailed } from '@portal/contract/document/messages'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { getReason, isOutage } from '../../lib/call-error.ts'
import { createIntent, type Intent } from '../../lib/state/intent.ts'
import { count } from '../../lib/text/format.ts'
import { toast } from '../../lib/toast.ts'
import { upload } from '../../lib/upload.ts'
import { uploadsKey } from './queries.ts'

/** Every retry has the same intent, so that a file is stored once. */
type Upload = { file: File; createTdocs: boolean; intent: Intent }

/**
 * Sends one file at a time. `sent` counts bytes; an error stays until the next
 * file.
 */
export const useCapture = (onSent: (upload: CaptureUpload) => void) => {
  const queryClient = useQueryClient()
  const stop = useRef<AbortController | null>(null)
  const [sent, setSent] = useState(0)
  const [problem, setProblem] = useState<string | null>(null)
  const sending = useMutation({
    meta: { failed: null },
    retry: false,
    mutationFn: ({ file, createTdocs, intent }: Upload) => {
      stop.current = new AbortController()
      setSent(0)
      setProblem(null)
      const query = { createTdocs: `${createTdocs}` } as const
      return upload(api.uploadFile, { query }, file, {
        intent,
        signal: stop.current.signal,
        onProgress: setSent,
      })
    },
    onSuccess: (answer) => {
      onSent(answer)
      return queryClient.invalidateQueries({ queryKey: uploadsKey })
    },
    onError: (error, { file }) => {
      if (!stop.current?.signal.aborted)
        setProblem(getReason(error) ?? uploadFailed(file.name))
    },
  })
  useEffect(() => () => stop.current?.abort(), [])
  const last = sending.variables
  return {
    file: sending.isPending ? last?.file : undefined,
    sent,
    problem,
    setProblem,
    send: (file: File, createTdocs: boolean) =>
      sending.mutate({ file, createTdocs, intent: createIntent() }),
    retry:
      last && isOutage(sending.error) ? () => sending.mutate(last) : undefined,
    cancel: () => stop.current?.abort(),
  }
}

/**
 * Shows a toast when a file of the user has been processed while the page is
 * open.
 */
export const useOutcomes = (
  items: readonly CaptureUpload[] | undefined,
  userId: string,
) => {
  const pending = useRef(new Set<string>())
  useEffect(() => {
    for (const item of items ?? []) {
      if (item.uploadedById !== userId) continue
      if (item.state === 'PROCESSING') pending.current.add(item.id)
      else if (pending.current.delete(item.id)) showOutcome(item)
    }
  }, [items, userId])
  return { await: ({ id }: CaptureUpload) => void pending.current.add(id) }
}

const showOutcome = ({
  state,
  fileName,
  problem,
  applied,
  rows,
}: CaptureUpload) => {
  if (state === 'APPLIED') toast.success(processed(fileName))
  else if (state === 'PARTLY_APPLIED')
    toast.warning(partlyProcessed(fileName, count(applied), count(rows)))
  else
    toast.failure(
      problem ??
        (state === 'REJECTED' ? noneApplied(fileName) : uploadFailed(fileName)),
    )
}
