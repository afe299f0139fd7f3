import * as api from '@portal/contract/data-capture/api'
import { noneApplied, partlyProcessed, processed } from '@portal/contract/data-capture/messages'
import type { CaptureUpload } from '@portal/contract/data-capture/model'
import { uploadFailed } from '@portal/contract/document/messages'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { reasonOf } from '../../lib/call-error.ts'
import { count } from '../../lib/format.ts'
import { createIntent, type Intent } from '../../lib/intent.ts'
import { toast } from '../../lib/toast.ts'
import { upload } from '../../lib/upload.ts'
import { uploadsKey } from './queries.ts'

/** One file on its way: `sent` counts bytes. The same intent goes with every try, so that it arrives once. */
type Wish = { file: File; createTdocs: boolean; intent: Intent }

/** Sends one file at a time. What went wrong stays, to be read and tried again. */
export const useCapture = (onSent: (upload: CaptureUpload) => void) => {
  const queryClient = useQueryClient()
  const stop = useRef<AbortController | null>(null)
  const [sent, setSent] = useState(0)
  const [problem, setProblem] = useState<string | null>(null)
  const sending = useMutation({
    meta: { failed: null },
    retry: false,
    mutationFn: ({ file, createTdocs, intent }: Wish) => {
      stop.current = new AbortController()
      setSent(0)
      setProblem(null)
      const query = { createTdocs: `${createTdocs}` } as const
      return upload(api.uploadFile, { query }, file, { intent, signal: stop.current.signal, onProgress: setSent })
    },
    onSuccess: (answer) => {
      onSent(answer)
      return queryClient.invalidateQueries({ queryKey: uploadsKey })
    },
    onError: (error, { file }) => {
      if (!stop.current?.signal.aborted) setProblem(reasonOf(error) ?? uploadFailed(file.name))
    },
  })
  useEffect(() => () => stop.current?.abort(), [])
  const last = sending.variables
  return {
    /** The file that is on its way. */
    file: sending.isPending ? last?.file : undefined,
    sent,
    problem,
    say: setProblem,
    send: (file: File, createTdocs: boolean) => sending.mutate({ file, createTdocs, intent: createIntent() }),
    again: sending.isError && last ? () => sending.mutate(last) : undefined,
    cancel: () => stop.current?.abort(),
  }
}

/** Tells the asker what became of their files that were being processed while the page was open. */
export const useOutcomes = (items: readonly CaptureUpload[] | undefined, userId: string) => {
  const awaited = useRef(new Set<string>())
  useEffect(() => {
    for (const item of items ?? []) {
      if (item.uploadedById !== userId) continue
      if (item.state === 'PROCESSING') awaited.current.add(item.id)
      else if (awaited.current.delete(item.id)) tell(item)
    }
  }, [items, userId])
  return { await: ({ id }: CaptureUpload) => void awaited.current.add(id) }
}

const tell = ({ state, fileName, problem, applied, rows }: CaptureUpload) => {
  if (state === 'APPLIED') toast.success(processed(fileName))
  else if (state === 'PARTLY_APPLIED') toast.warning(partlyProcessed(fileName, count(applied), count(rows)))
  else toast.failure(problem ?? (state === 'REJECTED' ? noneApplied(fileName) : uploadFailed(fileName)))
}
