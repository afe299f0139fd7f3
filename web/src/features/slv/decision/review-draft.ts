import { getKeys, toRecord } from '@portal/contract/lib/typed'
import type { SlvDetail } from '@portal/contract/slv/answers'
import { SlvPatch } from '@portal/contract/slv/bodies'
import { createDraft } from '../../../lib/autosave/draft.ts'
import type { DraftTarget } from '../../../lib/autosave/draft-options.ts'
import {
  type DraftRecord,
  type DraftState,
  getEdits,
  openDraft,
  type Snapshot,
} from '../../../lib/autosave/draft-state.ts'
import {
  fieldIn,
  isDirty,
  type Typed,
  type TypedValues,
} from '../../../lib/autosave/edits.ts'
import { createCodec, type FieldKind } from '../form/read-field.ts'
import { answerCodec, getSavedAnswer, hasDecision } from './answer-draft.ts'
import {
  type PreparedCondition,
  PreparedConditions,
  toPrepared,
} from './conditions/condition-draft.ts'

/** The kinds of the decision's fields. */
export const decisionKinds = {
  temporaryStatus: 'choice',
  priceAdjustment: 'bps',
  priceReason: 'longText',
  currentGuideline: 'longText',
  decisionComment: 'longText',
  decisionCommentsInternal: 'longText',
  decisionLtv: 'percent',
  decisionCltv: 'percent',
  decisionHcltv: 'percent',
  decisionDti: 'percent',
  decisionDscr: 'coverage',
  reserves: 'months',
  goodUntil: 'day',
} as const satisfies Record<string, FieldKind>
export type DecisionName = keyof typeof decisionKinds

const decisionNames = getKeys(decisionKinds)

export const decisionCodec = createCodec({
  ...toRecord(decisionNames, (name) => ({
    kind: decisionKinds[name],
    schema: SlvPatch.shape[name],
  })),
  conditions: { kind: 'rows', schema: PreparedConditions },
})

/**
 * The record of the decision; every other record is the answer to the variance
 * whose id is its key.
 */
export const decisionKey = 'decision'

/** The records of the draft as the server has them. */
export const reviewSnapshot = (slv: SlvDetail): Snapshot => {
  const decision = {
    id: decisionKey,
    values: {
      ...toRecord(decisionNames, (name) => slv[name] ?? null),
      conditions: toPrepared(slv),
    },
  }
  const answers = slv.slvRequests.map((variance) => ({
    id: variance.id,
    values: getSavedAnswer(slv, variance),
  }))
  return { version: slv.version, records: [decision, ...answers] }
}

const getReader = (key: string) =>
  key === decisionKey ? decisionCodec.read : answerCodec.read

/**
 * Whether the server would accept a record now. A comment on a variance without
 * a decision stays in this browser until the variance has one.
 */
const canSave = ({ key, edits }: DraftRecord) =>
  key === decisionKey || hasDecision(edits)

/** Whether anything that the server would accept isn't saved. */
const hasUnsavedRecord = ({ draftRecords }: DraftState) =>
  draftRecords.some(
    (record) => isDirty(record.edits) && canSave(record) && !record.isGone,
  )

/** The fields of the decision and of the answers that people write texts in. */
const textNames: ReadonlySet<string> = new Set([
  'comment',
  ...decisionNames.filter((name) => decisionKinds[name] === 'longText'),
])

/** Milliseconds without typing before a field is saved. */
const getRest = (name: string): number => {
  // The decision on a variance is chosen with one click, so nothing follows.
  if (name === 'decision') return 0
  // Each save of a text is an entry of the history, so texts wait longer.
  return textNames.has(name) ? 4_000 : 800
}

/**
 * A reviewer's draft: the answers to the variances and the decision. It saves
 * automatically.
 */
export const createReviewDraft = (slv: SlvDetail, target: DraftTarget) => {
  const stored = target.storage.read() ?? []
  const draft = createDraft(openDraft(reviewSnapshot(slv), stored, getReader), {
    ...target,
    readOf: getReader,
    autosaves: true,
    canSave,
    pauses: [2_000, 4_000, 5_000],
    restOf: getRest,
  })
  return {
    ...draft,
    type: (name: DecisionName, typed: Typed) =>
      draft.type(decisionKey, { [name]: typed }),
    setConditions: (conditions: readonly PreparedCondition[]) =>
      draft.type(decisionKey, { conditions }),
    answer: (requestId: string, typed: TypedValues) =>
      draft.type(requestId, typed),
    edits: () => getEdits(draft.get(), decisionKey),
    /**
     * Resolves once the server has everything; throws when something typed
     * can't be saved.
     */
    flush: async () => {
      await draft.save('all')
      if (hasUnsavedRecord(draft.get()))
        throw new Error(
          'The decision has unsaved values. Check the highlighted fields.',
        )
    },
  }
}
export type ReviewDraft = ReturnType<typeof createReviewDraft>

/** The value of a field of the decision, with what isn't saved yet. */
export const getDecisionValue = (
  draft: ReviewDraft,
  name: (typeof decisionCodec.names)[number],
) => fieldIn(draft.edits(), name, decisionCodec).mine
