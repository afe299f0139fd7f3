import { allTo } from '@portal/contract/assignment/model'
import { evaluationDate } from '@portal/contract/guideline/figures'
import { pick } from '@portal/contract/lib/typed'
import type { Loan } from '@portal/contract/loan/model'
import { differsFromSuggestion } from '@portal/contract/price/suggestion'
import { civil } from '@portal/contract/sla/calendar'
import type { SlvDetail } from '@portal/contract/slv/answers'
import { computedRatios, reserveMonths } from '@portal/contract/slv/figures'
import type { SlvForm } from '@portal/contract/slv/form'
import type { Decision } from '@portal/contract/slv/status'
import { NewSlvRequest } from '@portal/contract/slv-request/model'
import { findAnswer } from '@portal/contract/slv-request/policy'
import type { Actor } from '@portal/contract/user/model'
import type { Random } from '@portal/sandbox/lib/random'
import { addComment } from '../conversation/add-comment.ts'
import { listAllDocuments } from '../document/list-documents.ts'
import { receiveDocument } from '../document/receive-document.ts'
import {
  setDocumentFactors,
  verifyDocumentFactor,
} from '../document/set-factors.ts'
import {
  uploadDocument,
  uploadUnderwriterDocument,
} from '../document/upload-document.ts'
import { evaluateFigures } from '../guideline/evaluate-loan.ts'
import { readReasons } from '../guideline/list-programs.ts'
import type { Ctx } from '../lib/ctx.ts'
import type { FileStore } from '../lib/files/files.ts'
import { assignSlvs } from '../slv/assign.ts'
import { viewSlv } from '../slv/detail.ts'
import { getEvaluation } from '../slv/evaluate.ts'
import {
  makeFinalDecision,
  setWithdrawApproved,
  setWithdrawDeclined,
  setWithdrawPending,
  startReview,
} from '../slv/review/decide.ts'
import * as escalate from '../slv/review/escalate.ts'
import { setPendingDocuments } from '../slv/review/request-documents.ts'
import { createPostClose } from '../slv/rounds/create-post-close.ts'
import { openDraft } from '../slv/rounds/open-draft.ts'
import { setDraftResubmitted, setResubmitted } from '../slv/rounds/resubmit.ts'
import { saveSlv } from '../slv/rounds/save-slv.ts'
import { sendRequest } from '../slv/rounds/send-request.ts'
import {
  addDecisionRequest,
  updateDecisionRequest,
} from '../slv-request/change-decisions.ts'
import {
  addSlvRequest,
  updateSlvRequest,
} from '../slv-request/change-requests.ts'
import { clearConditions, dueOn, toConditions } from './conditions.ts'
import { figureNames, type Subject, storeSample } from './draw-documents.ts'
import type { DemoPeople } from './people.ts'
import * as texts from './texts.ts'

export type Setting = {
  people: DemoPeople
  random: Random
  loan: Loan
  seller: Actor
  decision: Decision
  isShown: boolean
}
/** A moment of the demo: `as` returns the ctx of the person who acts. */
export type Stage = { as: (actor: Actor) => Ctx; files: FileStore }

/** An SLV after its last step, with the ctx of each person involved. */
export const createScene = (
  setting: Setting,
  slv: SlvDetail,
  { as, files }: Stage,
) => {
  const { people, random, loan } = setting
  const lead = people.byEmail('underwriter.two@buyer.example')
  const manager =
    people.find(slv.underwriterManagerId) ?? random.pick(people.managers)
  const trader = people.find(slv.tradeDeskId) ?? random.pick(people.traders)
  return {
    ...setting,
    slv,
    id: slv.id,
    as,
    lead: as(lead),
    manager: as(manager),
    trader: as(trader),
    seller: as(people.byId(slv.sellerId)),
    // The lead, before the first assignment; no step uses it then.
    underwriter: as(people.find(slv.underwriterId) ?? lead),
    file: (title: string) =>
      storeSample(files, title, toSubject(loan, slv, civil(as(lead).now).day)),
  }
}
type Scene = ReturnType<typeof createScene>

/**
 * The loan with the figures of its SLV, so that a document agrees with the
 * request.
 */
const toSubject = (loan: Loan, slv: SlvDetail, day: string): Subject => ({
  ...loan,
  ...pick(slv, figureNames),
  day,
})

