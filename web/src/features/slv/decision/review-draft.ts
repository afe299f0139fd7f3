import { getKeys, isOneOf, pick, toRecord } from '@portal/contract/lib/typed'
import type { SlvDetail } from '@portal/contract/slv/answers'
import { SlvPatch } from '@portal/contract/slv/bodies'
import { Decision } from '@portal/contract/slv/status'
import {
  NewSlvDecisionRequest,
  type SlvRequest,
} from '@portal/contract/slv-request/model'
import { findAnswer } from '@portal/contract/slv-request/policy'
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
  type Values,
  valueNow,
} from '../../../lib/autosave/edits.ts'
import { createCodec, type FieldKind } from '../form/read-field.ts'
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

/** The fields of the answer to a variance. */
export const answerCodec = createCodec({
  decision: { kind: 'choice', schema: Decision.nullable() },
  comment: { kind: 'longText', schema: NewSlvDecisionRequest.shape.comment },
  currentGuideline: {
    kind: 'longText',
    schema: NewSlvDecisionRequest.shape.currentGuideline,
  },
})
export type AnswerName = (typeof answerCodec.names)[number]

/**
 * The record of the decision; every other record is the answer to the variance
 * whose id is its key.
 */
export const decisionKey = 'decision'

const isText = (name: string) =>
  name === 'comment' ||
  (isOneOf(decisionNames, name) && decisionKinds[name] === 'longText')

/**
 * The answer to a variance as it is saved; without one, the values that a new
 * answer starts with.
 */
const answerValues = (
  slv: SlvDetail,
  { id, currentGuideline }: SlvRequest,
): Values => {
  const answer = findAnswer(slv.slvDecisionRequests, id)
  if (!answer) return { decision: null, comment: '', currentGuideline }
  return pick(answer, answerCodec.names)
}

export const reviewSnapshot = (slv: SlvDetail): Snapshot => ({
  version: slv.version,
  records: [
    {
      id: decisionKey,
      values: {
        ...toRecord(decisionNames, (name) => slv[name] ?? null),
        conditions: toPrepared(slv),
      },
    },
    ...slv.slvRequests.map((request) => ({
      id: request.id,
      values: answerValues(slv, request),
    })),
  ],
})

const getReader = (key: string) =>
  (key === decisionKey ? decisionCodec : answerCodec).read

/** A field of the answer to a variance, with what isn't saved yet. */
const answerValue = (state: DraftState, requestId: string, name: AnswerName) =>
  valueNow(getEdits(state, requestId), name, answerCodec.read)

/** The answer to a variance, also while it isn't saved yet. */
export const givenDecision = (
  state: DraftState,
  requestId: string,
): Decision | null =>
  Decision.nullable()
    .catch(null)
    .parse(answerValue(state, requestId, 'decision') ?? null)

export const givenComment = (state: DraftState, requestId: string): string =>
  String(answerValue(state, requestId, 'comment') ?? '')

/** The comment as it was typed, with its spaces. */
export const typedComment = (state: DraftState, requestId: string): string => {
  const { typed, base } = getEdits(state, requestId)
  return String(typed.comment ?? base.comment ?? '')
}

/** The whole answer to a variance; null without a decision. */
export const givenAnswer = (state: DraftState, requestId: string) => {
  const decision = givenDecision(state, requestId)
  if (decision === null) return null
  return {
    decision,
    comment: givenComment(state, requestId),
    currentGuideline: String(
      answerValue(state, requestId, 'currentGuideline') ?? '',
    ),
  }
}

/**
 * A comment on a variance without an answer stays in this browser until the
 * variance is answered.
 */
const isAnswered = ({ key, edits }: DraftRecord) =>
  key === decisionKey || valueNow(edits, 'decision', answerCodec.read) !== null

/** Whether anything that the server would accept isn't saved. */
const hasUnsavedReview = ({ draftRecords }: DraftState) =>
  draftRecords.some(
    (record) => isDirty(record.edits) && isAnswered(record) && !record.isGone,
  )

/**
 * A reviewer's draft: the answers to the variances and the decision. It saves
 * automatically.
 */
export const createReviewDraft = (slv: SlvDetail, target: DraftTarget) => {
  const opened = openDraft(
    reviewSnapshot(slv),
    target.storage.read() ?? [],
    getReader,
  )
  const draft = createDraft(opened, {
    ...target,
    readOf: getReader,
    autosaves: true,
    canSave: isAnswered,
    pauses: [2_000, 4_000, 5_000],
    // Each save of a text is an entry of the history, so text waits longer; an
    // answer doesn't wait.
    restOf: (name) => {
      if (name === 'decision') return 0
      return isText(name) ? 4_000 : 800
    },
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
      if (hasUnsavedReview(draft.get()))
        throw new Error(
          'The decision has unsaved values. Check the highlighted fields.',
        )
    },
  }
}
export type ReviewDraft = ReturnType<typeof createReviewDraft>

/** The value of a field of the decision, with what isn't saved yet. */
export const typedValue = (
  draft: ReviewDraft,
  name: Parameters<typeof decisionCodec.show>[0],
) => fieldIn(draft.edits(), name, decisionCodec).mine
