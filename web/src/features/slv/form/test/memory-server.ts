import { SlvDetail } from '@portal/contract/slv/answers'
import { formFieldNames, type SlvFormPatch } from '@portal/contract/slv/form'
import { CallError } from '../../../../lib/call-error.ts'
import type { KeptEdits } from '../kept-edits.ts'
import type { Server } from '../save-calls.ts'

const id = '0195c2d4-7b1e-7c3a-9f00-1234567890ab'
/** The id of the nth variance that the server in memory gives. */
export const requestId = (n: number) => `0195c2d4-7b1e-7c3a-9f00-00000000000${n}`

/** An empty draft, with what is given laid over it. */
export const slvOf = (over: Record<string, unknown> = {}): SlvDetail =>
  SlvDetail.parse({
    id,
    version: 1,
    status: 'DRAFT',
    statusInEffect: null,
    type: 'PRE',
    resubmitCount: 0,
    date: null,
    createdAt: '2026-03-01T12:00:00.000Z',
    updatedAt: '2026-03-01T12:00:00.000Z',
    loanDockId: null,
    buyerLoan: '7001234',
    ...Object.fromEntries(formFieldNames.map((name) => [name, null])),
    dtiDscr: null,
    sellerId: id,
    sellerName: 'ACME Bank',
    ownerName: 'Ann Seller',
    corrID: '1001',
    reassignedToSeller: null,
    underwriterId: null,
    underwriterName: null,
    withdrawReason: null,
    postCloseReason: null,
    sellerTurnTime: null,
    turnTime: null,
    finalProcessingTime: null,
    waitingSince: null,
    availableActions: ['save'],
    slvRequests: [],
    pendingDocuments: [],
    documents: [],
    ...over,
  })

type Memory = { slv: SlvDetail; saves: SlvFormPatch[]; failWith: CallError[]; most: number; open: number }

/** A server in memory with versions: what it is told to fail with it throws once. */
export const serverOf = (first: SlvDetail) => {
  const at: Memory = { slv: first, saves: [], failWith: [], most: 0, open: 0 }
  const answer = async <T>(version: number, work: () => T): Promise<T> => {
    at.open += 1
    at.most = Math.max(at.most, at.open)
    await Promise.resolve()
    at.open -= 1
    const failure = at.failWith.shift()
    if (failure) throw failure
    if (version !== at.slv.version)
      throw new CallError('refused', { status: 412, reason: 'This was changed in the meantime' })
    return work()
  }
  const item = (request: SlvDetail['slvRequests'][number]) => ({ ...request, slvVersion: at.slv.version })
  const server: Server = {
    latest: () => undefined,
    read: async () => at.slv,
    save: (patch, version) =>
      answer(version, () => {
        at.saves.push(patch)
        at.slv = SlvDetail.parse({ ...at.slv, ...patch, version: at.slv.version + 1 })
        return at.slv
      }),
    add: (_key, body, version) =>
      answer(version, () => {
        const request = {
          parameter: null,
          operator: null,
          guidelineValue: null,
          actualValue: null,
          unit: null,
          currentGuideline: '',
          justification: '',
          compensatingFactors: [],
          ...body,
          id: requestId(at.slv.slvRequests.length + 1),
          distance: null,
          summary: body.reason,
        }
        at.slv = SlvDetail.parse({
          ...at.slv,
          version: at.slv.version + 1,
          slvRequests: [...at.slv.slvRequests, request],
        })
        return item(SlvDetail.shape.slvRequests.element.parse(request))
      }),
    change: (target, patch, version) =>
      answer(version, () => {
        const slvRequests = at.slv.slvRequests.map((request) =>
          request.id === target ? { ...request, ...patch } : request,
        )
        at.slv = SlvDetail.parse({ ...at.slv, version: at.slv.version + 1, slvRequests })
        return item(SlvDetail.shape.slvRequests.element.parse(slvRequests.find((request) => request.id === target)))
      }),
    remove: (target, version) =>
      answer(version, () => {
        at.slv = {
          ...at.slv,
          version: at.slv.version + 1,
          slvRequests: at.slv.slvRequests.filter((request) => request.id !== target),
        }
        return { slvVersion: at.slv.version }
      }),
  }
  return { at, server }
}

/** A shelf that outlives the editor. */
export const shelfOf = () => {
  const on: { kept: KeptEdits | null } = { kept: null }
  return {
    on,
    shelf: {
      keep: (kept: KeptEdits | null) => {
        on.kept = kept
      },
      kept: () => on.kept,
    },
  }
}

/** One write after the other. */
export const turns = () => {
  let last: Promise<unknown> = Promise.resolve()
  return <T>(work: () => Promise<T>): Promise<T> => {
    const next = last.then(work)
    last = next.catch(() => null)
    return next
  }
}
