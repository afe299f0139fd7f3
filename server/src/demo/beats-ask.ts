import { SlvPatch } from '@portal/contract/slv/bodies'
import { NewSlvRequest } from '@portal/contract/slv-request/model'
import { uploadDocument, uploadUnderwriterDocument } from '../document/upload-document.ts'
import { assignRequests, assignSeller } from '../slv/assign.ts'
import { createPostClose } from '../slv/create-post-close.ts'
import { viewSlv } from '../slv/detail.ts'
import { openDraft } from '../slv/open-draft.ts'
import { saveSlv } from '../slv/save-slv.ts'
import { sendRequest } from '../slv/send-request.ts'
import { addSlvRequest } from '../slv-request/change-requests.ts'
import { drawnFile } from './draw-file.ts'
import { type Beat, type Opening, ownerOf, type Scene, underwriterOf } from './scene.ts'
import { summaries } from './words.ts'

/** The seller opens a draft; now and then an underwriter opens it for them. */
export const open =
  (by: 'seller' | 'underwriter'): Opening =>
  ({ cast, random, loan, seller }, { as }) =>
    openDraft(as(by === 'seller' ? seller : random.pick(cast.underwriters)), loan)

/** The seller says what they ask for: the summary and each variance. */
export const fill = (after: number): Beat => ({
  after,
  play: async (scene, stage) => {
    const ctx = ownerOf(scene, stage)
    for (const ask of scene.asks) await addSlvRequest(ctx, scene.slv.id, NewSlvRequest.parse(ask))
    return saveSlv(ctx, scene.slv.id, SlvPatch.parse({ singleLoanVarianceRequest: scene.random.pick(summaries) }))
  },
})

/** The seller only begins: a summary, and perhaps a first variance. */
export const fillPartly = (after: number): Beat => ({
  after,
  play: async (scene, stage) => {
    const ctx = ownerOf(scene, stage)
    const [first] = scene.asks
    if (first && scene.random.chance(0.5)) await addSlvRequest(ctx, scene.slv.id, NewSlvRequest.parse(first))
    return saveSlv(ctx, scene.slv.id, SlvPatch.parse({ singleLoanVarianceRequest: scene.random.pick(summaries) }))
  },
})

/** The seller adds files to the request. */
export const bringFiles = (after: number, titles: readonly string[]): Beat => ({
  after,
  play: async (scene, stage) => {
    const ctx = ownerOf(scene, stage)
    for (const title of titles) await uploadDocument(ctx, scene.slv.id, await drawnFile(scene, stage, title))
    return viewSlv(ctx, scene.slv.id)
  },
})

/** The underwriter keeps a file of their own beside the request. */
export const keepNotes = (after: number): Beat => ({
  after,
  play: async (scene, stage) => {
    const ctx = underwriterOf(scene, stage)
    await uploadUnderwriterDocument(ctx, scene.slv.id, await drawnFile(scene, stage, 'Guideline comparison'))
    return viewSlv(ctx, scene.slv.id)
  },
})

export const send = (after: number): Beat => ({
  after,
  isAlone: true,
  play: (scene, stage) => sendRequest(ownerOf(scene, stage), scene.slv.id, 'auto'),
})

/** The lead gives the SLV to somebody else: the one who is named, or anyone. */
export const reassign = (after: number, to?: string): Beat => ({
  after,
  play: async ({ cast, random, slv }, { as }) => {
    const lead = as(cast.byEmail('underwriter.two@buyer.example'))
    const others = cast.underwriters.filter(({ id }) => id !== slv.underwriterId)
    const next = to ? cast.byEmail(to) : random.pick(others)
    await assignRequests(lead, next.id, [slv.id])
    return viewSlv(lead, slv.id)
  },
})

/** A seller with the right to do so gives the SLV to a colleague; where there is none, it stays. */
export const passToColleague = (after: number): Beat => ({
  after,
  play: async (scene, { as }) => {
    const { cast, slv, seller } = scene
    const company = cast.sellersOf(slv.corrID)
    const admin = company.find(({ permissions }) => permissions.myCompanyReassignSlv)
    const next = company.find(({ id }) => id !== slv.sellerId)
    if (!admin || !next) return viewSlv(as(seller), slv.id)
    await assignSeller(as(admin), next.id, [slv.id])
    return viewSlv(as(admin), slv.id)
  },
})

/** An underwriter opens a post-close SLV, and says which guidelines are missed where no pre-close SLV did. */
export const openPostClose: Opening = async ({ cast, random, loan, asks }, { as }) => {
  const ctx = as(random.pick(cast.underwriters))
  const slv = await createPostClose(ctx, loan, random.chance(0.6) ? 'Seller Error' : 'UW To Other Guidelines')
  if (slv.slvRequests.length > 0) return slv
  for (const ask of asks) await addSlvRequest(ctx, slv.id, NewSlvRequest.parse(ask))
  return viewSlv(ctx, slv.id)
}

/** The underwriter corrects a figure of the request, which stays visible as an edit. */
export const correct = (after: number): Beat => ({
  after,
  play: (scene, stage) => saveSlv(underwriterOf(scene, stage), scene.slv.id, SlvPatch.parse(correction(scene))),
})

const correction = ({ random, slv }: Scene) => {
  const cents = (amount: number) => Math.round(amount * 100) / 100
  const isMeasured = slv.slvRequests.some(({ parameter }) => parameter === 'Reserves')
  const {
    currentHousingPaymentAmount: payment,
    liquidReservesAmount: liquid,
    totalPostCloseReservesAmount: total,
  } = slv
  if (isMeasured || liquid === null || total === null)
    return { currentHousingPaymentAmount: cents((payment ?? 2_400) * random.between(0.9, 1.15)) }
  const less = cents(liquid * random.between(0.02, 0.2))
  return { liquidReservesAmount: cents(liquid - less), totalPostCloseReservesAmount: cents(total - less) }
}
