import * as api from '@portal/contract/data-capture/api'
import {
  noneApplied,
  partlyProcessed,
  processed,
} from '@portal/contract/data-capture/messages'
import type { CaptureUpload } from '@portal/contract/data-capture/model'
import { uploadFailed } from '@portal/contract/document/messages'
import { joinSentences } from '@portal/contract/lib/sentences'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import {
  getProblems,
  getReason,
  hasStatus,
  isOutage,
} from '../../lib/call-error.ts'
import { createIntent, type Intent } from '../../lib/state/intent.ts'
import { count } from '../../lib/text/format.ts'
import { toast } from '../../lib/toast.ts'
import { upload } from '../../lib/upload.ts'
import { uploadsKey } from './queries.ts'

/** Every retry has the same intent, so that a file is stored once. */
type Upload = {
  file: File
  createTdocs: boolean
  /** The id of its preview; undefined for a file that is too long for one. */
  preview?: string | undefined
  intent: Intent
}

/** Sends one file at a time; `sent` counts its bytes. */
function useSending() {
  const stop = useRef<AbortController | null>(null)
  const [sent, setSent] = useState(0)
  useEffect(() => () => stop.current?.abort(), [])
  return {
    sent,
    begin: () => {
      stop.current = new AbortController()
      setSent(0)
      return { signal: stop.current.signal, onProgress: setSent }
    },
    cancel: () => stop.current?.abort(),
    isCanceled: () => stop.current?.signal.aborted === true,
  }
}

type Handlers = {
  onSent: (upload: CaptureUpload) => void
  /** The preview no longer applies: `message` says why. */
  onChanged: (file: File, message: string) => void
}

/** Uploads a file that was previewed, or is too long for that. */
export const useCapture = ({ onSent, onChanged }: Handlers) => {
  const queryClient = useQueryClient()
  const transfer = useSending()
  const [problem, setProblem] = useState<string | null>(null)
  const sending = useMutation({
    meta: { failed: null },
    retry: false,
    mutationFn: ({ file, createTdocs, preview, intent }: Upload) => {
      setProblem(null)
      const query = { createTdocs: `${createTdocs}`, preview } as const
      return upload(api.uploadFile, { query }, file, {
        intent,
        ...transfer.begin(),
      })
    },
    onSuccess: (answer) => {
      onSent(answer)
      return queryClient.invalidateQueries({ queryKey: uploadsKey })
    },
    onError: (error, { file, preview }) => {
      if (transfer.isCanceled()) return
      const message = getReason(error) ?? uploadFailed(file.name)
      if (preview !== undefined && hasStatus(error, 409))
        onChanged(file, describeChange(error, message))
      else setProblem(message)
    },
  })
  const last = sending.variables
  return {
    file: sending.isPending ? last?.file : undefined,
    sent: transfer.sent,
    problem,
    send: (request: Omit<Upload, 'intent'>) =>
      sending.mutate({ ...request, intent: createIntent() }),
    retry:
      last && isOutage(sending.error) ? () => sending.mutate(last) : undefined,
    cancel: transfer.cancel,
  }
}

/** The refusal with the rows that it names. */
const describeChange = (error: unknown, message: string) =>
  joinSentences([message, ...getProblems(error).map((row) => row.error)])

type PreviewRequest = {
  file: File
  /** Why there is a new preview; null for the first. */
  notice: string | null
}

/**
 * Asks what a file would do. `isTooLong` says that it can only be applied
 * without a preview.
 */
export const usePreview = () => {
  const transfer = useSending()
  const [problem, setProblem] = useState<string | null>(null)
  const asking = useMutation({
    meta: { failed: null },
    retry: false,
    mutationFn: ({ file }: PreviewRequest) => {
      setProblem(null)
      return upload(api.previewFile, {}, file, {
        intent: createIntent(),
        ...transfer.begin(),
      })
    },
    onError: (error, { file }) => {
      if (!transfer.isCanceled())
        setProblem(getReason(error) ?? uploadFailed(file.name))
    },
  })
  const request = asking.variables
  const isTooLong = getProblems(asking.error).some(
    ({ field }) => field === 'rows',
  )
  return {
    request,
    preview: asking.data,
    file: asking.isPending ? request?.file : undefined,
    sent: transfer.sent,
    problem,
    setProblem,
    isTooLong: isTooLong && problem !== null,
    ask: (file: File, notice: string | null = null) =>
      asking.mutate({ file, notice }),
    retry:
      request && isOutage(asking.error)
        ? () => asking.mutate(request)
        : undefined,
    cancel: transfer.cancel,
    close: () => {
      setProblem(null)
      asking.reset()
    },
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

const showOutcome = (upload: CaptureUpload) => {
  const { state, fileName, problem, applied, rows } = upload
  if (state === 'APPLIED') return toast.success(processed(fileName))
  if (state === 'PARTLY_APPLIED')
    return toast.warning(partlyProcessed(fileName, count(applied), count(rows)))
  const reason =
    state === 'REJECTED' ? noneApplied(fileName) : uploadFailed(fileName)
  return toast.failure(problem ?? reason)
}