/**
 * A step: the party it waits for, working days it usually takes, and the verb,
 * which returns the SLV.
 */
export type Step = {
  by: 'seller' | 'buyer'
  days: number
  run: (scene: Scene) => Promise<SlvDetail>
}

const bySeller = (days: number, run: Step['run']): Step => ({
  by: 'seller',
  days,
  run,
})
const byBuyer = (days: number, run: Step['run']): Step => ({
  by: 'buyer',
  days,
  run,
})

/**
 * The seller opens a draft for an open loan; now and then an underwriter opens
 * it for them.
 */
export const openPreClose = (
  { people, random, loan, seller, isShown }: Setting,
  { as }: Stage,
) =>
  openDraft(
    as(
      !isShown && random.chance(0.05)
        ? random.pick(people.underwriters)
        : seller,
    ),
    loan,
  )

/**
 * An underwriter opens an SLV for a closed loan; one that had an SLV before
 * closing keeps its variances.
 */
export async function openPostClose(
  { people, random, loan }: Setting,
  { as }: Stage,
) {
  const ctx = as(random.pick(people.underwriters))
  const slv = await createPostClose(
    ctx,
    loan,
    random.pick(['Seller Error', 'UW To Other Guidelines'] as const),
  )
  if (slv.slvRequests.length === 0) await requestVariances(ctx, slv, random)
  return viewSlv(ctx, slv.id)
}

/**
 * Requests each variance that the guidelines find, as a seller does with one
 * click, or one that no figure shows. Returns the compensating factor that
 * needs a document, if they name one.
 */
async function requestVariances(
  ctx: Ctx,
  slv: SlvDetail,
  random: Random,
): Promise<string | null> {
  const { findings, factors } = await getEvaluation(ctx, slv.id)
  const misses = findings.filter(({ state }) => state === 'MISSES')
  const counting = factors.filter(({ state }) => state === 'COUNTS')
  const chosen = random.shuffled(counting).slice(0, random.whole(1, 3))
  const documented = factors
    .filter(({ state }) => state === 'NEEDS_DOCUMENT')
    .slice(0, 1)
  const needsDocument = chosen.length === 0
  const compensatingFactors = (needsDocument ? documented : chosen).map(
    ({ label, reason }) => ({
      factor: label,
      value: needsDocument ? '24 months' : reason,
    }),
  )
  const reasons = await readReasons(ctx.db)
  const requests = misses.map(({ parameter, ruleId }) => ({
    reason:
      reasons.find(({ parameters }) => parameters.includes(parameter))?.name ??
      'Other',
    ruleId,
    justification: texts.justifications[parameter] ?? texts.otherJustification,
    compensatingFactors,
  }))
  const other = { ...texts.otherVariance, compensatingFactors }
  for (const request of requests.length > 0 ? requests : [other])
    await addSlvRequest(ctx, slv.id, NewSlvRequest.parse(request))
  return needsDocument ? (documented[0]?.label ?? null) : null
}

