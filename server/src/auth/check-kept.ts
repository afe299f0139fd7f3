import type { Subject } from '@portal/contract/lib/endpoint'
import type { Ctx } from '../lib/ctx.ts'
import { notFound } from '../lib/errors.ts'
import { visibleSlvs } from '../slv/visible.ts'
import { visibleTdocs } from '../tdoc/visible.ts'

/** The parts of a request that can name what it is about, and the answer that is kept. */
type Kept = { about: Subject | undefined; params: unknown; body: unknown; answer: unknown }

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

/** The ids that a JSON object has under these names. */
const idsIn = (value: unknown, ...names: string[]): string[] =>
  Object.entries(value ?? {})
    .filter(([name]) => names.includes(name))
    .flatMap(([, id]) => id)
    .filter((id) => typeof id === 'string' && uuid.test(id))

/**
 * Asks again whether the actor sees what a kept answer is about. Throws 404 as the call itself would; calls about people
 * and the actor's own things have nothing to lose sight of.
 */
export async function checkKept(ctx: Ctx, { about, params, body, answer }: Kept): Promise<void> {
  switch (about) {
    case 'SLV':
    case 'SLV_DOCUMENT':
      return checkSlvs(ctx, [...idsIn(params, 'id'), ...idsIn(body, 'proxyLoanId', 'proxyLoanIds')])
    case 'TDOC':
      return checkTdocs(ctx, [...idsIn(params, 'id'), ...idsIn(body, 'tdocId', 'tdocIds', 'originalTdocId')])
    case 'REVIEW_CATEGORY':
      return checkTdocs(ctx, idsIn(answer, 'tdocId'))
    case 'LOAN': {
      // What was created for a loan: an SLV or a Tdoc, of which the answer has the id.
      const ids = idsIn(answer, 'id')
      const isTdoc = Object.hasOwn(Object(answer), 'imageFileName')
      return isTdoc ? checkTdocs(ctx, ids) : checkSlvs(ctx, ids)
    }
  }
}

async function checkSlvs(ctx: Ctx, ids: readonly string[]) {
  if (ids.length === 0) return
  const seen = await visibleSlvs(ctx).select('slv.id').where('slv.id', 'in', ids).execute()
  if (seen.length < new Set(ids).size) throw notFound('SLV')
}

async function checkTdocs(ctx: Ctx, ids: readonly string[]) {
  if (ids.length === 0) return
  const seen = await visibleTdocs(ctx).select('tdoc.id').where('tdoc.id', 'in', ids).execute()
  if (seen.length < new Set(ids).size) throw notFound('Tdoc')
}
