import { SlvDetail } from '@portal/contract/slv/answers'
import { findAnswer } from '@portal/contract/slv-request/policy'
import type { StoredDraft } from '../../../../lib/autosave/draft-state.ts'
import type { Values } from '../../../../lib/autosave/edits.ts'
import { CallError } from '../../../../lib/call-error.ts'
import { type EditorServer, requestSnapshot } from '../editor.ts'
import { emptyVariance } from '../variances/variance-fields.ts'

const id = '0195c2d4-7b1e-7c3a-9f00-1234567890ab'
/** The id of the nth variance that is added. */
export const requestId = (n: number) =>
  `0195c2d4-7b1e-7c3a-9f00-00000000000${n}`

const nulls = Object.entries(SlvDetail.shape).filter(
  ([, schema]) => schema.safeParse(null).success,
)
const [createdAt, updatedAt] = [
  '2026-03-01T12:00:00.000Z',
  '2026-03-01T12:00:00.000Z',
]

/** An empty draft with some other values. */
export const slvOf = (over: Record<string, unknown> = {}): SlvDetail =>
  SlvDetail.parse({
    ...Object.fromEntries(nulls.map(([name]) => [name, null])),
    id,
    version: 1,
    status: 'DRAFT',
    type: 'PRE',
    resubmitCount: 0,
    createdAt,
    updatedAt,
    buyerLoan: '7001234',
    sellerId: id,
    sellerName: 'ACME Bank',
    ownerName: 'Ann Seller',
    corrID: '1001',
    availableActions: ['save'],
    slvRequests: [],
    variances: '',
    pendingDocuments: [],
    documents: [],
    ...over,
  })

/** The answers of an SLV with one that was added or changed. */
const withAnswer = (
  { slvDecisionRequests = [] }: SlvDetail,
  slvRequestId: string,
  values: Values,
) => {
  const others = slvDecisionRequests.filter(
    (answer) => answer.slvRequestId !== slvRequestId,
  )
  const before = findAnswer(slvDecisionRequests, slvRequestId)
  return [
    ...others,
    {
      id: slvRequestId,
      slvRequestId,
      comment: '',
      currentGuideline: '',
      ...before,
      ...values,
    },
  ]
}

/**
 * A server in memory that checks versions, with a browser's storage and one
 * write at a time.
 */
export const memoryServer = (slv: SlvDetail, snapshotOf = requestSnapshot) => {
  const at = {
    slv,
    saves: [] as Values[],
    /** The saved answers to variances: the variance and what was sent. */
    answers: [] as [requestId: string, values: Values][],
    /** Each is thrown once, by the next calls. */
    failures: [] as CallError[],
    /** The unsaved typing that the browser has stored. */
    stored: null as StoredDraft | null,
    running: 0,
    maxRunning: 0,
  }
  const write = async (version: number, patch: () => object) => {
    at.running += 1
    at.maxRunning = Math.max(at.maxRunning, at.running)
    await Promise.resolve()
    at.running -= 1
    const failure = at.failures.shift()
    if (failure) throw failure
    if (version !== at.slv.version)
      throw new CallError('refused', { status: 412 })
    at.slv = SlvDetail.parse({
      ...at.slv,
      ...patch(),
      version: at.slv.version + 1,
    })
    return at.slv
  }
  const blank = { ...emptyVariance, distance: null, summary: '' }
  const server: EditorServer = {
    latest: () => undefined,
    read: async () => snapshotOf(at.slv),
    save: async (record, values, version) => {
      const others = at.slv.slvRequests.filter(
        (request) => request.id !== record.id,
      )
      const before = at.slv.slvRequests.find(
        (request) => request.id === record.id,
      )
      const id = record.id ?? requestId(others.length + 1)
      const isAnswer =
        before !== undefined && 'decision' in (record.edits.base ?? {})
      await write(version, () => {
        if (isAnswer) {
          at.answers.push([id, values])
          return { slvDecisionRequests: withAnswer(at.slv, id, values) }
        }
        if (before || record.id === null)
          return {
            slvRequests: [...others, { ...blank, ...before, ...values, id }],
          }
        at.saves.push(values)
        return values
      })
      const saved = snapshotOf(at.slv)
      return {
        id,
        version: saved.version,
        values: saved.records.find((record) => record.id === id)?.values ?? {},
      }
    },
    removeVariance: (id, version) =>
      write(version, () => ({
        slvRequests: at.slv.slvRequests.filter((request) => request.id !== id),
      })),
  }
  const storage = {
    read: () => at.stored,
    write: (draft: StoredDraft | null) => {
      at.stored = draft
    },
  }
  let last: Promise<unknown> = Promise.resolve()
  const runInTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const next = last.then(work)
    last = next.catch(() => null)
    return next
  }
  return { at, server, storage, runInTurn }
}