export const steps = {
  fill: bySeller(0.04, async ({ seller, id, slv, random, file }) => {
    // Without a payment, the payment shock is unknown and the request can't be
    // sent.
    if (!slv.currentHousingPaymentAmount)
      await saveSlv(seller, id, {
        currentHousingPaymentAmount: Math.round(
          (slv.proposedHousingPaymentAmount ?? 3_000) * 0.7,
        ),
      })
    const documentary = await requestVariances(seller, slv, random)
    if (documentary) {
      const { documents } = await uploadDocument(
        seller,
        id,
        await file('Housing history'),
      )
      await setDocumentFactors(seller, id, documents.at(-1)?.id ?? '', [
        documentary,
      ])
    }
    return saveSlv(seller, id, {
      singleLoanVarianceRequest: random.pick(texts.summaries),
    })
  }),
  attach: bySeller(0.02, async ({ seller, id, file }) => {
    for (const title of [
      '1008',
      'Bank statements',
      'Appraisal',
      'Reserves worksheet',
    ])
      await uploadDocument(seller, id, await file(title))
    return viewSlv(seller, id)
  }),
  send: bySeller(0.06, ({ seller, id }) => sendRequest(seller, id, 'auto')),
  /**
   * The lead gives the SLV to someone else; a shown one to the underwriter that
   * the README names.
   */
  reassign: byBuyer(0.1, async ({ lead, id, slv, people, random, isShown }) => {
    const others = people.underwriters.filter(
      (one) => one.id !== slv.underwriterId,
    )
    const next = isShown
      ? people.byEmail('underwriter@buyer.example')
      : random.pick(others)
    await assignSlvs(lead, 'assign-requests', allTo(next.id, [id]))
    return viewSlv(lead, id)
  }),
  start: byBuyer(0.5, ({ underwriter, id }) => startReview(underwriter, id)),
  addNotes: byBuyer(0.05, async ({ underwriter, id, file }) => {
    await uploadUnderwriterDocument(
      underwriter,
      id,
      await file('Guideline comparison'),
    )
    return viewSlv(underwriter, id)
  }),
  correct: byBuyer(0.08, async ({ underwriter, id, slv, random }) => {
    const amount =
      (slv.currentHousingPaymentAmount ?? 2_400) * random.between(0.9, 1.15)
    const correction = {
      currentHousingPaymentAmount: Math.round(amount * 100) / 100,
    }
    const isHarmless = await keepsFindings(underwriter, slv, correction)
    return saveSlv(
      underwriter,
      id,
      isHarmless ? correction : { noteDate: slv.noteDate },
    )
  }),
  askDocuments: byBuyer(0.25, ({ underwriter, id, random }) => {
    const pendingDocuments = random
      .shuffled(texts.documents)
      .slice(0, random.whole(1, 3))
    const statusComment = random.pick(texts.documentRequests)
    return setPendingDocuments(underwriter, id, {
      pendingDocuments,
      statusComment,
    })
  }),
  sendDocuments: bySeller(1.4, async ({ seller, id, slv, file }) => {
    for (const asked of slv.pendingDocuments)
      if (asked.receivedAt === null)
        await receiveDocument(
          seller,
          id,
          { pendingDocumentId: asked.id },
          await file(asked.name),
        )
    return viewSlv(seller, id)
  }),
  askSlr: byBuyer(0.25, ({ underwriter, id, people, random, isShown }) => {
    const underwriterManagerId = isShown
      ? people.managers[0]?.id
      : random.pick([people.managers[0]?.id, undefined])
    const statusComment = random.pick(texts.slrRequests)
    return escalate.setSlrPending(underwriter, id, {
      underwriterManagerId,
      statusComment,
    })
  }),
  startSlr: byBuyer(0.3, ({ manager, id }) =>
    escalate.setSlrReview(manager, id),
  ),
  askSlrInfo: byBuyer(0.15, ({ manager, id, random }) => {
    return escalate.setSlrPendingInfo(manager, id, {
      statusComment: random.pick(Object.keys(texts.slrQuestions)),
    })
  }),
  giveSlrInfo: byBuyer(0.3, ({ underwriter, id, slv }) => {
    const statusComment =
      texts.slrQuestions[slv.statusComment ?? ''] ?? 'Added to the file.'
    return escalate.setSlrInfoReceived(underwriter, id, { statusComment })
  }),
  completeSlr: byBuyer(0.25, ({ manager, id, random, decision }) => {
    const statusComment = random.pick(texts.slrRecommendations[decision])
    return escalate.setSlrCompleted(manager, id, {
      slrRecommendedDecision: decision,
      statusComment,
    })
  }),
  askTd: byBuyer(0.25, ({ underwriter, id, people, random, isShown }) => {
    const tradeDeskId = isShown
      ? people.traders[0]?.id
      : random.pick([people.traders[0]?.id, undefined])
    return escalate.setTdPending(underwriter, id, {
      tradeDeskId,
      statusComment: random.pick(texts.tdRequests),
    })
  }),
  startTd: byBuyer(0.3, ({ trader, id }) => escalate.setTdReview(trader, id)),
  completeTd: byBuyer(0.2, ({ trader, id, random, decision }) => {
    const price = decision === 'APPROVED' && {
      priceAdjustment: random.pick([-12.5, -25, -37.5, -50, -75, -100]),
    }
    const statusComment = random.pick(texts.tdRecommendations[decision])
    return escalate.setTdCompleted(trader, id, {
      tdRecommendedDecision: decision,
      statusComment,
      ...price,
    })
  }),
  decide: byBuyer(0.5, (scene) => decide(scene, scene.decision)),
  decline: byBuyer(0.5, (scene) => decide(scene, 'DECLINED')),
  prepare: byBuyer(0.3, async (scene) => {
    await answerVariances(scene, scene.decision)
    const prepared = {
      temporaryStatus: scene.decision,
      ...(await drawDecision(scene, scene.decision)),
    }
    return saveSlv(scene.underwriter, scene.id, prepared)
  }),
  reopen: byBuyer(0.6, ({ underwriter, id, random }) => {
    return startReview(underwriter, id, {
      reopenReason: random.pick(texts.reopenReasons),
    })
  }),
  withdraw: bySeller(0.6, ({ seller, id, random }) => {
    return setWithdrawPending(seller, id, {
      withdrawReason: random.pick(texts.withdrawReasons),
    })
  }),
  approveWithdrawal: byBuyer(0.3, ({ underwriter, id }) =>
    setWithdrawApproved(underwriter, id),
  ),
  declineWithdrawal: byBuyer(0.3, ({ underwriter, id }) =>
    setWithdrawDeclined(underwriter, id, {
      withdrawDeclineReason: texts.withdrawDeclineReason,
    }),
  ),
  /**
   * The next round: a smaller loan where LTV is too high, and more to say for
   * each variance.
   */
  draftAgain: bySeller(2.5, async ({ seller, id, random }) => {
    const slv = await setDraftResubmitted(seller, id)
    for (const {
      id: requestId,
      parameter,
      guidelineValue,
      justification,
    } of slv.slvRequests) {
      const smaller =
        parameter === 'LTV' ? smallerLoan(slv, guidelineValue) : null
      const words = `${justification}\n${random.pick(texts.reconsiderations)}`
      await updateSlvRequest(seller, id, requestId, { justification: words })
      if (smaller && (await keepsFindings(seller, slv, smaller)))
        await saveSlv(seller, id, smaller)
    }
    return saveSlv(seller, id, {
      singleLoanVarianceRequest: random.pick(texts.reconsiderations),
    })
  }),
  sendAgain: bySeller(0.4, ({ seller, id }) =>
    setResubmitted(seller, id, 'auto'),
  ),
} satisfies Record<string, Step>
export type StepName = keyof typeof steps

