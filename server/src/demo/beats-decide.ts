import { FinalDecision, SlvPatch } from '@portal/contract/slv/bodies'
import { computedRatios, reserveMonths } from '@portal/contract/slv/figures'
import type { Decision } from '@portal/contract/slv/status'
import { NewSlvDecisionRequest, SlvDecisionRequestPatch, SlvRequestPatch } from '@portal/contract/slv-request/model'
import { makeFinalDecision } from '../slv/decide.ts'
import { setDraftResubmitted, setResubmitted } from '../slv/resubmit.ts'
import { saveSlv } from '../slv/save-slv.ts'
import { addDecisionRequest, updateDecisionRequest } from '../slv-request/change-decisions.ts'
import { updateSlvRequest } from '../slv-request/change-requests.ts'
import { type Beat, ownerOf, type Scene, type Stage, underwriterOf } from './scene.ts'
import * as words from './words.ts'

/** The underwriter answers each variance and decides; now and then one of several needed no exception. */
export const decide = (after: number, decision: Decision): Beat => ({
  after,
  play: async (scene, stage) => {
    await answerVariances(scene, stage, decision)
    return makeFinalDecision(
      underwriterOf(scene, stage),
      scene.slv.id,
      FinalDecision.parse({ decision, ...verdict(scene, decision) }),
    )
  },
})

/** The underwriter prepares a decision and leaves it for later. */
export const prepare = (after: number, decision: Decision): Beat => ({
  after,
  play: async (scene, stage) => {
    await answerVariances(scene, stage, decision)
    const patch = SlvPatch.parse({ temporaryStatus: decision, ...verdict(scene, decision) })
    return saveSlv(underwriterOf(scene, stage), scene.slv.id, patch)
  },
})

async function answerVariances(scene: Scene, stage: Stage, decision: Decision) {
  const { random, slv } = scene
  const ctx = underwriterOf(scene, stage)
  for (const [index, request] of slv.slvRequests.entries()) {
    const own = index > 0 && random.chance(0.2) ? 'NOT_NEEDED' : decision
    const answer = { decision: own, comment: random.pick(words.answers[own]) }
    // A reopened SLV, or one whose decision was prepared, has its answers already.
    const known = slv.slvDecisionRequests?.find(({ slvRequestId }) => slvRequestId === request.id)
    if (known && known.decision !== own)
      await updateDecisionRequest(ctx, slv.id, known.id, SlvDecisionRequestPatch.parse(answer))
    if (known) continue
    const { id: slvRequestId, currentGuideline } = request
    await addDecisionRequest(ctx, slv.id, NewSlvDecisionRequest.parse({ slvRequestId, currentGuideline, ...answer }))
  }
}

/** The words and figures of a decision. A price that the trade desk named stands. */
function verdict({ random, slv }: Scene, decision: Decision) {
  const price = random.weighted([
    [0, 34],
    [-12.5, 18],
    [-25, 24],
    [-37.5, 9],
    [-50, 9],
    [-75, 4],
    [-125, 2],
  ])
  const subjectTo = random.shuffled(words.conditions).slice(0, random.whole(2, 4)).join('\n')
  return {
    priceAdjustment: slv.priceAdjustment ?? (decision === 'APPROVED' ? price : 0),
    currentGuideline: slv.slvRequests[0]?.currentGuideline ?? null,
    decisionComment:
      decision === 'APPROVED' ? `Decision Subject To:\n${subjectTo}` : random.pick(words.verdicts[decision]),
    decisionCommentsInternal: random.chance(0.7) ? random.pick(words.internalComments[decision]) : null,
    decisionLtv: slv.ltv,
    decisionCltv: slv.cltv,
    decisionHcltv: slv.hcltv,
    decisionDti: slv.dti,
    decisionDscr: slv.dscr,
    reserves: reserveMonths(slv.totalPostCloseReservesAmount, slv.proposedHousingPaymentAmount),
  }
}

const nowShown = { factor: '0x30 housing history', value: '24 months, now documented' }

/** The seller opens the next round and betters the case: a smaller loan where LTV was asked for, else a word and a factor more. */
export const draftAgain = (after: number): Beat => ({
  after,
  play: async (scene, stage) => {
    const ctx = ownerOf(scene, stage)
    scene.slv = await setDraftResubmitted(ctx, scene.slv.id)
    for (const request of scene.slv.slvRequests) {
      const { patch, value } = better(scene, request.parameter, request.guidelineValue)
      const isKnown = request.compensatingFactors.some(({ factor }) => factor === nowShown.factor)
      await updateSlvRequest(
        ctx,
        scene.slv.id,
        request.id,
        SlvRequestPatch.parse({
          justification: `${request.justification}\n${scene.random.pick(words.betterCase)}`,
          compensatingFactors: [...request.compensatingFactors, ...(isKnown ? [] : [nowShown])],
          ...(value !== null && { actualValue: value }),
        }),
      )
      if (Object.keys(patch).length > 0) scene.slv = await saveSlv(ctx, scene.slv.id, SlvPatch.parse(patch))
    }
    return saveSlv(
      ctx,
      scene.slv.id,
      SlvPatch.parse({ singleLoanVarianceRequest: scene.random.pick(words.betterCase) }),
    )
  },
})

/** A loan smaller by half of what LTV is over its maximum, to the next $500 below; it still misses the guideline. */
function better({ slv }: Scene, parameter: string | null, limit: number | null) {
  const { ltv, loanAmount } = slv
  if (parameter !== 'LTV' || limit === null || ltv === null || loanAmount === null) return { patch: {}, value: null }
  const smaller = Math.floor((loanAmount * (limit + ltv)) / (2 * ltv) / 500) * 500
  const ratios = computedRatios({ ...slv, loanAmount: smaller })
  if (ratios.ltv === null || ratios.ltv <= limit) return { patch: {}, value: null }
  return { patch: { loanAmount: smaller, ...ratios }, value: ratios.ltv }
}

export const sendAgain = (after: number): Beat => ({
  after,
  isAlone: true,
  play: (scene, stage) => setResubmitted(ownerOf(scene, stage), scene.slv.id, 'auto'),
})
