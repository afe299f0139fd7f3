import type { SlvDetail } from '@portal/contract/slv/answers'
import { saveSlv } from '@portal/contract/slv/api'
import { isSellerDraft } from '@portal/contract/slv/status'
import * as requests from '@portal/contract/slv-request/api'
import { requestMessages } from '@portal/contract/slv-request/messages'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { createContext, use, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { call } from '../../../lib/call.ts'
import { createIntent, type Intent } from '../../../lib/intent.ts'
import { onReconnect } from '../../../lib/outage.ts'
import { toast } from '../../../lib/toast.ts'
import { sessionQuery } from '../../auth/queries.ts'
import { afterItem, etag, forgetOthers, inTurn, slvQuery } from '../queries.ts'
import { createEditor, type Editor } from './editor.ts'
import type { EditorState } from './editor-state.ts'
import { shelfOf } from './kept-edits.ts'
import type { Server } from './save-calls.ts'

type EditorFrame = {
  editor: Editor
  slvId: string
  buyerLoan: string | null
  /** A draft saves itself and is sent as a whole; anything else is saved change by change. */
  isDraft: boolean
  /** It was sent, and its last variance stays. */
  keepsOne: boolean
}

/** The editor of the form that a component stands in. */
export const EditorContext = createContext<EditorFrame | null>(null)

export const useEditor = () => {
  const context = use(EditorContext)
  if (!context) throw new Error('This stands outside of a request form')
  return context
}

const alike = (a: unknown, b: unknown): boolean => {
  if (Object.is(a, b)) return true
  if (typeof a !== 'object' || typeof b !== 'object' || !a || !b) return false
  const [left, right] = [Object.entries(a), new Map(Object.entries(b))]
  return left.length === right.size && left.every(([name, value]) => Object.is(value, right.get(name)))
}

/** Part of the editor's state; the component draws again only when this part changed. */
export const useEditorState = <T>(select: (state: EditorState) => T): T => {
  const { editor } = useEditor()
  const last = useRef<{ part: T } | null>(null)
  return useSyncExternalStore(editor.subscribe, () => {
    const part = select(editor.get())
    if (!last.current || !alike(last.current.part, part)) last.current = { part }
    return last.current.part
  })
}

/** The calls of a form, each keeping what the page has read up to date. */
const serverOf = (queryClient: QueryClient, id: string): Server => {
  const { queryKey } = slvQuery(id)
  const intents = new Map<string, Intent>()
  const params = { id }
  return {
    latest: () => queryClient.getQueryData(queryKey),
    read: () => queryClient.fetchQuery({ ...slvQuery(id), staleTime: 0 }),
    save: async (patch, version) => {
      const slv = await call(saveSlv, { params, body: patch }, { ifMatch: etag(version) })
      queryClient.setQueryData(queryKey, slv)
      forgetOthers(queryClient, id)
      return slv
    },
    add: async (key, body, version) => {
      const intent = intents.get(key) ?? createIntent()
      intents.set(key, intent)
      const item = await call(requests.addSlvRequest, { params, body }, { ifMatch: etag(version), intent })
      toast.success(requestMessages.add.done)
      void afterItem(queryClient, id, item.slvVersion)
      return item
    },
    change: async (requestId, patch, version) => {
      const address = { id, requestId }
      const item = await call(requests.updateSlvRequest, { params: address, body: patch }, { ifMatch: etag(version) })
      void afterItem(queryClient, id, item.slvVersion)
      return item
    },
    remove: async (requestId, version) => {
      const gone = await call(requests.deleteSlvRequest, { params: { id, requestId } }, { ifMatch: etag(version) })
      void afterItem(queryClient, id, gone.slvVersion)
      return gone
    },
  }
}

/**
 * The editor of one SLV's form while it is on the page. A draft that is left saves at once; what could not be saved
 * stays in this browser and comes back.
 */
export const useFormEditor = (slv: SlvDetail): Editor => {
  const queryClient = useQueryClient()
  const autosaves = isSellerDraft(slv.status)
  const [editor] = useState(() =>
    createEditor(slv, {
      server: serverOf(queryClient, slv.id),
      shelf: shelfOf(slv.id),
      autosaves,
      // In the same line as every other write to this SLV, so that each carries the version that the last one made.
      inTurn: (work) =>
        queryClient
          .getMutationCache()
          .build(queryClient, { mutationFn: work, scope: inTurn(slv.id), meta: { failed: null }, retry: false })
          .execute(undefined),
    }),
  )
  useEffect(() => editor.adopt(slv), [editor, slv])

  // Somebody moved it on, or it is no longer ours to write: the page must say so.
  useEffect(() => {
    let before = editor.get().saving
    return editor.subscribe(() => {
      const { saving } = editor.get()
      if (saving === 'halted' && before !== 'halted')
        void queryClient.invalidateQueries({ queryKey: slvQuery(slv.id).queryKey })
      before = saving
    })
  }, [editor, queryClient, slv.id])

  useEffect(() => {
    const hide = () => {
      if (document.visibilityState === 'hidden') editor.saveNow()
    }
    document.addEventListener('visibilitychange', hide)
    const stop = onReconnect(editor.saveNow)
    editor.open()
    return () => {
      document.removeEventListener('visibilitychange', hide)
      stop()
      editor.close(queryClient.getQueryData(sessionQuery.queryKey) !== null)
    }
  }, [editor, queryClient])
  return editor
}
