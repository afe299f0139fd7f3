import { Info, SlrCompleted, SlrPending, TdCompleted, TdPending } from '@portal/contract/slv/bodies'
import type { Decision } from '@portal/contract/slv/status'
import type { Actor } from '@portal/contract/user/model'
import { setSlrPending, setTdPending } from '../slv/ask.ts'
import * as recommend from '../slv/recommend.ts'
import type { Random } from './random.ts'
import { type Beat, type Scene, underwriterOf } from './scene.ts'
import * as words from './words.ts'

/** Half of the time the demo's own reviewer is asked, sometimes another, sometimes whoever takes it first. */
const asked = (random: Random, people: readonly Actor[], named?: string): Actor | undefined => {
  if (named) return people.find(({ id }) => id === named)
  return random.weighted([
    [people[0], 50],
    [random.pick(people), 20],
    [undefined, 30],
  ])
}

/** Whoever has the review, or whoever takes it. */
const manager = ({ cast, random, slv }: Scene) =>
  slv.underwriterManagerId ? cast.byId(slv.underwriterManagerId) : random.pick(cast.managers)
const trader = ({ cast, random, slv }: Scene) =>
  slv.tradeDeskId ? cast.byId(slv.tradeDeskId) : random.pick(cast.traders)

export const askSlr = (after: number, named?: string): Beat => ({
  after,
  play: (scene, stage) => {
    const { cast, random, slv } = scene
    const underwriterManagerId = asked(random, cast.managers, named && cast.byEmail(named).id)?.id
    const body = SlrPending.parse({ underwriterManagerId, statusComment: random.pick(words.slrAsks) })
    return setSlrPending(underwriterOf(scene, stage), slv.id, body)
  },
})

export const startSlr = (after: number): Beat => ({
  after,
  play: (scene, { as }) => recommend.setSlrReview(as(manager(scene)), scene.slv.id),
})

export const askSlrInfo = (after: number): Beat => ({
  after,
  play: (scene, { as }) =>
    recommend.setSlrPendingInfo(
      as(manager(scene)),
      scene.slv.id,
      Info.parse({ statusComment: scene.random.pick(words.slrTalks).question }),
    ),
})

const replyTo = (asked: string | null | undefined) =>
  (words.slrTalks.find(({ question }) => question === asked) ?? words.slrTalks[0]).reply

export const giveSlrInfo = (after: number): Beat => ({
  after,
  play: (scene, stage) =>
    recommend.setSlrInfoReceived(
      underwriterOf(scene, stage),
      scene.slv.id,
      Info.parse({ statusComment: replyTo(scene.slv.statusComment) }),
    ),
})

export const completeSlr = (after: number, decision: Decision): Beat => ({
  after,
  play: (scene, { as }) => {
    const body = SlrCompleted.parse({
      slrRecommendedDecision: decision,
      statusComment: scene.random.pick(words.slrVerdicts[decision]),
    })
    return recommend.setSlrCompleted(as(manager(scene)), scene.slv.id, body)
  },
})

export const askTd = (after: number, named?: string): Beat => ({
  after,
  play: (scene, stage) => {
    const { cast, random, slv } = scene
    const tradeDeskId = asked(random, cast.traders, named && cast.byEmail(named).id)?.id
    const body = TdPending.parse({ tradeDeskId, statusComment: random.pick(words.tdAsks) })
    return setTdPending(underwriterOf(scene, stage), slv.id, body)
  },
})

export const startTd = (after: number): Beat => ({
  after,
  play: (scene, { as }) => recommend.setTdReview(as(trader(scene)), scene.slv.id),
})

export const completeTd = (after: number, decision: Decision): Beat => ({
  after,
  play: (scene, { as }) => {
    const { random } = scene
    const price =
      decision === 'APPROVED' ? { priceAdjustment: random.pick([-12.5, -25, -25, -37.5, -50, -50, -75, -100]) } : {}
    const body = TdCompleted.parse({
      tdRecommendedDecision: decision,
      statusComment: random.pick(words.tdVerdicts[decision]),
      ...price,
    })
    return recommend.setTdCompleted(as(trader(scene)), scene.slv.id, body)
  },
})
