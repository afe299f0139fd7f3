import type { SlvDetail } from '@portal/contract/slv/answers'
import { DecisionFields, decisionFieldNames } from '@portal/contract/slv/bodies'
import { Decision } from '@portal/contract/slv/status'
import { slvTransitions } from '@portal/contract/slv/transitions'
import { useQueryClient } from '@tanstack/react-query'
import { useState, useSyncExternalStore } from 'react'
import { createDraft, type DraftTarget } from '../../../lib/autosave/draft.ts'
import { editsOf, hasUnsaved, openDraft, type Snapshot, StoredDraft } from '../../../lib/autosave/draft-state.ts'
import type { Read, Typed, Value, Values } from '../../../lib/autosave/edits.ts'
import { usePendingWrite } from '../../../lib/autosave/pending-writes.tsx'
import { draftStorage } from '../../../lib/kept-text.ts'
import * as format from '../../../lib/text/format.ts'
import { readNumber, writeNumber } from '../../../lib/text/number-text.ts'
import { runSlvWrite, slvDraftCalls, useSlvDraft } from '../use-slv-draft.ts'

const decisionNames = ['temporaryStatus', ...decisionFieldNames] as const
export type DecisionName = (typeof decisionNames)[number]

const isDecisionName = (name: string): name is DecisionName => decisionNames.some((known) => known === name)
const isText = (name: string) => ['currentGuideline', 'decisionComment', 'decisionCommentsInternal'].includes(name)

export const readDecision: Read = (name, typed) => {
  if (!isDecisionName(name)) return { error: 'Unknown field' }
  const text = typeof typed === 'string' ? typed.trim() : ''
  if (text === '') return { value: null }
  const value = isText(name) || name === 'temporaryStatus' ? text : readNumber(text)
  if (value === 'wrong') return { error: 'Must be a number' }
  const schema = name === 'temporaryStatus' ? Decision : DecisionFields.shape[name]
  const parsed = schema.safeParse(value)
  return parsed.success ? { value: parsed.data ?? null } : { error: parsed.error.issues[0]?.message ?? 'Invalid' }
}

export const shownDecision = (name: DecisionName, value: Value): Typed => {
  if (value === null || typeof value === 'object') return ''
  if (typeof value !== 'number') return String(value)
  if (name === 'priceAdjustment') return format.signed(value)
  if (name === 'decisionDscr') return writeNumber(value, { min: 3, max: 3 })
  if (name === 'reserves') return writeNumber(value, { min: 0, max: 1 })
  return writeNumber(value, { min: 2, max: 2 })
}

const key = 'decision'
const readOf = () => readDecision

const decisionValues = (slv: SlvDetail): Values =>
  Object.fromEntries(decisionNames.map((name) => [name, slv[name] ?? null]))

export const decisionSnapshot = (slv: SlvDetail): Snapshot => ({
  version: slv.version,
  records: [{ id: key, values: decisionValues(slv) }],
})

export const createDecisionDraft = (slv: SlvDetail, target: DraftTarget) => {
  const initial = openDraft(decisionSnapshot(slv), target.storage.read() ?? [], readOf)
  const draft = createDraft(initial, {
    ...target,
    readOf,
    autosaves: true,
    // Each failure shows a toast, so it tries again only when the connection is back.
    pauses: [],
    // Each save is an entry of the history, so text waits longer.
    restOf: (name) => (isText(name) ? 4_000 : 800),
  })
  return {
    ...draft,
    type: (name: DecisionName, typed: Typed) => draft.type(key, { [name]: typed }),
    keepMine: (name: DecisionName) => draft.keepMine(key, name),
    takeTheirs: (name: DecisionName) => draft.takeTheirs(key, name),
    edits: () => editsOf(draft.get(), key),
    /** Resolves once the server has everything; throws when something typed can't be saved. */
    flush: async () => {
      await draft.save('all')
      if (hasUnsaved(draft.get()))
        throw new Error('The decision has values that are not saved. Check the highlighted fields.')
    },
  }
}
export type DecisionDraft = ReturnType<typeof createDecisionDraft>

export const useDecisionDraft = (slv: SlvDetail): DecisionDraft => {
  const queryClient = useQueryClient()
  const [draft] = useState(() => {
    const { saveFields, ...reads } = slvDraftCalls(queryClient, slv.id, decisionSnapshot)
    return createDecisionDraft(slv, {
      server: {
        ...reads,
        save: async (_sheet, values, version) => {
          const saved = await saveFields(values, version)
          return { id: key, version: saved.version, values: decisionValues(saved) }
        },
      },
      storage: draftStorage(localStorage, `decision.${slv.id}`, StoredDraft),
      // Without a connection (status 0) the page shows a notice and saves later.
      runInTurn: runSlvWrite(queryClient, slv.id, { failed: slvTransitions.save.failed, shown: [0] }),
    })
  })
  useSyncExternalStore(draft.subscribe, draft.get)
  usePendingWrite(draft.flush)
  useSlvDraft(draft, slv, decisionSnapshot)
  return draft
}
