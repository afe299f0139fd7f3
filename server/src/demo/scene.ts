import type { Loan } from '@portal/contract/loan/model'
import type { SlvDetail } from '@portal/contract/slv/answers'
import type { Actor } from '@portal/contract/user/model'
import type { Ctx } from '../lib/ctx.ts'
import type { FileStore } from '../lib/files.ts'
import type { Cast } from './cast.ts'
import type { Ask } from './miss.ts'
import type { Random } from './random.ts'

/** What a story is told with. Each has draws of its own, so that no story changes another. */
export type Setting = {
  readonly cast: Cast
  readonly random: Random
  /** The loan as LoanDock had it when the story began. */
  readonly loan: Loan
  /** The guidelines that are missed, with what is said for them. */
  readonly asks: readonly Ask[]
  /** The seller's person who opens it. */
  readonly seller: Actor
}

/** A story under way: the SLV as the last verb answered it. */
export type Scene = Setting & { slv: SlvDetail }

/** The stage at one instant: who acts gets a ctx of that instant. `files` is where the portal keeps what is uploaded. */
export type Stage = { as: (actor: Actor) => Ctx; files: FileStore }

/** How a story begins: by a verb that makes the SLV. */
export type Opening = (setting: Setting, stage: Stage) => Promise<SlvDetail>

/** One thing that happens: so many minutes of working time after the one before, by a verb that answers with the SLV. */
export type Beat = {
  after: number
  /** True when it looks at the work of others: then nothing else goes on meanwhile. */
  isAlone?: boolean
  play: (scene: Scene, stage: Stage) => Promise<SlvDetail>
}

/** Whoever reviews the SLV now, with a ctx of this instant. */
export const underwriterOf = ({ cast, slv }: Scene, { as }: Stage): Ctx => as(cast.byId(slv.underwriterId))

/** The SLV's owner, with a ctx of this instant. */
export const ownerOf = ({ cast, slv }: Scene, { as }: Stage): Ctx => as(cast.byId(slv.sellerId))
