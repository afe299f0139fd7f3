import { DocumentType } from '@portal/contract/document/model'
import { getTdocImage } from '@portal/contract/tdoc/api'
import type { FastifyInstance } from 'fastify'
import { openFile, type Stored } from '../document/open-file.ts'
import type { Ctx } from '../lib/ctx.ts'
import { notFound } from '../lib/errors.ts'
import type { FileStore } from '../lib/files/files.ts'
import { toRoute } from '../lib/http/route-of.ts'
import { visibleTdocs } from './visible.ts'

/** Serves the image of a Tdoc like a document: nothing in it may run. */
export function serveImage(app: FastifyInstance, files: FileStore) {
  const { params, query } = getTdocImage
  app.route({
    ...toRoute(getTdocImage),
    exposeHeadRoute: false,
    handler: async (request, reply) => {
      const { id } = params.parse(request.params)
      const { disposition } = query.parse(request.query)
      return openFile(
        files,
        reply,
        await findImage(request.ctx, id),
        disposition,
      )
    },
  })
}

/** The stored image of a Tdoc; an escalation has its original's. Throws 404. */
export async function findImage(ctx: Ctx, id: string): Promise<Stored> {
  const tdoc = await visibleTdocs(ctx)
    .select([
      'imageFileName',
      'imageKey',
      'imageType',
      'imageSize',
      'originalTdocId',
    ])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!tdoc) throw notFound('Tdoc')
  if (!tdoc.imageKey && tdoc.originalTdocId)
    return findImage(ctx, tdoc.originalTdocId)
  const type = DocumentType.safeParse(tdoc.imageType).data
  if (!tdoc.imageKey || !type) throw notFound('Image')
  return {
    name: tdoc.imageFileName,
    type,
    size: tdoc.imageSize ?? 0,
    storageKey: tdoc.imageKey,
  }
}
