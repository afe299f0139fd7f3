import { keysOf, tableOf } from '@portal/contract/lib/typed'
import type { SlvDetail } from '@portal/contract/slv/answers'
import { SlvPatch } from '@portal/contract/slv/bodies'
import { slvTransitions } from '@portal/contract/slv/transitions'
import { useSyncExternalStore } from 'react'
import { createDraft, type DraftTarget } from '../../../lib/autosave/draft.ts'
import { editsOf, hasUnsaved, openDraft, type Snapshot, StoredDraft } from '../../../lib/autosave/draft-state.ts'
import type { Typed } from '../../../lib/autosave/edits.ts'
import { usePendingWrite } from '../../../lib/autosave/pending-writes.tsx'
import { draftStorage } from '../../../lib/kept-text.ts'
import { createCodec, type FieldKind } from '../form/read-field.ts'
import { useSlvDraft } from '../use-slv-draft.ts'

/** The kinds of the decision's fields. */
export const decisionKinds = {
  temporaryStatus: 'choice',
  priceAdjustment: 'bps',
  currentGuideline: 'longText',
  decisionComment: 'longText',
  decisionCommentsInternal: 'longText',
  decisionLtv: 'percent',
  decisionCltv: 'percent',
  decisionHcltv: 'percent',
  decisionDti: 'percent',
  decisionDscr: 'coverage',
  reserves: 'months',
} as const satisfies Record<string, FieldKind>
export type DecisionName = keyof typeof decisionKinds

const names = keysOf(decisionKinds)

export const decisionCodec = createCodec(
  tableOf(names, (name) => ({ kind: decisionKinds[name], schema: SlvPatch.shape[name] })),
)

export const decisionKey = 'decision'
const isText = (name: string) => decisionCodec.isField(name) && decisionKinds[name] === 'longText'

export const decisionSnapshot = (slv: SlvDetail): Snapshot => ({
  version: slv.version,
  records: [{ id: decisionKey, values: tableOf(names, (name) => slv[name] ?? null) }],
})

export const createDecisionDraft = (slv: SlvDetail, target: DraftTarget) => {
  const readOf = () => decisionCodec.read
  const draft = createDraft(openDraft(decisionSnapshot(slv), target.storage.read() ?? [], readOf), {
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
    type: (name: DecisionName, typed: Typed) => draft.type(decisionKey, { [name]: typed }),
    edits: () => editsOf(draft.get(), decisionKey),
    /** Resolves once the server has everything; throws when something typed can't be saved. */
    flush: async () => {
      await draft.save('all')
      if (hasUnsaved(draft.get())) throw new Error('The decision has unsaved values. Check the highlighted fields.')
    },
  }
}
export type DecisionDraft = ReturnType<typeof createDecisionDraft>

// The page says that there is no connection (status 0), after which it saves, or that this person lost access (404).
const meta = { failed: slvTransitions.save.failed, shown: [0, 404] }

export const decisionStorage = (slvId: string) => draftStorage(localStorage, `decision.${slvId}`, StoredDraft)

export const useDecisionDraft = (slv: SlvDetail): DecisionDraft => {
  const draft = useSlvDraft(slv, decisionSnapshot, meta, ({ server, saveFields, runInTurn }) =>
    createDecisionDraft(slv, {
      server: { ...server, save: ({ key }, values, version) => saveFields(key, values, version) },
      storage: decisionStorage(slv.id),
      runInTurn,
    }),
  )
  useSyncExternalStore(draft.subscribe, draft.get)
  usePendingWrite(draft.flush)
  return draft
}
