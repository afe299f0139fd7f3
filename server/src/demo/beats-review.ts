import { PendingDocuments, Withdraw } from '@portal/contract/slv/bodies'
import { setPendingDocuments } from '../slv/ask.ts'
import { answerWithdrawal, setWithdrawPending, startReview } from '../slv/decide.ts'
import { receiveDocument } from '../slv/receive-documents.ts'
import { drawnFile } from './draw-file.ts'
import { type Beat, ownerOf, underwriterOf } from './scene.ts'
import * as words from './words.ts'

/** The underwriter takes the SLV up, again after documents. */
export const start = (after: number): Beat => ({
  after,
  play: (scene, stage) => startReview(underwriterOf(scene, stage), scene.slv.id),
})

/** The underwriter opens a decided SLV once more. */
export const reopen = (after: number): Beat => ({
  after,
  play: (scene, stage) => {
    const reopenReason = scene.random.pick(words.reopenReasons)
    return startReview(underwriterOf(scene, stage), scene.slv.id, { reopenReason })
  },
})

export const askDocuments = (after: number): Beat => ({
  after,
  play: (scene, stage) => {
    const { random, slv } = scene
    const pendingDocuments = random.shuffled(words.documents).slice(0, random.whole(1, 3))
    const body = PendingDocuments.parse({ pendingDocuments, statusComment: random.pick(words.documentAsks) })
    return setPendingDocuments(underwriterOf(scene, stage), slv.id, body)
  },
})

/** The files of all asked documents are there. */
export const sendDocuments = (after: number): Beat => ({
  after,
  play: async (scene, stage) => {
    const ctx = ownerOf(scene, stage)
    let { slv } = scene
    for (const { id, name, receivedAt } of scene.slv.pendingDocuments) {
      if (receivedAt === null) slv = await receiveDocument(ctx, slv.id, id, await drawnFile(scene, stage, name))
    }
    return slv
  },
})

export const askToWithdraw = (after: number): Beat => ({
  after,
  play: (scene, stage) =>
    setWithdrawPending(
      ownerOf(scene, stage),
      scene.slv.id,
      Withdraw.parse({ withdrawReason: scene.random.pick(words.withdrawReasons) }),
    ),
})

export const letGo = (after: number): Beat => ({
  after,
  play: (scene, stage) => answerWithdrawal(underwriterOf(scene, stage), scene.slv.id, 'set-withdraw-approved'),
})

export const keep = (after: number): Beat => ({
  after,
  play: (scene, stage) => answerWithdrawal(underwriterOf(scene, stage), scene.slv.id, 'set-withdraw-declined'),
})
