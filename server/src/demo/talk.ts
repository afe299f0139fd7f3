import { type CommentType, NewComment } from '@portal/contract/conversation/model'
import type { Actor } from '@portal/contract/user/model'
import { addComment } from '../conversation/add-comment.ts'
import type { Planned } from './plan.ts'
import { type Random, randomFrom } from './random.ts'
import type { Beat, Scene } from './scene.ts'
import { type Exchange, insideTalks, type Line, openTalks } from './talk-words.ts'
import type { WorkTime } from './work-time.ts'

const seed = 77_000
const lead = 'underwriter.two@buyer.example'

/** Stories of the seller in whose name most is shown are talked about more than others. */
const talkedAbout = { shown: 0.3, other: 0.06 }

/**
 * A story with what people say to each other on the way, between two things that happen in it. Draws of its own, so that
 * who talks changes nothing of what happens.
 */
export const withTalk =
  (shown: Actor, time: WorkTime) =>
  (planned: Planned, index: number): Planned => {
    const random = randomFrom(seed + index)
    const isShown = planned.setting.seller.id === shown.id
    if (!random.chance(isShown ? talkedAbout.shown : talkedAbout.other) || planned.beats.length < 3) return planned
    const place = random.whole(2, planned.beats.length - 1)
    const from = planned.beats[place]?.at ?? 0
    const to = planned.beats[place + 1]?.at ?? Math.min(time.end, from + 120)
    const lines = exchangesOf(random).flat()
    const talk = lines.map((line, n) => ({ ...saying(line), at: from + ((to - from) * (n + 1)) / (lines.length + 1) }))
    return { ...planned, beats: planned.beats.toSpliced(place + 1, 0, ...talk) }
  }

const exchangesOf = (random: Random): Exchange[] => {
  const open = random.pick(openTalks)
  return random.chance(0.55) ? [open, random.pick(insideTalks)] : [open]
}

/** One line of an exchange, said by whoever has that part by then. Before somebody reviews the SLV nobody answers. */
const saying = ({ by, type, to, text }: Line): Beat => ({
  after: 0,
  play: async (scene, { as }) => {
    const parts = partsOf(scene)
    const [author, named] = [parts[by], to && parts[to]]
    if (!author || (to && !named)) return scene.slv
    const message = named ? `@${named.name} ${text}` : text
    const mentions = named ? [named.id] : []
    await addComment(as(author), NewComment.parse({ proxyLoanId: scene.slv.id, type: typeOf(type), message, mentions }))
    return scene.slv
  },
})

const typeOf = (type: Line['type']): CommentType => (type === 'inside' ? 'INTERNAL' : 'EXTERNAL')

const partsOf = ({ cast, slv }: Scene) => ({
  seller: cast.byId(slv.sellerId),
  underwriter: slv.underwriterId ? cast.byId(slv.underwriterId) : undefined,
  lead: slv.underwriterId === cast.byEmail(lead).id ? undefined : cast.byEmail(lead),
})