export const say = ({ by, to, type, text }: texts.Line): Step =>
  byBuyer(0.04, async (scene) => {
    const { slv } = scene
    const [author, named] = [scene[by], to && scene[to].actor]
    if (
      author.actor.id === named?.id ||
      (type === 'INTERNAL' && slv.underwriterId === scene.lead.actor.id)
    )
      return slv
    const message = named ? `@${named.name} ${text}` : text
    await addComment(author, {
      proxyLoanId: slv.id,
      type,
      message,
      mentions: named ? [named.id] : [],
    })
    return slv
  })

async function decide(scene: Scene, decision: Decision) {
  await answerVariances(scene, decision)
  if (decision === 'APPROVED') await verifyFactors(scene)
  await makeFinalDecision(scene.underwriter, scene.id, {
    decision,
    ...(await drawDecision(scene, decision)),
  })
  await clearConditions(scene)
  return viewSlv(scene.underwriter, scene.id)
}

/**
 * Verifies the documents of factors; a post-close SLV has them from its
 * underwriter.
 */
async function verifyFactors({ underwriter, id, file }: Scene) {
  const slv = await viewSlv(underwriter, id)
  const { factors } = await getEvaluation(underwriter, id)
  const named = new Set(
    slv.slvRequests.flatMap(({ compensatingFactors }) =>
      compensatingFactors.map(({ factor }) => factor),
    ),
  )
  for (const { label, state } of factors)
    if (state === 'NEEDS_DOCUMENT' && named.has(label)) {
      const { underwriterDocuments } = await uploadUnderwriterDocument(
        underwriter,
        id,
        await file('Housing history'),
      )
      await setDocumentFactors(
        underwriter,
        id,
        underwriterDocuments.at(-1)?.id ?? '',
        [label],
      )
    }
  const { documents, underwriterDocuments = [] } = await listAllDocuments(
    underwriter,
    id,
  )
  for (const document of [...documents, ...underwriterDocuments])
    for (const { factor, verifiedAt } of document.supports)
      if (verifiedAt === null)
        await verifyDocumentFactor(underwriter, id, document.id, {
          factor,
          isVerified: true,
        })
}

/**
 * The first variance gets the request's decision; some of the others need no
 * exception.
 */
async function answerVariances(
  { underwriter, id, slv, random }: Scene,
  decision: Decision,
) {
  for (const [
    index,
    { id: slvRequestId, currentGuideline },
  ] of slv.slvRequests.entries()) {
    const own = index > 0 && random.chance(0.2) ? 'NOT_NEEDED' : decision
    const answer = {
      decision: own,
      comment: random.pick(texts.varianceComments[own]),
    }
    // A reopened SLV has its answers already.
    const known = findAnswer(slv.slvDecisionRequests, slvRequestId)
    if (known) await updateDecisionRequest(underwriter, id, known.id, answer)
    else
      await addDecisionRequest(underwriter, id, {
        slvRequestId,
        currentGuideline,
        ...answer,
      })
  }
}

/** The texts and figures of a decision. The trade desk's price is kept. */
async function drawDecision(scene: Scene, decision: Decision) {
  const { random, slv, underwriter } = scene
  const prices = await drawPrice(scene, decision)
  const subjectTo = random
    .shuffled(texts.decidedConditions)
    .slice(0, random.whole(2, 4))
  return {
    conditions:
      decision === 'APPROVED'
        ? toConditions(subjectTo, dueOn(underwriter.now))
        : [],
    ...prices,
    currentGuideline: slv.slvRequests[0]?.currentGuideline ?? null,
    decisionComment:
      decision === 'APPROVED'
        ? null
        : random.pick(texts.decisionComments[decision]),
    decisionCommentsInternal: random.chance(0.7)
      ? random.pick(texts.internalComments[decision])
      : null,
    decisionLtv: slv.ltv,
    decisionCltv: slv.cltv,
    decisionHcltv: slv.hcltv,
    decisionDti: slv.dti,
    decisionDscr: slv.dscr,
    reserves: reserveMonths(
      slv.totalPostCloseReservesAmount,
      slv.proposedHousingPaymentAmount,
    ),
  }
}

/**
 * The trade desk's price, else often the suggested one; another has a reason.
 */
async function drawPrice(
  { random, slv, underwriter, id }: Scene,
  decision: Decision,
) {
  const drawn = random.pick([
    0, 0, 0, 0, -12.5, -12.5, -25, -25, -25, -37.5, -50, -75,
  ])
  if (decision !== 'APPROVED')
    return { priceAdjustment: slv.priceAdjustment ?? 0 }
  const { suggestedPrice } = await viewSlv(underwriter, id)
  const suggested = suggestedPrice?.total ?? null
  const own = drawn === 0 ? 0 : (suggested ?? drawn)
  const priceAdjustment = slv.priceAdjustment ?? own
  if (!differsFromSuggestion(priceAdjustment, suggested))
    return { priceAdjustment }
  const priceReason =
    slv.priceAdjustment === null
      ? texts.priceReason
      : texts.tradeDeskPriceReason
  return { priceAdjustment, priceReason }
}

/**
 * Whether a loan misses the same limits with other figures: its variances must
 * still be needed, and no other.
 */
async function keepsFindings(
  ctx: Ctx,
  slv: SlvDetail,
  change: Partial<SlvForm>,
): Promise<boolean> {
  const listStates = async (figures: SlvDetail) => {
    const { findings } = await evaluateFigures(
      ctx,
      figures,
      evaluationDate(slv, ctx.now),
    )
    return findings.map(({ ruleId, state }) => `${ruleId} ${state}`).toSorted()
  }
  const [before, after] = [
    await listStates(slv),
    await listStates({ ...slv, ...change }),
  ]
  return before.join() === after.join()
}

/**
 * The loan halfway to the LTV limit, to the next $500 below; null where it
 * would meet the limit.
 */
function smallerLoan(slv: SlvDetail, limit: number | null) {
  if (!limit || !slv.ltv || !slv.loanAmount) return null
  const loanAmount =
    Math.floor((slv.loanAmount * (limit + slv.ltv)) / (2 * slv.ltv) / 500) * 500
  const ratios = computedRatios({ ...slv, loanAmount })
  return ratios.ltv !== null && ratios.ltv > limit
    ? { loanAmount, ...ratios }
    : null
}
